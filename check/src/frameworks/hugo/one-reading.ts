import type { PageFacts } from '../../page/page-facts.ts';
import { isLikelyHabit, isMajority } from '../../site/habit.ts';
import type { LinkKind, Readings } from '../generators/link-kind.ts';

/** Links that only a name makes right, up to which what leaves links to the browser needs no others that speak for it. */
const few = 2;

/**
 * True where relative links are read as a browser does from the address of their page, which ends in a slash. Only links tell it
 * that lead to a page in one of two readings and to none in the other: of what no reading finds, none is to blame.
 * `leavesLinks` is true where nothing is known to change them.
 */
export function readsAddresses(
  pages: ReadonlyMap<string, PageFacts>,
  kindOf: (from: string, link: PageFacts['links'][number]) => LinkKind | undefined,
  readings: Readings,
  leavesLinks: boolean,
): boolean {
  const [asAddress, asName] = [new Set<string>(), new Set<string>()];
  for (const [from, { links }] of pages)
    for (const link of links) {
      const reference = kindOf(from, link);
      if (reference?.kind !== 'relative') continue;
      const { path } = reference;
      const isAddress = readings.read(['address'], from, path) !== undefined;
      if (isAddress !== (readings.read(['name'], from, path) !== undefined))
        (isAddress ? asAddress : asName).add(`${from} ${path}`);
    }
  const total = asAddress.size + asName.size;
  return isMajority(total, asName.size) || (leavesLinks && asName.size <= Math.max(few, asAddress.size));
}

/** True for a page or file that lies where it is written beside the file of the page, and not where a browser looks for it. */
export function liesBesideAlone(
  readings: Readings,
  from: string,
  { kind, path }: Pick<LinkKind, 'kind' | 'path'>,
): boolean {
  return (
    readings.read(['address'], from, path) === undefined &&
    readings.read([kind.startsWith('file') ? 'file' : 'name'], from, path) !== undefined
  );
}

/**
 * Whether few files, and few pages that are named with their ending, only lie beside the file of the page that names them: where
 * many do, something that is not known makes them right. In raw HTML, whether few pages name such files.
 */
export function besidePage(
  pages: ReadonlyMap<string, PageFacts>,
  kindOf: (from: string, link: PageFacts['links'][number]) => LinkKind | undefined,
  readings: Readings,
): { readonly hasFewFiles: boolean; readonly hasFewFilesOfHtml: boolean; readonly hasFewSources: boolean } {
  const [files, ofHtml, sources, others] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [from, { links }] of pages)
    for (const link of links) {
      const reference = kindOf(from, link);
      if (reference === undefined) continue;
      const { kind, path } = reference;
      if (kind === 'source') sources.add(`${from} ${path}`);
      else if (kind === 'file of HTML') {
        if (liesBesideAlone(readings, from, reference)) ofHtml.add(from);
      } else if (kind !== 'file') others.add(path.startsWith('/') ? path : `${from} ${path}`);
      else if (liesBesideAlone(readings, from, reference)) files.add(`${from} ${path}`);
    }
  return {
    hasFewFiles: files.size <= few,
    hasFewFilesOfHtml: ofHtml.size <= few,
    hasFewSources: isLikelyHabit(others.size + sources.size, sources.size),
  };
}
