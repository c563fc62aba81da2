import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { asWritten, placeLinks } from '../../settings/settings-links.ts';
import type { SettingsPlaces } from '../../settings/settings-places.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { normaliseRoute, within } from '../../site/paths.ts';
import type { SettingsLink } from '../../site/site.ts';
import type { Addresses } from './addresses.ts';
import type { HugoSettings } from './settings.ts';

/**
 * The addresses from the top of the site that menus name, of all languages; an entry that names a page has none of its own.
 * https://gohugo.io/configuration/menus/
 */
export function addressesOfMenus(
  settings: Readonly<Record<string, unknown>>,
  isShown: (menu: string) => boolean,
): readonly string[] {
  const all = [settings, ...Object.values(recordOf(settings['languages'])).map(recordOf)];
  const menus = all.flatMap(({ menu, menus: others }) =>
    [menu, others].flatMap((one) =>
      Object.entries(recordOf(one)).flatMap(([name, entries]) => (isShown(name) ? [{ entries }] : [])),
    ),
  );
  return menus
    .flatMap(({ entries }) => listOf(entries))
    .flatMap((entry) => {
      const { url, pageref } = recordOf(entry);
      const written = pageref === undefined ? textOf(url) : undefined;
      return written !== undefined && /^\/[^/]/u.test(written) ? [written] : [];
    });
}

/** Tells the menus that templates of the repository show by name; any may be shown where it has none, or a theme lies elsewhere. */
export async function menusShown(
  files: FileIndex,
  root: string,
  hasOtherThemes: boolean,
): Promise<(menu: string) => boolean> {
  const templates = files.paths.filter(
    (path) => /(?:^|\/)layouts\/.*\.html$/u.test(path) && within(root, path) !== undefined,
  );
  if (hasOtherThemes || templates.length === 0) return () => true;
  const names = new Set<string>();
  for (const path of templates)
    for (const { 1: name = '' } of ((await files.readText(path)) ?? '').matchAll(/(?:\.Menus\.|["'`])([\w-]{1,50})/gu))
      names.add(name.toLowerCase());
  return (menu) => names.has(menu);
}

/** Those that are judged: where none leads to a page of the repository, its pages are those of an example, or of elsewhere. */
export function linksOfMenus(
  { menus, hasOthers }: HugoSettings,
  places: SettingsPlaces,
  resolve: (url: string) => LinkTarget,
): readonly SettingsLink[] {
  const isOwn = !hasOthers && menus.some((url) => url !== '/' && ['page', 'file'].includes(resolve(url).kind));
  const links = placeLinks(
    menus.map((url) => asWritten('page', url)),
    places,
  );
  return isOwn ? links : [];
}

/** Hugo puts the base before an address of a menu where that has none, and the language where its page has one. */
export function resolveOfMenu(
  { base, languages }: HugoSettings,
  { at }: Addresses,
  isOpen: (address: string) => boolean,
): (url: string) => LinkTarget {
  return (url) => {
    const address = parseAddress(url);
    if (address.kind !== 'internal') return { kind: 'unjudged' };
    const written = normaliseRoute(address.path).toLowerCase();
    const looked = normaliseRoute(within(base.slice(1).toLowerCase(), written.slice(1)) ?? written);
    const places = [looked, ...[...languages].map((language) => normaliseRoute(`/${language}${looked}`))];
    const found = places.flatMap((place) => at.get(place) ?? [])[0];
    if (found !== undefined)
      return found.kind === 'page' ? { ...found, kind: 'page', anchor: undefined } : { ...found, kind: 'file' };
    // What ends otherwise a template or another program writes.
    return places.some(isOpen) || /\.\w+$/u.test(looked) ? { kind: 'unjudged' } : { kind: 'missing', looked };
  };
}
