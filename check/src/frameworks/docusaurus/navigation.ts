import { placeLinks } from '../../settings/settings-links.ts';
import { joinPath, within } from '../../site/paths.ts';
import type { Navigation, SettingsLink } from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { docId } from './doc-routes.ts';
import { topOf } from './routes.ts';
import { namesInSidebars } from './sidebars.ts';
import type { DocusaurusParts } from './site-parts.ts';
import type { DocsVersion } from './versions.ts';

/** What sidebars and the bar at the top show, and what they name that is not there. */
export function navigationOf(parts: DocusaurusParts): Navigation {
  const { sidebars, pages, theme } = parts;
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  let exhaustive = true;
  for (const { version, path, text, value, complete } of sidebars) {
    const names = namesInSidebars(value);
    if (value === undefined || !complete || names.docs.length === 0) exhaustive = false;
    const own = [...pages].filter(([page]) => within(version.folder, page) !== undefined);
    const tops = new Set(own.map(([page]) => topOf(within(version.folder, page) ?? page)));
    const byId = new Map(own.map(([page, facts]) => [docId(page, facts, version), page]));
    const places = createTextPlaces(text);
    for (const entry of names.docs) {
      const place = places.next(entry);
      // Docusaurus 2 also took names with their version before them.
      const page = byId.get(entry) ?? byId.get(entry.replace(/^version-[^/]+\//u, ''));
      if (page !== undefined) shown.add(page);
      else if (path !== undefined && complete)
        missing.push({ path, ...place, entry, ...placeOf(version, entry, tops) });
    }
    for (const folder of names.folders) {
      const at = joinPath(version.folder, folder) ?? version.folder;
      for (const [page] of own) if (within(at, page) !== undefined) shown.add(page);
    }
  }
  const places = parts.places();
  const byPlugin = Map.groupBy(theme.docs, ({ plugin }) => plugin);
  for (const [plugin, docs] of byPlugin) {
    const ids = idsOf(parts, plugin);
    for (const { id } of docs) {
      const place = places.next(id);
      const found = ids.get(id) ?? [];
      for (const page of found) shown.add(page);
      if (found.length === 0 && ids.size > 0) missing.push({ ...place, entry: id });
    }
  }
  return { exhaustive, pages: shown, missing };
}

/** Of the theme, and of the sidebars, which are read from files of their own. */
export function linksInSettings({ theme, places, sidebars }: DocusaurusParts): readonly SettingsLink[] {
  const ofSidebars = sidebars.flatMap(({ path, text, value }) => {
    const inText = createTextPlaces(text);
    return path === undefined
      ? []
      : placeLinks(namesInSidebars(value).links, { next: (written) => ({ path, ...inText.next(written) }) });
  });
  return [...placeLinks(theme.links, places()), ...ofSidebars];
}

/** Where the document of an id lies, if its folder at the top, one of `tops`, has others: what a plugin writes has a folder of its own. */
function placeOf({ folder }: DocsVersion, entry: string, tops: ReadonlySet<string>): { readonly at?: string } {
  const at = tops.has(topOf(entry)) ? joinPath(folder, entry) : undefined;
  return at === undefined ? {} : { at };
}

/** Documents of every version by id: the bar shows that of the version that a reader is in, and needs one. */
function idsOf({ versions, pages }: DocusaurusParts, plugin: string): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const version of versions.filter((one) => one.plugin.id === plugin)) {
    for (const [page, facts] of pages) {
      if (within(version.folder, page) === undefined) continue;
      const id = docId(page, facts, version);
      ids.set(id, [...(ids.get(id) ?? []), page]);
    }
  }
  return ids;
}
