import { CallValue, isTold } from '../../settings/evaluated-values.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { wholeSettings } from '../../settings/whole-settings.ts';
import { editUrlsOf, repositoryOf, type EditUrl } from './edit-urls.ts';

/** One instance of the docs plugin. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs */
export interface DocsPlugin {
  readonly id: string;
  readonly path: string;
  readonly routeBasePath: string;
  readonly sidebarPath: string | undefined;
  readonly lastVersion: string | undefined;
  readonly versions: Readonly<Record<string, unknown>>;
  readonly includeCurrentVersion: boolean;
  readonly numberPrefixes: boolean;
  readonly exclude: readonly string[];
}

/** Settings of the documents that decide at which addresses they are. */
const ofRoutes = [
  'id',
  'path',
  'routeBasePath',
  'lastVersion',
  'versions',
  'includeCurrentVersion',
  'onlyIncludeVersions',
];

interface BlogPlugin {
  readonly path: string;
  readonly routeBasePath: string;
}

export interface DocusaurusSettings {
  /** False where the settings are what a function makes of them, so that nothing of them is told. */
  readonly isEvaluated: boolean;
  readonly url: string;
  readonly baseUrl: string;
  readonly trailingSlash: boolean | undefined;
  readonly staticFolders: readonly string[];
  /** False where the settings name further ones that they do not tell, or that lie outside of the repository. */
  readonly staticFoldersTold: boolean;
  readonly docs: readonly DocsPlugin[];
  readonly blogs: readonly BlogPlugin[];
  readonly editUrls: readonly EditUrl[];
  /** The repository to which the site is deployed, `owner/name` in small letters. */
  readonly repository: string | undefined;
  readonly pagesPath: string;
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
  /** True when a function makes further ones. */
  readonly createsRedirects: boolean;
  readonly detectsFormat: boolean;
  /** True when plugins change the pages before they are compiled. */
  readonly changesPages: boolean;
  /** False where only running the settings tells at which addresses documents are. */
  readonly routesTold: boolean;
  /** True when a plugin may publish the sources of pages beside them, for programs to read. */
  readonly publishesSources: boolean;
  /** Folders into which plugins write pages, from that of the settings or that of the documents. */
  readonly writtenFolders: readonly string[];
  /** Addresses that settings tell plugins and presets to publish something at, such as the pages of Redoc. */
  readonly routesOfPlugins: readonly string[];
  /** Plugins of which neither the name nor what the settings tell of them says that they publish no pages. */
  readonly unknownPlugins: readonly unknown[];
}

const knownPlugins =
  /plugin-(?:content-|client-redirects|google|sitemap|ideal-image|pwa|debug|css|svgr|vercel|rsdoctor|sass|less|matomo|fathom|plausible|posthog|segment|hotjar|umami|clarity|goatcounter|image-zoom|zooming|dotenv|copy-page|drawio|llms|node-polyfill|typesense|algolia|lunr)|theme-|search|tailwind|webpack|analytics|hubspot|remote-mermaid|postcss|polyfill|llms|posthog|dotenv|astroturf|module-alias|gtm-|orama|lightbox|^ideal-image$/u;

/** What a plugin publishes pages with. https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis */
const publishes = ['loadContent', 'contentLoaded', 'allContentLoaded', 'postBuild', '...'];

/** Reads `docusaurus.config.*`; what it does not say has the default of the classic preset. */
export function readSettings(exported: unknown): DocusaurusSettings {
  const { settings, isWhole } = wholeSettings(exported, []);
  const { url, baseUrl, trailingSlash, staticDirectories, presets, plugins, markdown } = settings;
  const preset = optionsOf(listOf(presets)[0]);
  const all = listOf(plugins).map((plugin) => ({ name: nameOf(plugin), options: optionsOf(plugin) }));
  const ofKind = (kind: string) =>
    all.filter(({ name }) => name?.includes(kind) === true).map(({ options }) => options);
  const docs = [...(preset['docs'] === false ? [] : [recordOf(preset['docs'])]), ...ofKind('content-docs')];
  const blogs = [...(preset['blog'] === false ? [] : [recordOf(preset['blog'])]), ...ofKind('content-blog')];
  return {
    isEvaluated: isWhole && (presets === undefined || Array.isArray(presets)) && isRead(preset['docs']),
    url: textOf(url) ?? '',
    baseUrl: textOf(baseUrl) ?? '/',
    trailingSlash: typeof trailingSlash === 'boolean' ? trailingSlash : undefined,
    staticFolders: (Array.isArray(staticDirectories) ? listOf(staticDirectories) : ['static']).flatMap(
      (folder) => textOf(folder) ?? [],
    ),
    staticFoldersTold: isTold(staticDirectories),
    docs: docs.map(readDocs),
    blogs: blogs.map(({ path, routeBasePath }) => ({
      path: textOf(path) ?? 'blog',
      routeBasePath: textOf(routeBasePath) ?? 'blog',
    })),
    editUrls: [
      ...docs.flatMap((options) => editUrlsOf(options, 'docs')),
      ...blogs.flatMap((options) => editUrlsOf(options, 'blog')),
      ...editUrlsOf(recordOf(preset['pages']), 'src/pages'),
    ],
    repository: repositoryOf(settings),
    pagesPath: textOf(recordOf(preset['pages'])['path']) ?? 'src/pages',
    redirects: ofKind('client-redirects').flatMap(readRedirects),
    createsRedirects: ofKind('client-redirects').some((options) => options['createRedirects'] !== undefined),
    detectsFormat: recordOf(markdown)['format'] === 'detect',
    changesPages: [...docs, ...blogs].some((options) => options['remarkPlugins'] !== undefined),
    routesTold: docs.every((options) => ofRoutes.every((name) => isTold(options[name]))),
    publishesSources: all.some(({ name = '' }) => /llms|markdown|copy-page|mcp/u.test(name)),
    routesOfPlugins: [...listOf(presets).slice(1), ...listOf(plugins)].flatMap((one) => routesIn(optionsOf(one))),
    writtenFolders: listOf(plugins).flatMap((plugin) => foldersOfWriter(plugin) ?? []),
    unknownPlugins: (Array.isArray(plugins) || plugins === undefined ? listOf(plugins) : [plugins]).filter(
      (plugin) => !isKnownPlugin(plugin) && foldersOfWriter(plugin) === undefined,
    ),
  };
}

/**
 * Where a plugin writes pages among the documents, which those of documents publish; undefined for another plugin, and where that
 * is not told. https://github.com/PaloAltoNetworks/docusaurus-openapi-docs and https://typedoc-plugin-markdown.org/plugins/docusaurus
 */
function foldersOfWriter(plugin: unknown): readonly string[] | undefined {
  const name = nameOf(plugin) ?? '';
  const options = optionsOf(plugin);
  if (name.endsWith('docusaurus-plugin-typedoc')) {
    if (options['out'] === undefined) return ['docs/api', 'api'];
    return typeof options['out'] === 'string' ? [options['out']] : undefined;
  }
  if (!name.endsWith('docusaurus-plugin-openapi-docs')) return undefined;
  const all = Object.values(recordOf(options['config'])).map((one) => textOf(recordOf(one)['outputDir']));
  const folders = all.flatMap((folder) => folder ?? []);
  return all.length > 0 && folders.length === all.length ? folders : undefined;
}

/** Options of plugins that name an address: `route` and `routePath` of Redocusaurus, `routeBasePath` of Docusaurus itself. */
const routeOptions = /^(?:route|routePath|routeBasePath)$/u;
/** Nesting of the options of plugins. */
const deepestOptions = 4;

function routesIn(options: unknown, depth = 0): string[] {
  if (typeof options !== 'object' || options === null || depth > deepestOptions) return [];
  return Object.entries(options).flatMap(([name, value]) =>
    routeOptions.test(name) && typeof value === 'string' ? [value] : routesIn(value, depth + 1),
  );
}

/** One that the settings write themselves shows what it does. */
function isKnownPlugin(plugin: unknown): boolean {
  const name = nameOf(plugin);
  if (name !== undefined) return knownPlugins.test(name);
  if (plugin === null || plugin === false || plugin === undefined) return true;
  const [written] = Array.isArray(plugin) ? listOf(plugin) : [plugin];
  const own = written instanceof CallValue ? {} : recordOf(written);
  return Object.keys(own).length > 0 && !publishes.some((key) => Object.hasOwn(own, key));
}

/** False for settings of documents of which nothing is told. */
function isRead(options: unknown): boolean {
  if (options instanceof CallValue) return false;
  return isTold(options) || (Object.keys(recordOf(options)).length > 0 && isTold(recordOf(options)['...']));
}

function readDocs(options: Readonly<Record<string, unknown>>): DocsPlugin {
  return {
    id: textOf(options['id']) ?? 'default',
    path: textOf(options['path']) ?? 'docs',
    routeBasePath: textOf(options['routeBasePath']) ?? 'docs',
    sidebarPath: textOf(options['sidebarPath']),
    lastVersion: textOf(options['lastVersion']),
    versions: recordOf(options['versions']),
    includeCurrentVersion: options['includeCurrentVersion'] !== false,
    numberPrefixes: options['numberPrefixParser'] !== false,
    exclude: listOf(options['exclude']).flatMap((pattern) => textOf(pattern) ?? []),
  };
}

function readRedirects(options: Readonly<Record<string, unknown>>): { from: string; to: string }[] {
  return listOf(options['redirects']).flatMap((redirect) => {
    const { from, to } = recordOf(redirect);
    const target = textOf(to);
    return target === undefined
      ? []
      : [from].flat().flatMap((source) => (typeof source === 'string' ? [{ from: source, to: target }] : []));
  });
}

/** A plugin is written as its name, or as a list of its name and its options. */
function nameOf(plugin: unknown): string | undefined {
  return textOf(plugin) ?? textOf(listOf(plugin)[0]);
}

function optionsOf(plugin: unknown): Readonly<Record<string, unknown>> {
  return recordOf(listOf(plugin)[1]);
}
