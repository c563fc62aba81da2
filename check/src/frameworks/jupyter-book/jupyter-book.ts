import { recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import { createSettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import type { Navigation } from '../../site/site.ts';
import type { ReadSettings } from '../generators/read-settings.ts';

/**
 * Reads the table of contents of a book, of whatever format it is: https://jupyterbook.org/v1/structure/toc.html,
 * https://sphinx-external-toc.readthedocs.io/en/latest/user_guide/sphinx.html and https://mystmd.org/guide/table-of-contents
 */
export async function readJupyterBook(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = parseValue((await files.readText(configPath)) ?? '', configPath);
  const entries = entriesOf(recordOf(recordOf(settings)['project'])['toc'] ?? settings);
  const pages = new Map<string, string>();
  for (const path of files.paths) if (within(root, path) !== undefined) pages.set(withoutExtension(path), path);
  const names = new Set([...pages.keys()].map(fileNameOf).filter((name) => name !== 'index'));
  const places = (await createSettingsPlaces(files, [configPath]))();
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const entry of entries) {
    const place = places.next(entry);
    const at = joinPath(root, entry);
    if (at === undefined) continue;
    const page = files.has(at) ? at : pages.get(at);
    if (page === undefined) missing.push({ ...place, entry, at });
    else shown.add(page);
  }
  // Of a table that lies apart from its pages, hardly anything is found.
  const isBeside = missing.length <= shown.size;
  const told = missing.filter(
    ({ entry, at = entry }) =>
      names.has(withoutExtension(fileNameOf(at))) || (isBeside && files.hasFolder(folderOf(at))),
  );
  const unsure = 'a program that runs before the build may write it';
  const navigation: Navigation = { exhaustive: false, pages: shown, missing: told, unsure };
  return { content: [], unpublished: [], refine: (site) => ({ ...site, navigation }) };
}

/** Parts, chapters and sections are lists of many names, and a page has one of two. */
function entriesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  const { root, file, ...others } = recordOf(value);
  const lists = Object.values(others).filter((one) => Array.isArray(one));
  return [...[root, file].flatMap((one) => textOf(one) ?? []), ...lists.flatMap(entriesOf)];
}
