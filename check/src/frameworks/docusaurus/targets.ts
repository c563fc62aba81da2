import type { LinkTarget } from '../../site/link-target.ts';
import { decode, pathOfAddress } from '../../site/parse-address.ts';
import { folderOf, joinPath, within } from '../../site/paths.ts';
import { untranslated } from './routes.ts';
import type { DocusaurusParts } from './site-parts.ts';
import type { DocsVersion } from './versions.ts';

/**
 * A plugin finds the pages of files among its own: https://docusaurus.io/docs/markdown-features/links and
 * https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-plugin-content-blog/src/index.ts
 */
export function isOfOtherPart(parts: DocusaurusParts, from: string, to: string): boolean {
  const [own, others] = [partsOf(parts, from), partsOf(parts, to)];
  return own.length > 0 && others.length > 0 && own.every((part) => !others.includes(part));
}

/** True where the plugin of the page finds a page of its own by that file. */
export function findsFile(parts: DocusaurusParts, from: string, url: string): boolean {
  const { versions, root, pages } = parts;
  const path = (decode(pathOfAddress(url)) ?? url).replace(/^(?:@site|~)(?=\/)/u, '');
  const folders = path.startsWith('.') ? [] : [root, ...sourceRootsOf(from, versions, root)];
  const named = [folderOf(from), ...folders].flatMap((folder) => joinPath(folder, path) ?? []);
  return named
    .flatMap((at) => [at, ...untranslated(at, versions)])
    .some((at) => pages.has(at) && !isOfOtherPart(parts, from, at));
}

/** True where a page that is found by its address alone, with the ending behind it, is none: sources are not published. */
export function mayTellFiles(parts: DocusaurusParts, from: string): boolean {
  const { pages, files } = parts.otherPlugins;
  return !parts.settings.publishesSources && !pages && !files && partsOf(parts, from).length > 0;
}

/** The plugins whose folders a page lies in. */
function partsOf({ versions, settings, root }: DocusaurusParts, path: string): readonly string[] {
  const inSite = within(root, path);
  const folders = [settings.pagesPath, ...settings.blogs.map((blog) => blog.path)];
  return [
    ...versions.flatMap(({ folder, plugin: { id } }) => (within(folder, path) === undefined ? [] : [`docs ${id}`])),
    ...folders.filter((folder) => inSite !== undefined && within(folder, inSite) !== undefined),
  ];
}

/** A document is looked for among those of the same version and language, what is no document in all. */
export function sourceRootsOf(from: string, versions: readonly DocsVersion[], root: string): readonly string[] {
  const own = versions.find(({ folder }) => within(folder, from) !== undefined);
  if (own === undefined) return [...versions.map(({ folder }) => folder), root];
  return [own.folder, ...(own.translates === undefined ? [] : [own.translates]), root];
}

/** Nothing puts the base of the site before the address of an element that is written as one. */
export function withoutBase(
  { settings, files, root }: DocusaurusParts,
  url: string,
  element: string,
): LinkTarget | undefined {
  const isRaw = ['img', 'source', 'video', 'audio'].includes(element) && /^\/(?!\/)/u.test(url);
  if (!isRaw || settings.baseUrl === '/' || url.startsWith(settings.baseUrl)) return undefined;
  const meant = settings.staticFolders.some((folder) => files.has(joinPath(root, folder, url) ?? ''));
  return meant ? { kind: 'missing', looked: url } : undefined;
}

/** Docusaurus parses the address of a picture as one of the web, where a backslash is a slash. */
export function withBackslashes(
  { settings, files, root }: DocusaurusParts,
  from: string,
  url: string,
): LinkTarget | undefined {
  if (!url.includes('\\')) return undefined;
  const address = url.replaceAll('\\', '/');
  const folders = address.startsWith('/') ? settings.staticFolders.map((one) => joinPath(root, one)) : [folderOf(from)];
  const path = folders
    .flatMap((folder) => (folder === undefined ? [] : (joinPath(folder, address.replace(/^\//u, '')) ?? [])))
    .find((one) => files.has(one));
  return path === undefined ? undefined : { kind: 'file', path };
}
