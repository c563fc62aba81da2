import { fileNameOf, folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import type { LinkRules } from '../../site/site.ts';
import { isBelow } from './routes.ts';
import type { DocusaurusParts } from './site-parts.ts';
import type { DocsVersion } from './versions.ts';

/** Files that a bundler looks for beside the page. https://docusaurus.io/docs/markdown-features/assets */
const assets = /\.(?:png|jpe?g|gif|svg|webp|avif|pdf|docx|xlsx|zip)$/iu;

/** True for what names a source file, which is looked for among the documents only, and for another file beside the page. */
export function isFileOfRepository(at: string, written: string | undefined): boolean {
  const isBeside = !at.startsWith('/') || written?.startsWith('/') === false;
  return /\.mdx?$/u.test(at) || (isBeside && assets.test(at));
}

/** True for the name of a file in a folder of which the site has files as they are. */
export function isAmongFiles({ settings, files, root }: DocusaurusParts, route: string): boolean {
  const folder = folderOf(route);
  if (folder === '' || !/\.[a-z]\w{1,4}$/iu.test(route)) return false;
  return settings.staticFolders.some((one) => files.hasFolder(joinPath(root, one, folder) ?? ''));
}

/** Whether a route is one of a page of documents, of any version. */
export function isDocument(versions: readonly DocsVersion[], route: string): boolean {
  return versions.some((version) => within(version.route, route) !== undefined);
}

/** True where a plugin that is not known may publish what is at an address: a page, or a file alone. */
export function mayBePublished(
  { otherPlugins: { pages, files } }: Pick<DocusaurusParts, 'otherPlugins'>,
  at: string,
): boolean {
  return pages || (files && /\.[a-z]\w{0,4}$/iu.test(at));
}

/** Whether plugins may make a list there: of posts, of tags, of a category. */
export function createLists(parts: DocusaurusParts, generated: readonly string[]): (route: string) => boolean {
  const { settings, versions } = parts;
  const blogs = settings.blogs.filter((blog) => mayHavePosts(parts, blog.path));
  const listings = blogs.flatMap(({ routeBasePath }) =>
    ['tags', 'archive', 'authors', 'page', 'rss.xml', 'atom.xml'].map((name) =>
      normaliseRoute(`${routeBasePath}/${name}`),
    ),
  );
  const categories = versions.flatMap((version) =>
    [...(parts.mayHaveLists(version) ? ['category'] : []), 'tags'].map((name) =>
      normaliseRoute(`${version.route}/${name}`),
    ),
  );
  const blogRoots = blogs.map(({ routeBasePath }) => normaliseRoute(routeBasePath));
  const prefixes = [...listings, ...categories, '/search'];
  return (route) =>
    generated.includes(route) ||
    blogRoots.includes(route) ||
    prefixes.some((prefix) => route === prefix || within(prefix, route) !== undefined);
}

/** What no page of this build is: lists, files of plugins, and other locales, which are those of other builds. */
export function createUnknowable(
  parts: DocusaurusParts,
  isList: (route: string) => boolean,
  isAmongPages: (route: string) => boolean,
  isAmongFiles: (route: string) => boolean,
  isWritten: (route: string) => boolean,
): LinkRules['unknowable'] {
  const { versions, otherPlugins } = parts;
  return (at, link) => {
    if (isFileOfRepository(at, link?.written) || (link !== undefined && !at.startsWith('/'))) return false;
    const route = normaliseRoute(at);
    const isNear = isDocument(versions, route) || (link !== undefined && (isAmongPages(route) || isAmongFiles(route)));
    if ((mayBePublished({ otherPlugins }, route) && !isNear) || isWritten(route)) return true;
    if (otherPlugins.below.some((folder) => isBelow(folder, route))) return true;
    return isList(route);
  };
}

/**
 * A blog without posts has no list of them either, whatever the preset has switched on. A script may bring those of any folder of
 * that name, and a component that shows them tells that there are some.
 * https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-plugin-content-blog/src/index.ts
 */
function mayHavePosts({ files, root, submodules }: DocusaurusParts, blog: string): boolean {
  const folder = joinPath(root, blog);
  if (folder === undefined) return true;
  if (submodules.some((path) => isBelow(path, folder) || isBelow(folder, path))) return true;
  const name = fileNameOf(folder).toLowerCase();
  const isOfPosts = (part: string): boolean =>
    part === 'docusaurus-plugin-content-blog' || part.toLowerCase().startsWith(name);
  return files.paths.some((path) => path.split('/').slice(0, -1).some(isOfPosts));
}
