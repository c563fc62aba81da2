import { matchPaths } from '../../site/match-paths.ts';
import { folderOf, joinPath, withoutExtension } from '../../site/paths.ts';
import type { Navigation, Site } from '../../site/site.ts';
import { mayMakePages } from './extensions.ts';
import type { SphinxProject } from './project.ts';
import type { References } from './references.ts';

/** Sphinx shows the pages that a `toctree` of some page names. */
export function navigationOf(
  { settings: { rootDocument, extensions }, hasSettings, files, root, published }: SphinxProject,
  references: References,
  pages: Site['pages'],
): Navigation {
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  /** Pages that a parser reads which the settings do not tell. */
  const isFile = (path: string, entry: string): boolean =>
    files.has(joinPath(entry.startsWith('/') ? root : folderOf(path), entry) ?? '');
  for (const [path, { listed }] of pages) {
    for (const { entry, line, column } of listed) {
      if (/:\/\/|^[a-z]+:|^self$|^genindex$|^(?:py-)?modindex$|^search$/iu.test(entry)) continue;
      if (/[*?[]/u.test(entry)) {
        const at = joinPath(entry.startsWith('/') ? root : folderOf(path), entry);
        const matches = matchPaths([at ?? entry]);
        for (const page of published) if (matches(withoutExtension(page))) shown.add(page);
        continue;
      }
      // Only an ending that pages have is taken off.
      const bare = entry.replace(/\.(?:md|rst|ipynb)$/u, '');
      const page = references.documentOf(path, entry) ?? references.documentOf(path, bare);
      const at = references.placeOf(path, bare);
      if (page !== undefined) shown.add(page);
      else if (at !== undefined && !files.hasFolder(at) && !isFile(path, entry))
        missing.push({ path, line, column, entry, at });
    }
  }
  const main = references.documentOf(joinPath(root, 'index') ?? 'index', `/${rootDocument}`);
  if (main !== undefined) shown.add(main);
  // The metadata of notebooks, which may keep them out of it, is not read.
  const readsAll = [...pages].every(([path, { parsed }]) => parsed && !path.endsWith('.ipynb'));
  const isOfToctrees = !mayMakePages(extensions) && !extensions.some((name) => name.includes('external_toc'));
  return { exhaustive: hasSettings && readsAll && isOfToctrees && shown.size > 1, pages: shown, missing };
}
