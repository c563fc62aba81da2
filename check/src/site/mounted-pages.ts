import type { Link, PageFacts } from '../page/page-facts.ts';
import { isLikelyHabit } from './habit.ts';
import type { LinkTarget } from './link-target.ts';
import { parseAddress } from './parse-address.ts';

const ofZola = /^@\/([^?#]+\.md)(?:[?#]|$)/u;

/**
 * `@/docs/guide.md` names a page from the top of a site of Zola. Where its settings are in another repository, which mounts these
 * pages at a folder, the addresses tell it: nearly all of them end in the path of a page here.
 * https://www.getzola.org/documentation/content/linking/#internal-links
 */
export function createMountedPages(
  pages: ReadonlyMap<string, PageFacts>,
): (link: Pick<Link, 'url'>) => LinkTarget | undefined {
  const written = new Set(
    [...pages.values()].flatMap(({ links }) => links.flatMap(({ url }) => ofZola.exec(url)?.[1] ?? [])),
  );
  const mounts = Map.groupBy(
    [...written].flatMap((path) => mountsOf(path, pages)),
    (mount) => mount,
  );
  const mount = [...mounts].find(([, found]) => isLikelyHabit(written.size, written.size - found.length))?.[0];
  return ({ url }) => {
    const [, path] = ofZola.exec(url) ?? [];
    if (mount === undefined || path?.startsWith(mount) !== true) return undefined;
    const inside = path.slice(mount.length);
    if (!pages.has(inside)) return { kind: 'missing', looked: inside };
    const address = parseAddress(url);
    return { kind: 'page', path: inside, anchor: address.kind === 'internal' ? address.anchor : undefined };
  };
}

/** What may stand before the path of a page here. */
function mountsOf(path: string, pages: ReadonlyMap<string, PageFacts>): readonly string[] {
  const starts = [0, ...[...path.matchAll(/\//gu)].map(({ index }) => index + 1)];
  return starts.filter((start) => pages.has(path.slice(start))).map((start) => path.slice(0, start));
}
