import { recordOf, textOf } from '../../settings/narrow.ts';
import { createSettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { joinPath } from '../../site/paths.ts';
import type { Navigation } from '../../site/site.ts';

/** The source of a page, by which alone an entry names one; a pattern names several. */
const source = /^[^*?{}[\]:#]+\.(?:qmd|md|ipynb|rmd)(?=#|$)/iu;

/**
 * Pages that the bars of a website and the chapters of a book name.
 * https://quarto.org/docs/websites/website-navigation.html, https://quarto.org/docs/books/book-structure.html
 */
export async function readQuartoNavigation(
  files: FileIndex,
  root: string,
  configPath: string,
  settings: Readonly<Record<string, unknown>>,
  isMade: (at: string) => boolean,
): Promise<Navigation> {
  const [website, book] = [recordOf(settings['website']), recordOf(settings['book'])];
  const entries = [website, book].flatMap((one) =>
    ['navbar', 'sidebar', 'page-footer', 'chapters', 'appendices'].flatMap((name) => entriesOf(one[name])),
  );
  const places = (await createSettingsPlaces(files, [configPath]))();
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const entry of entries) {
    const place = places.next(entry);
    const [path] = source.exec(entry) ?? [];
    const at = path === undefined ? undefined : joinPath(root, path);
    if (at === undefined) continue;
    if (files.has(at)) shown.add(at);
    else if (!isMade(at)) missing.push({ ...place, entry, at });
  }
  return { exhaustive: false, pages: shown, missing };
}

/** Bars have items with items below them, by many names; what names no source is passed over. */
function entriesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  const text = textOf(value);
  if (text !== undefined) return source.test(text) ? [text] : [];
  const items = Object.entries(recordOf(value)).filter(([name]) => name !== 'text');
  return items.flatMap(([, item]) => entriesOf(item));
}
