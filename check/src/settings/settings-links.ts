import type { SettingsLink } from '../site/site.ts';
import type { SettingsPlaces } from './settings-places.ts';

/** An address of the settings: as it is written, and as a page would have to write it to mean the same. */
export interface SettingsAddress {
  readonly kind: SettingsLink['kind'];
  readonly written: string;
  readonly url: string;
}

/** Addresses of pages with their places; what leaves the site is left out. */
export function placeLinks(addresses: readonly SettingsAddress[], places: SettingsPlaces): SettingsLink[] {
  return addresses
    .filter(({ written }) => written !== '' && !/^[a-z][a-z\d+.-]*:|^\/\/|^#/iu.test(written))
    .map(({ kind, written, url }) => ({ ...places.next(written), kind, url, element: 'settings', range: undefined }));
}

/** An address that is read from the top of the site, whether it begins there or not. */
export function fromTop(kind: SettingsLink['kind'], written: string): SettingsAddress {
  return { kind, written, url: `/${written.replace(/^\.?\//u, '')}` };
}

/** An address as it stands. */
export function asWritten(kind: SettingsLink['kind'], written: string): SettingsAddress {
  return { kind, written, url: written };
}

/**
 * True for an address that may be a page's: what else has an ending, such as `/feed.xml` or `/openapi.json`, a build often
 * writes.
 */
export function isOfPage(address: string): boolean {
  const path = address.replace(/[?#].*$/su, '');
  return !/\.\w{1,5}$/u.test(path) || /\.(?:html?|mdx?)$/iu.test(path);
}
