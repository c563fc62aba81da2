import type { PageFacts } from '../page/page-facts.ts';
import { isHabit, isMajority } from './habit.ts';
import { normaliseRoute } from './paths.ts';
import { namesNoFile, publishedForms, stemOf } from './usual-readings.ts';

/**
 * True where most of these addresses from the top, none of which a code host finds, lead to pages from some other folder, with
 * the first of their own folders or without it: a program that is not known publishes the pages so. What is wrong among many tells
 * nothing of that.
 */
export function isReadElsewhere(addresses: ReadonlySet<string>, pages: ReadonlyMap<string, PageFacts>): boolean {
  const named = new Set([...addresses].filter(namesNoFile).map(bareOf));
  if (!isHabit(named.size, 0)) return false;
  const ends = new Set([...pages.keys()].flatMap((path) => [...publishedForms(stemOf(path))].flatMap(endsOf)));
  const others = [...named].filter((at) => !ends.has(at) && !ends.has(withoutFirst(at)));
  return isHabit(named.size - others.length, 0) && isMajority(named.size, others.length);
}

function bareOf(address: string): string {
  return normaliseRoute(address.toLowerCase().replace(/(?:\/index)?\.(?:html?|mdx?)$/u, ''));
}

function withoutFirst(at: string): string {
  return at.slice(Math.max(0, at.indexOf('/', 1)));
}

/** A stem as an address from each folder above it: `/b/c` and `/c` of `a/b/c`, too. */
function endsOf(stem: string): string[] {
  return [`/${stem}`, ...[...stem.matchAll(/\//gu)].map(({ index }) => stem.slice(index))];
}
