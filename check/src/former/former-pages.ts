import type { FormerPath } from '../docs-check.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { Site } from '../site/site.ts';
import { readLedOn } from './led-on.ts';
import { rootsOf } from './references.ts';
import { createStems, stemOfAddress, stemsOf, type Stems } from './stems.ts';

/** Tells of a route of a site the page that was there once, unless something may lead on from it. */
export type FormerPages = (site: Site) => (route: string) => FormerPath | undefined;

/** Of a site with more, versions and languages have their own; which one is meant is not looked for. */
const mostRoots = 8;

/** What is gone, by the addresses that it may have had; undefined where nothing is. */
export function goneByStem(
  files: FileIndex,
  history: readonly FormerPath[],
  isMade: (path: string) => boolean,
): Stems<FormerPath> | undefined {
  const gone = history.filter(({ path }) => !files.has(path) && !isMade(path));
  return gone.length === 0
    ? undefined
    : createStems(gone.flatMap((one) => [...stemsOf(one.path)].map((stem) => [stem, one] as const)));
}

/** Tells of no site that it had any. */
export const noFormerPages: FormerPages = () => () => undefined;

export async function readFormerPages(
  files: FileIndex,
  history: () => Promise<readonly FormerPath[]>,
  isMade: (path: string) => boolean,
): Promise<FormerPages> {
  const stems = goneByStem(files, await history(), isMade);
  if (stems === undefined) return noFormerPages;
  const isLedOn = await readLedOn(files);
  return (site) => {
    const roots = [...new Set(rootsOf(site))].slice(0, mostRoots);
    return (route) => {
      const stem = stemOfAddress(route);
      if (stem === '' || isLedOn(stem)) return undefined;
      return roots.flatMap((root) => stems.at(stemOfAddress(`${root}/${stem}`)) ?? [])[0];
    };
  };
}
