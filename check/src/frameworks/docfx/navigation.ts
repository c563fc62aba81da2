import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import { createSettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf, joinPath, within } from '../../site/paths.ts';
import type { Navigation, SettingsLink } from '../../site/site.ts';

/** Of a reference that is kept in git, the tables are long and name no files. */
const longestTable = 200_000;

interface DocfxTables {
  readonly navigation: Navigation;
  /** Entries that begin at the top of the host, which DocFX leaves as they are. */
  readonly fromTop: readonly SettingsLink[];
}

/**
 * Pages that the tables of contents name, from the folder of each or, after `~/`, from that of the settings.
 * https://dotnet.github.io/docfx/docs/table-of-contents.html
 */
export async function readDocfxNavigation(
  files: FileIndex,
  root: string,
  published: string,
  isMade: (at: string) => boolean,
): Promise<DocfxTables> {
  const fromTop: SettingsLink[] = [];
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const tables = files.paths.filter(
    (path) =>
      /^toc\.ya?ml$/iu.test(fileNameOf(path)) &&
      within(root, path) !== undefined &&
      within(published, path) === undefined,
  );
  for (const path of tables) {
    const text = (await files.readText(path)) ?? '';
    if (text.length > longestTable) continue;
    const value = parseValue(text, path);
    const places = (await createSettingsPlaces(files, [path]))();
    for (const entry of entriesOf(Array.isArray(value) ? value : recordOf(value)['items'])) {
      const place = places.next(entry);
      const [written = ''] = entry.split(/[?#]/u);
      if (/^\/[^/]/u.test(entry))
        fromTop.push({ ...place, url: entry, kind: 'page', element: 'settings', range: undefined });
      if (!/\.(?:md|yml)$/iu.test(written) || /^[a-z][a-z\d+.-]*:|^\//iu.test(written)) continue;
      const at = written.startsWith('~/') ? joinPath(root, written.slice(2)) : joinPath(folderOf(path), written);
      if (at === undefined) continue;
      if (files.inAnyCase(at).length > 0) shown.add(at);
      else if (!isMade(at) && files.hasFolder(folderOf(at))) missing.push({ ...place, entry, at });
    }
  }
  return { navigation: { exhaustive: false, pages: shown, missing }, fromTop };
}

function entriesOf(items: unknown): readonly string[] {
  return listOf(items).flatMap((item) => {
    const { href, topicHref, homepage, items: below } = recordOf(item);
    return [...[href, topicHref, homepage].flatMap((one) => textOf(one) ?? []), ...entriesOf(below)];
  });
}
