import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { asWritten, fromTop, isOfPage, type SettingsAddress } from '../../settings/settings-links.ts';

/** Addresses in bars, footer, logo, icon and navigation, of `docs.json` and of `mint.json`. https://www.mintlify.com/docs/organize/settings */
export function linksInSettings(settings: unknown): readonly SettingsAddress[] {
  const { logo, favicon, background, navbar, footer, topbarLinks, topbarCtaButton, navigation } = recordOf(settings);
  const { links, primary } = recordOf(navbar);
  const pictures = [logo, favicon, recordOf(background)['image']].flatMap((one) => {
    const { light, dark } = recordOf(one);
    return [one, light, dark].flatMap((file) => textOf(file) ?? []);
  });
  const columns = listOf(recordOf(footer)['links']).map(recordOf);
  const items = [logo, primary, topbarCtaButton, ...listOf(links), ...listOf(topbarLinks), ...columns];
  const pages = [...items, ...columns.flatMap(({ items: below }) => listOf(below))].flatMap((item) => {
    const { href, url } = recordOf(item);
    return textOf(href) ?? textOf(url) ?? [];
  });
  return [
    ...pictures.map((file) => fromTop('file', file)),
    ...[...pages, ...addressesIn(navigation)]
      .filter((page) => page.startsWith('/') && isOfPage(page))
      .map((page) => asWritten('page', page)),
  ];
}

/** Every `href` of the navigation: of tabs, anchors, dropdowns and items of menus. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return listOf(value).flatMap(addressesIn);
  return Object.entries(recordOf(value)).flatMap(([key, child]) =>
    key === 'href' && typeof child === 'string' ? [child] : addressesIn(child),
  );
}

export interface NavigationNames {
  /** Pages that the navigation names, in its order, as written. */
  readonly pages: readonly string[];
  /** OpenAPI and AsyncAPI files or addresses named anywhere in it. */
  readonly specifications: readonly string[];
  /** Folders below which pages are generated from a specification. */
  readonly generatedFolders: readonly string[];
}

/** What the navigation names, and the tabs and anchors of `mint.json`, below whose addresses pages are made of OpenAPI. */
export function namesInSettings(settings: unknown): NavigationNames {
  const { navigation, tabs, anchors } = recordOf(settings);
  const { pages, ...named } = namesInNavigation(navigation);
  const specifications = [...named.specifications];
  const generatedFolders = [...named.generatedFolders];
  for (const { openapi: source, url: directory } of [...listOf(tabs), ...listOf(anchors)].map(recordOf))
    if (source !== undefined) noteSpecification({ source, directory }, specifications, generatedFolders, usualFolders);
  return { pages, specifications, generatedFolders };
}

/** Walks tabs, groups, languages, versions and whatever else nests: every `pages` and `root` names pages. */
function namesInNavigation(navigation: unknown): NavigationNames {
  const pages: string[] = [];
  const specifications: string[] = [];
  const generatedFolders: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'root' && typeof child === 'string') pages.push(child);
      else if (key === 'pages' && Array.isArray(child)) {
        for (const page of child as unknown[]) if (typeof page === 'string') pages.push(page);
        walk(child);
      } else if (key === 'openapi' || key === 'asyncapi')
        noteSpecification(child, specifications, generatedFolders, usualFolders);
      else walk(child);
    }
  };
  walk(navigation);
  return { pages, specifications, generatedFolders };
}

/** Below which pages are generated where no folder is told: `api-reference`, or what a specification calls itself. */
export const usualFolders = ['api-reference', 'api', 'reference'];

/** `"openapi": "a.json"`, `["a.json", "b.json"]` or `{ "source": "a.json", "directory": "reference" }`. */
export function noteSpecification(
  value: unknown,
  specifications: string[],
  generatedFolders: string[],
  otherwise: readonly string[] = [],
): void {
  if (typeof value === 'string') {
    specifications.push(value);
    generatedFolders.push(...otherwise);
  } else if (Array.isArray(value)) {
    for (const item of value) noteSpecification(item, specifications, generatedFolders, otherwise);
  } else if (typeof value === 'object' && value !== null) {
    const { source, directory } = value as { source?: unknown; directory?: unknown };
    const folders = typeof directory === 'string' ? [directory] : otherwise;
    if (source !== undefined) noteSpecification(source, specifications, generatedFolders, folders);
    else generatedFolders.push(...folders);
  }
}
