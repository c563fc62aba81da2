import type { PageFacts } from '../../pages/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, folderOf, joinPath } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import type { SphinxProject } from './project.ts';

/** The folders of pages of reStructuredText that show a part, also by a part that shows it, each with one of those pages. */
export type FoldersByPart = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Where more folders have pages that show a part, what it shows in turn is looked for beside it alone: parts and folders multiply. */
const mostFolders = 20;

export function foldersByPart(
  { files, root, published }: Pick<SphinxProject, 'files' | 'root' | 'published'>,
  pages: ReadonlyMap<string, PageFacts>,
): FoldersByPart {
  const showing = new Map<string, Map<string, string>>();
  for (const page of published) {
    if (['.md', '.ipynb'].includes(extensionOf(page))) continue;
    const folder = folderOf(page);
    // A list is gone through with what is added to it on the way.
    const open = [page];
    for (const part of open)
      for (const { source, shows } of pages.get(part)?.includes ?? []) {
        const at = shows === 'markdown' ? joinPath(source.startsWith('/') ? root : folder, source) : undefined;
        if (at === undefined || at === page || !files.has(at) || !pages.has(at)) continue;
        const folders = showing.get(at) ?? new Map<string, string>();
        showing.set(at, folders);
        if (folders.has(folder) || folders.size > mostFolders) continue;
        folders.set(folder, page);
        open.push(at);
      }
  }
  for (const [part, folders] of showing) if (folders.size > mostFolders) showing.delete(part);
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
  showing: FoldersByPart,
): Iterable<SiteProblem> {
  for (const [path, folders] of showing)
    for (const { source, line, column } of pages.get(path)?.includes ?? []) {
      const isBeside = (file: string): boolean => files.has(joinPath(folderOf(file), source) ?? '');
      if (source.startsWith('/') || table.test(source) || !isBeside(path)) continue;
      const page = folders.values().find((one) => !isBeside(one));
      if (page === undefined) continue;
      const message =
        `The included file ${source} lies beside this part alone. ` +
        `${page} shows the part, and Sphinx looks for the file beside that page.`;
      yield { path, line, column, rule: 'broken-include', severity: 'warning', message };
    }
}
