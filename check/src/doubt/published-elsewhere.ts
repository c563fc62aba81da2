import { isForgeFile } from '../site/forge-files.ts';
import type { Site } from '../site/site.ts';
import type { MarkedProblem } from './marked-problem.ts';

/**
 * Tells the pages that no generator claims and that some program publishes all the same: what is doubted of one part of the
 * repository (a folder at its top) says that its pages are not read as they are here. READMEs are read on the code host.
 */
export function publishedElsewhere(
  doubted: readonly { readonly site: Site; readonly members: readonly MarkedProblem[] }[],
): (site: Site, path: string) => boolean {
  const parts = new Set(
    doubted.flatMap(({ site, members }) =>
      isUnclaimed(site) ? members.flatMap(({ problem: { path } }) => (isForgeFile(path) ? [] : [partOf(path)])) : [],
    ),
  );
  return (site, path) => isUnclaimed(site) && !isForgeFile(path) && parts.has(partOf(path));
}

/** True for Markdown of which no settings tell the generator. */
export function isUnclaimed({ framework }: Site): boolean {
  return framework === 'markdown' || framework === 'unknown generator';
}

function partOf(path: string): string {
  return path.split('/').slice(0, -1)[0] ?? '';
}
