import type { Link } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { folderOf, joinPath, joinRoute, within, withoutExtension } from '../../site/paths.ts';
import type { MkdocsSettings } from './settings.ts';

/** Files whose names end in their language before what ends them: `a.de.md`, `x.de.png`. */
export interface NamesByLanguage {
  /** Where a page is published, as a path below the site that is named as a file. */
  addressOf(inside: string): string;
  /** That, and where it stands for the pages that other languages lack; none where another page takes its place. */
  addressesOf(inside: string): readonly string[];
  /** Every name that a file may have in the languages of the site. */
  allOf(path: string): readonly string[];
  /** What a link without a language means on a page of this route; undefined where it is no such link. */
  find(
    from: string,
    route: string | undefined,
    link: Pick<Link, 'url' | 'element'>,
  ): { readonly path: string; readonly anchor: string | undefined } | undefined;
}

/**
 * As mkdocs-static-i18n reads them unless `docs_structure` is `folder` (`suffix.py` of 1.3.0): a link means the file of the
 * page's language, then that of the main one, then the one that it names. A page that a language lacks is published there too.
 */
export function namesByLanguage(
  { docsFolder, languages, directoryUrls }: MkdocsSettings,
  files: FileIndex,
): NamesByLanguage | undefined {
  const [main] = languages;
  if (main === undefined) return undefined;
  const all = new Set(languages);
  const languageOf = (path: string): string | undefined => {
    const end = withoutExtension(path).slice(withoutExtension(withoutExtension(path)).length + 1);
    return all.has(end) ? end : undefined;
  };
  const named = (path: string, language: string): string =>
    `${withoutExtension(path)}.${language}${path.slice(withoutExtension(path).length)}`;
  const bare = (path: string): string =>
    languageOf(path) === undefined
      ? path
      : withoutExtension(withoutExtension(path)) + path.slice(withoutExtension(path).length);
  const publishedIn = (path: string, language: string): string => (language === main ? path : `${language}/${path}`);
  const addressOf = (inside: string): string => publishedIn(bare(inside), languageOf(inside) ?? main);
  const isThere = (inside: string): boolean => files.has(joinPath(docsFolder, inside) ?? inside);

  const placeOf: (from: string, route: string | undefined, path: string, element: string) => string | undefined = (
    from,
    route,
    path,
    element,
  ) => {
    if (element === 'markdown') return joinPath(folderOf(from), path);
    // MkDocs leaves raw HTML as it is, and a browser reads it beside the page.
    if (route === undefined) return undefined;
    const address = joinRoute(directoryUrls ? route : folderOf(route), path).slice(1);
    const language = languageOf(from);
    const inside = language === undefined || language === main ? address : within(language, address);
    return inside === undefined ? undefined : joinPath(docsFolder, inside);
  };

  return {
    addressOf,
    addressesOf: (inside) => {
      const own = languageOf(inside);
      const plain = bare(inside);
      // Of a page without a language, and of one in it, the site shows the latter.
      if (own === undefined && isThere(named(inside, main))) return [];
      const first = addressOf(inside);
      if ((own ?? main) !== main) return [first];
      const lacking = languages.filter((language) => language !== main && !isThere(named(plain, language)));
      return [first, ...lacking.map((language) => publishedIn(plain, language))];
    },
    allOf: (path) => languages.map((language) => named(path, language)),
    find: (from, route, { url, element }) => {
      const address = parseAddress(url.trim());
      if (address.kind !== 'internal' || address.path === '' || address.path.startsWith('/')) return undefined;
      const at = placeOf(from, route, address.path, element);
      if (at === undefined || within(docsFolder, at) === undefined) return undefined;
      const places = new Set([languageOf(from) ?? main, main].map((language) => named(at, language)));
      const path = [...places].find((place) => files.has(place));
      return path === undefined ? undefined : { path, anchor: address.anchor };
    },
  };
}
