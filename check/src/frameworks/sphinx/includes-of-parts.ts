import type { PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { extensionOf, folderOf, joinPath } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import type { SphinxProject } from './project.ts';

/** The folders of pages of reStructuredText that show a part, also by a part that shows it, each with one of those pages. */
export type FoldersByPart = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Tells which parts a directive shows that is read in this folder: phpDocumentor takes patterns too (`_Properties/_*.rst.txt`). */
export function partsShown(
  root: string,
  pages: ReadonlyMap<string, PageFacts>,
): (folder: string, source: string) => readonly string[] {
  const byFolder = Map.groupBy(pages.keys(), folderOf);
  const found = new Map<string, readonly string[]>();
  return (folder, source) => {
    const at = joinPath(source.startsWith('/') ? root : folder, source);
    if (at === undefined) return [];
    if (!source.includes('*')) return pages.has(at) ? [at] : [];
    const parts = found.get(at) ?? (byFolder.get(folderOf(at)) ?? []).filter(matchPaths([at], { dot: true }));
    found.set(at, parts);
    return parts;
  };
}

/** Where more folders have pages that show a part, what it shows in turn is looked for beside it alone: parts and folders multiply. */
const mostFolders = 20;

export function foldersByPart(
  { files, root, published }: Pick<SphinxProject, 'files' | 'root' | 'published'>,
  pages: ReadonlyMap<string, PageFacts>,
): FoldersByPart {
  const showing = new Map<string, Map<string, string>>();
  const shownIn = partsShown(root, pages);
  for (const page of published) {
    if (['.md', '.ipynb'].includes(extensionOf(page))) continue;
    const folder = folderOf(page);
    // A list is gone through with what is added to it on the way.
    const open = [page];
    for (const part of open)
      for (const at of (pages.get(part)?.includes ?? []).flatMap(({ source, shows }) =>
        shows === 'markdown' ? shownIn(folder, source) : [],
      )) {
        if (at === page || !files.has(at)) continue;
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
