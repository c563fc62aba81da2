import type { Link } from '../pages/page-facts.ts';
import type { LinkTarget } from '../site/link-target.ts';
import type { Site } from '../site/site.ts';
import type { Readings } from '../site/usual-readings.ts';
import { isHabit, isLikelyHabit, isMajority } from '../site/habit.ts';

/** A link, and how it may be read. */
export interface Reference extends Readings {
  readonly path: string;
  readonly link: Link;
  readonly target: LinkTarget;
  /** What is the same wherever it stands counts once. */
  readonly same: string;
}

/** Addresses that a habit takes, and the share that may be otherwise, where the program is known to leave addresses as they are, so that a browser reads them. */
const fewestAsWritten = 4;
const fewOthersAsWritten = { hugo: 0.35, mkdocs: 0.5 };
/** Addresses, and their share, that make another way of reading one of the habits of the site. */
const leastOfWay = 3;
const leastShare = 0.05;
/** Addresses into one folder, of which none is found, that another program of the host probably answers. */
const severalIntoFolder = 3;
/** The share of addresses that have to be left where those that other programs of the host answer are passed over. */
const leastOfSite = 0.5;
const asPublished = 'as it is published';
const asWritten = new Set(['below the page', asPublished]);

/** The share of other addresses in spite of which it is certain that the program leaves one as it is which names no file. */
export function othersAsWritten({ framework, links }: Site): number | undefined {
  if (framework === 'hugo') return fewOthersAsWritten.hugo;
  return (framework === 'mkdocs' || framework === 'zensical') && links.trailingSlash
    ? fewOthersAsWritten.mkdocs
    : undefined;
}

/** How much the other links of the site tell. */
export type Strength = 'sure' | 'likely' | 'weak';

interface HabitsOfKind extends ReturnType<typeof habitsOf> {
  readonly all: readonly Reference[];
  /** False where some are left out that another program of the host seems to answer, which may answer more. */
  readonly isWhole: boolean;
}

/**
 * The habit that they have as they are, and a stronger one, if there is, of those that are left where other programs of the host and
 * a folder before all others that the repository does not have are passed over.
 */
export function habitsOfKind(written: readonly Reference[], mostOthers: number | undefined): readonly HabitsOfKind[] {
  const first = { all: written, isWhole: true, ...habitsOf(written, mostOthers) };
  if (!isAbsolute(written) || first.strength === 'sure') return [first];
  const looks = [written, withBehind(written)].flatMap((references) => {
    const all = references.filter(isOfSite(references));
    const look = { all, isWhole: false, ...habitsOf(all, mostOthers) };
    return all.length < leastOfSite * written.length || look.strength === 'weak' ? [] : [look];
  });
  const best = [first, ...looks].reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
  return [...new Set([first, best])];
}

/** Ways in which all addresses together may be read behind folders. Where names stand for so many pages, they tell nothing. */
const mostBehind = 300_000;

/** Those that are read in no other way, behind a folder that enough of them have. */
function withBehind(written: readonly Reference[]): readonly Reference[] {
  const all: Reference[] = [];
  let left = mostBehind;
  for (const one of written) {
    const ways = one.ways.size > 0 ? one.ways : one.behind();
    if (ways !== one.ways) left -= ways.size;
    if (left < 0) return [];
    all.push({ ...one, ways });
  }
  const counts = countsOf(all);
  const least = Math.max(leastOfWay, leastShare * new Set(all.map(({ same }) => same)).size);
  const isUsed = (way: string): boolean => !way.startsWith('behind ') || (counts.get(way) ?? 0) >= least;
  return all.map((one) => ({ ...one, ways: new Set([...one.ways].filter(isUsed)) }));
}

function rankOf({ habits, strength }: HabitsOfKind): number {
  return habits === undefined ? -1 : ['weak', 'likely', 'sure'].indexOf(strength);
}

/** False for addresses into a folder of which some are written and none is found: they say nothing of how the others are read. */
function isOfSite(all: readonly Reference[]): (one: Reference) => boolean {
  const below = new Map<string, { readonly missing: Set<string>; isFound: boolean }>();
  for (const { at, ways } of all) {
    for (const folder of topsOf(at)) {
      const entry = below.get(folder) ?? { missing: new Set(), isFound: false };
      below.set(folder, entry);
      if (ways.size > 0) entry.isFound = true;
      else entry.missing.add(at);
    }
  }
  return ({ at }) =>
    topsOf(at).every((folder) => {
      const { missing, isFound } = below.get(folder) ?? { missing: new Set(), isFound: true };
      return isFound || missing.size < severalIntoFolder;
    });
}

/** The first two folders of an address from the top, with what stands before them. */
function topsOf(at: string): string[] {
  return [/^\/[^/]+\//u, /^\/[^/]+\/[^/]+\//u].flatMap((top) => top.exec(at)?.[0] ?? []);
}

/** The ways in which nearly all of them lead to pages, and whether that tells of any; undefined where the site has no such habit. */
function habitsOf(
  all: readonly Reference[],
  mostOthers: number | undefined,
): { readonly habits: ReadonlySet<string> | undefined; readonly strength: Strength } {
  let open = new Map(all.map((one) => [one.same, one.ways]));
  const total = open.size;
  const others = [...open.values()].filter((ways) => asWritten.isDisjointFrom(ways)).length;
  if (mostOthers !== undefined && total - others >= fewestAsWritten && others <= mostOthers * total)
    return { habits: asWritten, strength: 'sure' };
  const habits = new Set<string>();
  for (;;) {
    const [way, count] = [...countsIn(open.values())].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
    if (count < Math.max(leastOfWay, leastShare * total)) break;
    habits.add(way);
    open = new Map([...open].filter(([, ways]) => !ways.has(way)));
  }
  if (isHabit(total, open.size)) return { habits, strength: 'sure' };
  if (isLikelyHabit(total, open.size)) return { habits, strength: 'likely' };
  if (isMajority(total, open.size) && isHabitOfPages(all, open)) return { habits, strength: 'likely' };
  return { habits: isMajority(total, open.size) ? habits : undefined, strength: 'weak' };
}

/** Pages that write the addresses which are read so, for each that writes another: few addresses may stand on many pages. */
const timesOnPages = 20;

function isHabitOfPages(all: readonly Reference[], others: ReadonlyMap<string, unknown>): boolean {
  const uses = new Map(all.map(({ path, same }) => [`${path} ${same}`, same]));
  const ofOthers = [...uses.values()].filter((same) => others.has(same)).length;
  return uses.size >= timesOnPages * ofOthers;
}

export function isAbsolute(all: readonly Reference[]): boolean {
  return all[0]?.link.url.startsWith('/') === true;
}

/** From the top, pages may lie in several folders; what a page says of its own address is always right. */
export function usualFromTop(all: readonly Reference[], habits: ReadonlySet<string>): ReadonlySet<string> {
  const some = [...waysOfSome(all)].filter((way) => !way.startsWith('behind ') || habits.has(way));
  return new Set([...some, asPublished]);
}

/** How many different addresses are read in each way. */
function countsOf(all: readonly Reference[]): ReadonlyMap<string, number> {
  return countsIn(new Map(all.map((one) => [one.same, one.ways])).values());
}

function countsIn(all: Iterable<ReadonlySet<string>>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const ways of all) for (const way of ways) counts.set(way, (counts.get(way) ?? 0) + 1);
  return counts;
}

/** Ways that some addresses of the site are read in. */
export function waysOfSome(all: readonly Reference[]): ReadonlySet<string> {
  return new Set([...countsOf(all)].flatMap(([way, count]) => (count >= leastOfWay ? [way] : [])));
}
