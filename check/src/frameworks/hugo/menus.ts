import { asWritten, placeLinks } from '../../settings/settings-links.ts';
import type { SettingsPlaces } from '../../settings/settings-places.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { normaliseRoute, within } from '../../site/paths.ts';
import type { SettingsLink } from '../../site/site.ts';
import type { Addresses } from './addresses.ts';
import type { HugoSettings } from './settings.ts';

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

/** Languages of which each may have the page of an entry: no site has so many. */
const mostLanguages = 200;

/** Hugo puts the base before an address of a menu where that has none, and the language where its page has one. */
export function resolveOfMenu(
  { base, languages }: HugoSettings,
  { at }: Addresses,
  isOpen: (address: string) => boolean,
): (url: string) => LinkTarget {
  return (url) => {
    const address = parseAddress(url);
    if (address.kind !== 'internal' || languages.size > mostLanguages) return { kind: 'unjudged' };
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
