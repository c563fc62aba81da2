import { listOf, recordOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { ignoreRules } from '../../site/ignore-rules.ts';
import { joinPath, within } from '../../site/paths.ts';
import type { Navigation, Site } from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import type { NamesByLanguage } from './names-by-language.ts';
import type { MkdocsSettings } from './settings.ts';
import { sourceFromTop } from './targets.ts';

/** `nav` of the settings; undefined where there is none, or a plugin makes it. */
export function navigationOf(
  settings: MkdocsSettings,
  pages: Site['pages'],
  configPath: string,
  text: string,
  files: FileIndex,
  translated: NamesByLanguage | undefined,
): Navigation | undefined {
  if (settings.nav === undefined || settings.plugins.has('awesome-pages')) return undefined;
  const places = createTextPlaces(text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const entry of entriesOf(settings.nav)) {
    const place = places.next(entry);
    const [address = entry] = entry.split('#', 1);
    if (/^[a-z][a-z\d+.-]*:|[*]|\/$/iu.test(address)) continue;
    if (address.startsWith('/') && !settings.navReadsAbsolute) {
      if (sourceFromTop(files, settings.docsFolder, address) !== undefined)
        missing.push({ path: configPath, ...place, entry });
      continue;
    }
    const path = joinPath(settings.docsFolder, address);
    const translations =
      translated?.allOf(path ?? address) ??
      settings.languages.flatMap((name) => joinPath(settings.docsFolder, name, address) ?? []);
    const found = [path, ...translations].filter((place) => place !== undefined && pages.has(place));
    if (found.length > 0) for (const page of found) shown.add(page ?? '');
    else if (path === undefined || !files.has(path)) missing.push({ path: configPath, ...place, entry });
  }
  const meant = ignoreRules(settings.notInNav);
  for (const path of pages.keys()) {
    if (settings.notInNav !== '' && meant.ignores(within(settings.docsFolder, path) ?? path)) shown.add(path);
  }
  return { exhaustive: true, pages: shown, missing };
}

function entriesOf(nav: unknown): string[] {
  if (typeof nav === 'string') return [nav];
  if (Array.isArray(nav)) return listOf(nav).flatMap(entriesOf);
  return Object.values(recordOf(nav)).flatMap(entriesOf);
}
