import { unreadDialect, type Dialect, type PageFacts } from '../page/page-facts.ts';
import { anyAnchors } from '../site/anchor-index.ts';
import { createAnyReading, type FileIndex, isForgeFile } from '../site/file-index.ts';
import {
  type Framework,
  type LinkTarget,
  type Site,
  type SiteSources,
  plainLinkRules,
  plainNames,
  plainSite,
} from '../site/site.ts';
import { extensionOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from '../site/paths.ts';
import { createRouteTable } from '../site/routes.ts';

/** A generator whose settings are not read. */
interface Generator {
  readonly name: string;
  /** Settings file in the site's root, and required content if its name is ambiguous. */
  readonly settings: RegExp;
  readonly says?: RegExp;
  /** Files beside the settings that name another generator. */
  readonly unless?: readonly string[];
  /** Content folders below the settings, and the setting that names another. Default: the settings' folder. */
  readonly content?: readonly string[];
  readonly contentSetting?: RegExp;
  readonly endings?: readonly string[];
  readonly dialect?: Partial<Dialect>;
  /** True if the generator uses one of the known anchor styles. */
  readonly areAnchorsKnown?: true;
  /** True if a README is the page of its folder. */
  readonly readmeIsPage?: true;
  /** Prefix of links to source files from the content root. */
  readonly alias?: string;
}

const mdx: Partial<Dialect> = { syntax: 'mdx', masks: ['math', 'directive-attributes'] };

/** In order of precedence. */
const generators: readonly Generator[] = [
  // https://gitbook.com/docs/getting-started/git-sync/content-configuration
  {
    name: 'gitbook',
    settings: /(?:^|\/)SUMMARY\.md$/u,
    says: /^[ \t]*[*-]\s+\[/mu,
    unless: ['book.toml', '../book.toml', '../../book.toml'],
    readmeIsPage: true,
    areAnchorsKnown: true,
    dialect: { tightHeadings: true },
  },
  // https://quarto.org/docs/projects/quarto-projects.html
  {
    name: 'quarto',
    settings: /(?:^|\/)_quarto\.ya?ml$/u,
    says: /^[ \t]+["']?type["']?[ \t]*:[ \t]*["']?(?:website|book|site)\b/mu,
    endings: ['.qmd', '.md', '.ipynb', '.rmd'],
    readmeIsPage: true,
    areAnchorsKnown: true,
    dialect: { masks: ['attribute-list', 'template', 'math'], includes: 'template' },
  },
  // https://dotnet.github.io/docfx/docs/markdown.html
  { name: 'docfx', settings: /(?:^|\/)docfx\.json$/u, says: /"build"/u, readmeIsPage: true },
  // https://retype.com/configuration/project/
  {
    name: 'retype',
    settings: /(?:^|\/)retype\.(?:ya?ml|json)$/u,
    says: /^\s*["']?(?:input|output|url|branding|links)["']?\s*:/mu,
    contentSetting: /^input\s*:\s*["']?([\w./-]+)/mu,
    readmeIsPage: true,
    areAnchorsKnown: true,
  },
  // https://documenter.juliadocs.org/stable/man/guide/
  {
    name: 'documenter',
    settings: /(?:^|\/)make\.jl$/u,
    says: /\bmakedocs\s*\(/u,
    content: ['src'],
    readmeIsPage: true,
    areAnchorsKnown: true,
    dialect: { masks: ['math'] },
  },
  // https://docsify.js.org/#/more-pages
  {
    name: 'docsify',
    settings: /(?:^|\/)index\.html$/u,
    says: /\$docsify\b(?![\s\S]*\b(?:basePath|routes|ext|homepage)\s*:)/u,
    readmeIsPage: true,
  },
  // https://vuepress.vuejs.org/guide/page.html#routing
  {
    name: 'vuepress',
    settings: /(?:^|\/)\.vuepress\/config(?:\/index)?\.[cm]?[jt]s$/u,
    readmeIsPage: true,
    areAnchorsKnown: true,
    dialect: { includes: 'template' },
  },
  // https://www.getzola.org/documentation/content/linking/
  {
    name: 'zola',
    settings: /(?:^|\/)(?:config|zola)\.toml$/u,
    says: /^base_url\s*=/mu,
    content: ['content'],
    alias: '@/',
  },
  // https://hexo.io/docs/setup
  {
    name: 'hexo',
    settings: /(?:^|\/)_config\.yml$/u,
    says: /^source_dir:/mu,
    content: ['source'],
    contentSetting: /^source_dir:\s*([\w./-]+)/mu,
  },
  // https://jupyterbook.org/v1/structure/toc.html
  {
    name: 'jupyter-book',
    settings: /(?:^|\/)(?:_toc|myst)\.yml$/u,
    says: /^[ \t]*(?:-[ \t]+)?(?:root|file|toc)[ \t]*:/mu,
    endings: ['.md', '.ipynb'],
    dialect: { masks: ['attribute-list', 'template', 'myst-directive'], includes: 'myst' },
  },
  // https://www.11ty.dev/docs/config/
  { name: 'eleventy', settings: /(?:^|\/)\.?eleventy(?:\.config)?\.[cm]?[jt]s$/u },
  // https://rspress.rs/guide/start/introduction
  {
    name: 'rspress',
    settings: /(?:^|\/)rspress\.config\.[cm]?[jt]s$/u,
    content: ['docs'],
    endings: ['.md', '.mdx'],
    areAnchorsKnown: true,
    dialect: mdx,
  },
  // https://www.jetbrains.com/help/writerside/project-structure.html
  {
    name: 'writerside',
    settings: /(?:^|\/)writerside\.cfg$/u,
    says: /<ihp\b/u,
    content: ['topics'],
    readmeIsPage: true,
  },
  // https://buildwithfern.com/learn/docs/getting-started/project-structure
  {
    name: 'fern',
    settings: /(?:^|\/)fern\/docs\.ya?ml$/u,
    endings: ['.md', '.mdx'],
    dialect: { syntax: 'mdx', masks: ['math'], includes: 'snippet-element' },
  },
];

/** Dialect of most generators. */
export const genericDialect: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list', 'template'],
  includes: 'template',
  repeatedFields: true,
};

/** Sites of these generators: a link or anchor is broken only if no known style resolves it. */
export const generic: Framework = {
  name: 'generic',
  async findSites(files) {
    const siteSources = await Promise.all(
      generators.flatMap((generator) =>
        files.paths.filter((path) => generator.settings.test(path)).map((path) => findSite(files, generator, path)),
      ),
    );
    const begun = new Set<string>();
    return siteSources.flatMap((site) => {
      if (site === undefined || begun.has(site.root)) return [];
      begun.add(site.root);
      return [site];
    });
  },
};

async function findSite(files: FileIndex, generator: Generator, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  if (generator.says?.test(text) === false) return undefined;
  const isBeside = (name: string): boolean => files.has(joinPath(folderOf(configPath), name) ?? '');
  if (generator.unless?.some(isBeside) === true) return undefined;
  const root = folderOf(configPath).replace(/(?:^|\/)\.vuepress(?:\/config)?$/u, '');
  const named = generator.contentSetting?.exec(text)?.[1];
  const folders = [...(named === undefined ? [] : [named]), ...(generator.content ?? [])];
  const content =
    folders.map((folder) => joinPath(root, folder) ?? root).find((folder) => files.hasFolder(folder)) ?? root;
  const { endings = ['.md', '.markdown'] } = generator;
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(content, path);
    if (inside === undefined || !endings.includes(extensionOf(path))) continue;
    if (generator.readmeIsPage !== true && isForgeFile(path)) continue;
    if (/(?:^|\/)(?:node_modules|vendor|\.[^/]+)\//u.test(inside)) continue;
    const written = { ...genericDialect, ...generator.dialect };
    dialects.set(path, extensionOf(path) === '.ipynb' ? unreadDialect : written);
  }
  if (dialects.size === 0) return undefined;
  return {
    framework: generator.name,
    root,
    configPath,
    contentFolders: content === root ? [] : [content],
    dialects,
    isGuess: true,
    build: (pages) => buildSite(generator, root, content, files, pages),
  };
}

function buildSite(
  { name, areAnchorsKnown, alias }: Generator,
  root: string,
  content: string,
  files: FileIndex,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const anyReading = createAnyReading(files, pages);
  const table = createRouteTable([...pages.keys()].map((path) => [path, [routeOf(content, path)]]));
  const publicFolders = ['static', 'public', '.vuepress/public', 'assets', ''].flatMap(
    (folder) => joinPath(root, folder) ?? [],
  );
  return {
    ...plainSite,
    framework: name,
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    links: {
      ...plainLinkRules,
      publicFolders,
      relative: () => ['file', 'route'],
      trailingSlash: () => true,
      sourceRoots: () => [content, root],
      names: { ...plainNames, bare: true, index: ['index', '_index', 'README'] },
      aliases: new Map(alias === undefined ? [] : [[alias, content]]),
      resolve: (from, { url }) => resolveBesidePage(from, url, files, pages),
      unknown: (_at, link) =>
        link === undefined || anyReading(link.written, link.from)
          ? `${name} may publish a page or file of that name there`
          : undefined,
    },
    // GitBook's editor writes file names with `#`, which starts no anchor there.
    anchors: anyAnchors,
    includePlaces: placesByName(files),
    unread: {
      addresses: `the settings of ${name} are not read`,
      anchors: areAnchorsKnown === true ? undefined : `how ${name} makes anchors is not known`,
    },
  };
}

/** A repository file or folder that exists beside the page, whatever the generator. */
function resolveBesidePage(from: string, url: string, files: FileIndex, pages: Site['pages']): LinkTarget | undefined {
  if (/^(?:[a-z][\w+.-]*:|\/|#)/iu.test(url)) return undefined;
  const fullPath = joinPath(folderOf(from), url);
  if (fullPath !== undefined && files.has(fullPath) && !pages.has(fullPath)) return { kind: 'file', path: fullPath };
  const path = joinPath(folderOf(from), url.replace(/[?#].*$/su, ''));
  const isFile = path !== undefined && !pages.has(path) && (files.has(path) || files.hasFolder(path));
  return isFile && !pages.has(joinPath(path, 'README.md') ?? '') ? { kind: 'file', path } : undefined;
}

/** Include paths may be relative to any folder. */
export function placesByName(files: FileIndex): NonNullable<Site['includePlaces']> {
  return (from, source) => {
    const end = /^(?:@?\/|(?:\.{1,2}\/)+)?([^@:;{}$]+)$/u.exec(source)?.[1];
    const beside = end === undefined ? undefined : joinPath(folderOf(from), end);
    if (end === undefined || beside === undefined) return [];
    return [beside, ...files.paths.filter((path) => path === end || path.endsWith(`/${end}`))];
  };
}

function routeOf(content: string, path: string): string {
  const inside = withoutExtension(within(content, path) ?? path);
  return normaliseRoute(inside.replace(/(?:^|\/)(?:_?index|README)$/u, '/'));
}
