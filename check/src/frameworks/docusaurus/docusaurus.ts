import { readLinksOfModules } from './links-of-modules.ts';
import { isMap, parseDocument } from 'yaml';
import { unreadDialect, type Dialect } from '../../page/page-facts.ts';
import { isTold } from '../../settings/evaluated-values.ts';
import { loadModule, loadNamingPackages } from '../../settings/load-module.ts';
import { namedComponents } from '../../settings/named-components.ts';
import { createSettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForgeFile } from '../../site/forge-files.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import type { Framework, SiteSources } from '../../site/site.ts';
import { slashOnLoad } from '../../site/slash-on-load.ts';
import { submodulesOf } from '../../site/submodules.ts';
import { buildSite } from './build-site.ts';
import type { DocusaurusParts, LoadedSidebars } from './site-parts.ts';
import { docusaurusFrontmatterLinks } from './frontmatter.ts';
import { readOtherPlugins } from './quiet-plugins.ts';
import { readSettings, type DocusaurusSettings } from './settings.ts';
import { namesInTheme } from './theme-links.ts';
import { findVersions, type DocsVersion } from './versions.ts';

const mdx: Dialect = {
  syntax: 'mdx',
  grayMatter: true,
  indentedCode: true,
  headingId: 'braces',
  masks: ['html-comment', 'directive-attributes', 'math'],
  // https://docusaurus.io/docs/markdown-features/admonitions
  blocks: 'colons',
  formatField: true,
  frontmatterLinks: docusaurusFrontmatterLinks,
};
const markdown: Dialect = { ...mdx, syntax: 'markdown' };

/** Docusaurus 2 and 3: `docusaurus.config.*`. https://docusaurus.io/docs/api/docusaurus-config */
export const docusaurus: Framework = {
  name: 'docusaurus',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^docusaurus\.config\.[cm]?[jt]s$/u.test(fileNameOf(path)));
    return Promise.all(configs.map((path) => findSite(files, path)));
  },
};

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath);
  const module = await loadNamingPackages(files, configPath);
  const settings = readSettings(module?.default);
  const versions = (await Promise.all(settings.docs.map((plugin) => findVersions(files, root, plugin)))).flat();
  const sidebars = await loadSidebars(files, versions);
  const categories = await loadCategories(files, versions);
  const namesLists = await findListsOfCategories(files, sidebars);
  const theme = joinPath(root, 'src/theme/MDXComponents') ?? '';
  const themed = await namedComponents(
    files,
    files.paths.filter((path) => path.startsWith(theme) && /\.[jt]sx?$/u.test(path)),
  );
  const configText = (await files.readText(configPath)) ?? '';
  const dialects = new Map<string, Dialect>();
  const packages = (await files.readText(joinPath(root, 'package.json') ?? '')) ?? '';
  const version = /"@docusaurus\/core"\s*:\s*"(?:[\^~]|>?=)?\s*(\d+)\./u.exec(packages)?.[1];
  const firstMdx = version === '2';
  for (const path of files.paths) {
    const dialect = dialectOf(path, root, settings, versions);
    if (dialect !== undefined) dialects.set(path, firstMdx ? { ...dialect, firstMdx } : dialect);
  }
  // Documents of versions and languages that this build leaves out are no plain Markdown either.
  const leftOut = files.paths.flatMap(
    (path) => /^(?:\w+_)?(?:versioned_docs\w*|i18n)(?=\/)/u.exec(within(root, path) ?? '')?.[0] ?? [],
  );
  const contentFolders = [
    ...versions.map(({ folder }) => folder),
    ...[...new Set(leftOut)].map((folder) => joinPath(root, folder) ?? folder),
  ];
  const places = await createSettingsPlaces(files, module?.sources ?? [configPath]);
  const parts: Omit<DocusaurusParts, 'pages'> = {
    files,
    root,
    configPath,
    configText,
    settings,
    otherPlugins: await readOtherPlugins(files, root, settings.unknownPlugins),
    submodules: await submodulesOf(files),
    versions,
    sidebars,
    categories,
    mayHaveLists: (version) => /\bsidebarItemsGenerator\b/u.test(configText) || namesLists.has(version),
    themed,
    theme: namesInTheme(module?.default),
    moduleLinks: await readLinksOfModules(files, root, settings.pagesPath),
    leavesHtml: version !== undefined && Number(version) >= 3 && !settings.detectsFormat,
    addressEnds: settings.trailingSlash === undefined ? await slashOnLoad(files, root, settings.url) : undefined,
    places,
  };
  return {
    framework: 'docusaurus',
    root,
    configPath,
    contentFolders,
    dialects,
    build: (pages) => buildSite({ ...parts, pages }),
  };
}

async function loadSidebars(files: FileIndex, versions: readonly DocsVersion[]): Promise<readonly LoadedSidebars[]> {
  const loaded = versions.map(async (version): Promise<LoadedSidebars> => {
    const { sidebars: path } = version;
    if (path === undefined || !files.has(path)) return { version, path, text: '', value: undefined, complete: false };
    const module = await loadModule(files, path);
    const named =
      module === undefined || module.default !== undefined ? module?.default : Object.fromEntries(module.named);
    return {
      version,
      path,
      text: (await files.readText(path)) ?? '',
      value: named,
      complete: module !== undefined && isTold(named),
    };
  });
  return Promise.all(loaded);
}

/** Addresses that `_category_.json` gives to lists of folders. https://docusaurus.io/docs/sidebar/autogenerated#category-item-metadata */
async function loadCategories(files: FileIndex, versions: readonly DocsVersion[]): Promise<readonly string[]> {
  const loaded = files.paths.map(async (path): Promise<string[]> => {
    const version = /(?:^|\/)_category_\.(?:json|ya?ml)$/u.test(path)
      ? versions.find(({ folder }) => within(folder, path) !== undefined)
      : undefined;
    if (version === undefined) return [];
    // Docusaurus reads the JSON as YAML too.
    const { contents } = parseDocument((await files.readText(path)) ?? '', { logLevel: 'silent' });
    const slug = isMap(contents) ? contents.getIn(['link', 'slug']) : undefined;
    return typeof slug === 'string' ? [normaliseRoute(`${version.route}/${slug}`)] : [];
  });
  return (await Promise.all(loaded)).flat();
}

/**
 * Versions whose sidebars, or a `_category_` file, may have a list of a category at an address that Docusaurus names, `/category/…`: no
 * other category has one. https://docusaurus.io/docs/sidebar/items#generated-index-page
 */
async function findListsOfCategories(
  files: FileIndex,
  sidebars: readonly LoadedSidebars[],
): Promise<ReadonlySet<DocsVersion>> {
  const found = sidebars.map(async ({ version, path, text, complete }): Promise<readonly DocsVersion[]> => {
    if (path !== undefined && (!complete || text.includes('generated-index'))) return [version];
    const described = files.paths.filter(
      (one) => /(?:^|\/)_category_\.(?:json|ya?ml)$/u.test(one) && within(version.folder, one) !== undefined,
    );
    const texts = await Promise.all(described.map((one) => files.readText(one)));
    return texts.some((one = '') => one.includes('generated-index')) ? [version] : [];
  });
  return new Set((await Promise.all(found)).flat());
}

function dialectOf(
  path: string,
  root: string,
  settings: DocusaurusSettings,
  versions: readonly DocsVersion[],
): Dialect | undefined {
  const extension = extensionOf(path);
  const isMarkdown = extension === '.md' || extension === '.mdx';
  const written = extension === '.md' && settings.detectsFormat ? markdown : mdx;
  const version = versions.find(({ folder }) => within(folder, path) !== undefined);
  if (version !== undefined) {
    const inside = within(version.folder, path) ?? path;
    // What leaves a folder out leaves out all below it.
    const exclude = version.plugin.exclude.flatMap((pattern) => [pattern, `${pattern}/**`]);
    return isMarkdown && !matchPaths([...exclude, '**/__tests__/**'])(inside) ? written : undefined;
  }
  const inSite = within(root, path);
  if (inSite === undefined) return undefined;
  if (settings.blogs.some((blog) => within(blog.path, inSite) !== undefined)) return isMarkdown ? written : undefined;
  const ofCode = isForgeFile(path) && within(settings.pagesPath, inSite) === undefined;
  if (isMarkdown && !ofCode && /^(?:src|docs|i18n)\//u.test(inSite)) return written;
  const isPage =
    within(settings.pagesPath, inSite) !== undefined &&
    /\.[jt]sx?$/u.test(extension) &&
    !/\.(?:test|d)\.[jt]sx?$/u.test(path);
  return isPage ? unreadDialect : undefined;
}
