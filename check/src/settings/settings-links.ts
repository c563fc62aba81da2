import { blank } from '../page/fences.ts';
import type { Place } from '../page/page-facts.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { SettingsLink } from '../site/site.ts';
import { createTextPlaces, type TextPlaces } from '../site/text-places.ts';

/** Finds where a value stands among the files that make up the settings of a site. */
export interface SettingsPlaces {
  next(value: string): Place & { readonly path: string };
}

const isModule = /\.[cm]?[jt]sx?$/u;
/** A line of a module of which nothing is read. */
const comment = /^[ \t]*\/\/.*$/gmu;

/** `paths`: the main file first; it is named when a value is found in none. */
export async function createSettingsPlaces(files: FileIndex, paths: readonly string[]): Promise<() => SettingsPlaces> {
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: (await files.readText(path)) ?? '' })));
  return () => {
    const places = texts.map(({ path, text }): { path: string; text: string; places: TextPlaces } => ({
      path,
      text,
      places: createTextPlaces(isModule.test(path) ? text.replace(comment, blank) : text),
    }));
    return {
      next(value) {
        for (const { path, text, places: textPlaces } of places) {
          if (!text.includes(value)) continue;
          const place = textPlaces.next(value);
          if (place.line > 1 || text.startsWith(value)) return { path, ...place };
        }
        return { path: paths[0] ?? '', line: 1, column: 1 };
      },
    };
  };
}

export interface NamedComponents {
  readonly names: ReadonlySet<string>;
  /** Modules all of whose exports are given to pages: `import * as Tabs from '…'` and later `...Tabs`. */
  readonly spread: readonly string[];
}

/** The components that files such as `mdx-components.tsx` may give to every page: every word with a capital in them. */
export async function namedComponents(files: FileIndex, paths: readonly string[]): Promise<NamedComponents> {
  const names = new Set<string>();
  const spread: string[] = [];
  for (const path of paths) {
    const text = (await files.readText(path)) ?? '';
    for (const [name] of text.matchAll(/\b[A-Z]\w*/gu)) names.add(name);
    for (const [, name = '', source = ''] of text.matchAll(/import\s+\*\s+as\s+(\w+)\s+from\s+['"]([^'"]+)/gu)) {
      if (new RegExp(`\\.\\.\\.${name}\\b`, 'u').test(text)) spread.push(source);
    }
  }
  return { names, spread };
}

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
