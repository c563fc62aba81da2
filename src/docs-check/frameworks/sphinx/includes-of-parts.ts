import type { PageFacts } from '../../pages/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, folderOf, joinPath } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import type { SphinxProject } from './project.ts';

/** Pages of reStructuredText that show a part, also by a part that shows it. */
export type PagesByPart = ReadonlyMap<string, ReadonlySet<string>>;

export function pagesByPart(
  { files, root, published }: Pick<SphinxProject, 'files' | 'root' | 'published'>,
  pages: ReadonlyMap<string, PageFacts>,
): PagesByPart {
  const showing = new Map<string, Set<string>>();
  for (const page of published) {
    if (['.md', '.ipynb'].includes(extensionOf(page))) continue;
    // A set is gone through with what is added to it on the way.
    const shown = new Set([page]);
    for (const part of shown)
      for (const { source, shows } of pages.get(part)?.includes ?? []) {
        const at = joinPath(source.startsWith('/') ? root : folderOf(page), source);
        if (at !== undefined && shows === 'markdown' && files.has(at) && pages.has(at)) shown.add(at);
      }
    shown.delete(page);
    for (const part of shown) showing.set(part, (showing.get(part) ?? new Set()).add(page));
  }
  return showing;
}

/** A table is read by docutils, beside the part. */
const table = /\.[ct]sv$/iu;

/**
 * What a part shows in turn is looked for beside the page that is being read, and not beside the part: told where it lies beside the
 * part alone. https://github.com/sphinx-doc/sphinx/issues/6345
 */
export function* includesOfParts(
  files: FileIndex,
  pages: ReadonlyMap<string, PageFacts>,
  showing: PagesByPart,
): Iterable<SiteProblem> {
  for (const [path, all] of showing)
    for (const { source, line, column } of pages.get(path)?.includes ?? []) {
      const isBeside = (file: string): boolean => files.has(joinPath(folderOf(file), source) ?? '');
      if (source.startsWith('/') || table.test(source) || !isBeside(path)) continue;
      const page = [...all].find((one) => !isBeside(one));
      if (page === undefined) continue;
      const message =
        `The included file ${source} lies beside this part alone. ` +
        `${page} shows the part, and Sphinx looks for the file beside that page.`;
      yield { path, line, column, rule: 'broken-include', severity: 'warning', message };
    }
}
