import type { PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { joinPath, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { blogRoute } from './blog-routes.ts';
import { docRoute } from './doc-routes.ts';
import type { DocusaurusParts } from './site-parts.ts';
import type { DocsVersion } from './versions.ts';

/** The addresses of a page in each language of the site, as the plugin whose folder it lies in publishes it. */
export function routesOf(
  { settings, versions, root, files }: DocusaurusParts,
  locales: readonly string[],
  path: string,
  facts: PageFacts,
): string[] {
  if (/(?:^|\/)_/u.test(within(root, path) ?? path) || facts.frontmatter['draft'] === true) return [];
  const version = versions.find(({ folder }) => within(folder, path) !== undefined);
  if (version !== undefined) return isTranslated(files, path, version) ? [docRoute(path, facts, version)] : [];
  const inSite = within(root, path) ?? path;
  for (const blog of settings.blogs) {
    if (within(blog.path, inSite) !== undefined) return [blogRoute(inSite, facts, blog.path, blog.routeBasePath)];
  }
  const page = within(settings.pagesPath, inSite);
  if (page === undefined) return [];
  const route = withoutExtension(page).replace(/(?:^|\/)index$/u, '');
  return [route, ...locales.map((locale) => `${locale}/${route}`)];
}

/** The languages in which the site has documents: each is a build that publishes all other pages too. */
export function localesOf({ versions, root }: Pick<DocusaurusParts, 'versions' | 'root'>): readonly string[] {
  return [
    ...new Set(versions.flatMap(({ folder, translates }) => (translates === undefined ? [] : localeOf(root, folder)))),
  ];
}

/**
 * A translation of a document that is not there is published nowhere: its paths are those of the language of the site.
 * https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-plugin-content-docs/src/docs.ts
 */
function isTranslated(files: FileIndex, path: string, { folder, translates }: DocsVersion): boolean {
  if (translates === undefined || !files.hasFolder(translates)) return true;
  const stem = withoutExtension(joinPath(translates, within(folder, path) ?? path) ?? path);
  return ['.md', '.mdx'].some((ending) => files.has(stem + ending));
}

/** Every language is a build of its own, which puts its name before addresses. https://docusaurus.io/docs/i18n/introduction */
export function localeOf(root: string, path: string): readonly string[] {
  const [folder, locale] = within(root, path)?.split('/') ?? [];
  return folder === 'i18n' && locale !== undefined ? [locale] : [];
}

/** A page that is not translated is shown in the language that it is written in. */
export function untranslated(path: string, versions: readonly DocsVersion[]): string[] {
  return versions.flatMap(({ folder, translates }) => {
    const inside = within(folder, path);
    return translates === undefined || inside === undefined ? [] : [joinPath(translates, inside) ?? inside];
  });
}

/** Where plugins write pages among the documents. */
export function writtenRoutes({ root, settings, versions }: DocusaurusParts): readonly string[] {
  return settings.writtenFolders.flatMap((written) =>
    versions.flatMap(({ folder, route }) => {
      const places = [joinPath(root, written), joinPath(folder, written)];
      return places.flatMap((at) => {
        const inside = at === folder ? '' : within(folder, at ?? '');
        return inside === undefined ? [] : [normaliseRoute(`${route}/${inside}`)];
      });
    }),
  );
}

/** Whether a route or path is that of the folder, or of something in it. */
export function isBelow(folder: string, route: string): boolean {
  return route === folder || within(folder, route) !== undefined;
}

/** The folder at the top that a path lies in; empty for what lies in none. */
export function topOf(path: string): string {
  return path.includes('/') ? (path.split('/', 1)[0] ?? '') : '';
}
