import type { FileIndex } from './file-index.ts';
import { namedImports } from './includes.ts';
import { fileNameOf, folderOf, joinPath } from './paths.ts';

const extensions = ['', '.ts', '.js', '.mjs', '.mts', '.cjs', '/index.ts', '/index.js', '/index.mjs'];
/** A module that walks over the nodes of a page and gives links another address. */
const walks = /\bvisit\w*\(|\.children\b|\brenderer\.rules\b|\bnode\.type\b/u;
/** The same of one that may come by links: a rule of markdown-it for what it shows otherwise does not. */
const walksLinks =
  /\bvisit\w*\(|\.children\b|\bnode\.type\b|\brenderer\.rules\b(?!\.(?!link_|image\b|text\b|html_)\w)/u;
const setsAddress = /\.(?:url|href)\s*=(?!=)|\battrSet\(\s*['"]href|\[['"]href['"]\]\s*=(?!=)/u;
/** What gives a node of a page other text or other nodes, such as values for the names of variables. */
const setsText = /\.(?:value|children)\s*=(?!=)|\.children\.(?:splice|push|unshift)\(/u;
/** https://docusaurus.io/docs/api/docusaurus-config#markdown */
const preprocesses = /\bpreprocessor\s*[:(]/u;
/** A plugin of Vite that takes the text of pages: https://vite.dev/guide/api-plugin#transforming-custom-file-types */
const transforms = /\btransform\s*[(:]/u;
const namesPages = /\.md\b/u;

/** Modules that are looked into, from the settings on: a plugin may be wrapped in another. */
const mostModules = 50;

/** What plugins of the repository's own (remark, rehype, markdown-it, Vite) do that the settings of a site use. */
export interface OwnPlugins {
  readonly rewriteLinks: boolean;
  readonly changePages: boolean;
  /** The text of pages is another before it is parsed. */
  readonly changeText: boolean;
  readonly unread: UnreadPrograms;
}

export async function readOwnPlugins(files: FileIndex, configPath: string | undefined): Promise<OwnPlugins> {
  const isModule = configPath !== undefined && /\.[cm]?[jt]s$/u.test(configPath);
  const modules = isModule ? await modulesFrom(files, configPath) : [];
  return {
    rewriteLinks: modules.some((text) => walksLinks.test(text) && setsAddress.test(text)),
    changePages: modules.some(
      (text) => (transforms.test(text) && namesPages.test(text)) || (walks.test(text) && setsText.test(text)),
    ),
    changeText: modules.some((text) => preprocesses.test(text)),
    unread: readUnreadPrograms(modules),
  };
}

/** The settings, those of Vite beside them, and what these import of the repository. */
async function modulesFrom(files: FileIndex, configPath: string): Promise<readonly string[]> {
  const root = folderOf(configPath).replace(/(?:^|\/)\.vitepress(?:\/config)?$/u, '');
  const seen = new Set([configPath]);
  for (const path of files.paths)
    if (folderOf(path) === root && /^vite\.config\.[cm]?[jt]s$/u.test(fileNameOf(path))) seen.add(path);
  const texts: string[] = [];
  for (const path of seen) {
    const text = (await files.readText(path)) ?? '';
    texts.push(text);
    for (const [, source = ''] of text.matchAll(/['"](\.{1,2}\/[^'"\s]+)['"]/gu)) {
      const at = joinPath(folderOf(path), source);
      const found = extensions.map((extension) => `${at ?? ''}${extension}`).find((place) => files.has(place));
      if (found !== undefined && /\.[cm]?[jt]s$/u.test(found) && seen.size < mostModules) seen.add(found);
    }
  }
  return texts;
}

/** How settings name the plugins that change pages: of remark, rehype and recma in MDX, Docusaurus, Astro, Nextra and Fumadocs. */
const ofLists = /\b(?:beforeDefault)?(?:remark|rehype|recma)Plugins\b\s*[:=]/giu;
/** Lists that are read of a module, and what is read of each and of what stands before it (`(given) => [`). */
const [mostLists, longestList, longestStart] = [50, 5000, 100];

/** `const { a } = require('x')` and `const a = (await import('x')).default`. */
const constants =
  /\b(?:const|let|var)\s+([\w$]+|\{[^{}]{0,500}\})\s*=\s*\(?(?:await\s+)?(?:require|import)\(\s*['"]([^'"\n]+)['"]/gu;
const loads = /\b(?:require|import)\(\s*['"]([^'"\n]+)['"]/gu;

/** The packages from which a module of settings takes the plugins that it lists, whatever their names. */
export function packagesListed(text: string): readonly string[] {
  const lists = [...text.matchAll(ofLists)]
    .slice(0, mostLists)
    .map(({ index, 0: { length } }) => listAfter(text, index + length));
  if (lists.every((list) => list === '')) return [];
  const from = new Map<string, string>();
  for (const { names, source } of namedImports(text)) for (const name of names) from.set(name, source);
  for (const [, names = '', source = ''] of text.matchAll(constants))
    for (const [name] of names.matchAll(/[\w$]+/gu)) from.set(name, source);
  const sources = lists.flatMap((list) => [
    ...[...list.matchAll(loads)].map(([, source = '']) => source),
    ...[...list.matchAll(/[\w$]+/gu)].flatMap(([name]) => from.get(name) ?? []),
  ]);
  return [...new Set(sources)].flatMap((source) => /^(?!@site\/)(?:@[\w.-]+\/)?[\w-][\w.-]*/u.exec(source)?.[0] ?? []);
}

/** The list that begins there, without what stands in braces: options, and functions that the settings write themselves. */
function listAfter(text: string, start: number): string {
  const opens = text.slice(start, start + longestStart).indexOf('[');
  if (opens === -1) return '';
  let [list, brackets, braces] = ['', 0, 0];
  for (const sign of text.slice(start + opens, start + opens + longestList)) {
    if (sign === '{') braces += 1;
    else if (sign === '}') braces -= 1;
    else if (braces === 0) {
      list += sign;
      if (sign === '[') brackets += 1;
      if (sign === ']') brackets -= 1;
      if (brackets === 0) return list;
    }
  }
  return list;
}

/** Packages by whose names alone they change pages as they are made: plugins of remark, rehype and markdown-it. */
const ofPages = /['"]((?:@[\w.-]+\/)?(?:remark|rehype|markdown-it|micromark-extension)-[\w.-]+)(?:\/[^'"]*)?['"]/gu;

/** Those of which is known that they leave headings and ids alone. */
const quiet = new RegExp(
  `(?:^|/)(?:${[
    'remark-(?:gfm|math|directive|frontmatter|breaks|parse|rehype|stringify|mdx|lint[\\w-]*|validate-links|footnotes|deflist|sub-super|images?|unwrap-images|code-\\w+|mermaid\\w*|mentions|slug|toc|html|prism|external-links|github|a11y-emoji|reading-time|copy-linked-files|plugin-npm2yarn|cli|supersub|definition-list|smartypants|plantuml\\w*|kroki\\w*|graphviz|import-partial|mdx-\\w+|gemoji\\w*)',
    'rehype-(?:katex|mathjax|raw|slug|autolink-headings|external-links|pretty-code|prism\\w*|highlight\\w*|mermaid|stringify|parse|remark|format|minify|sanitize|img-size|figure|callouts|add-classes|class-names|video|picture|expressive-code|shiki\\w*|wrap[\\w-]*|unwrap-images|code-titles|copy\\w*|preset-minify|lazy\\w*|image\\w*)',
    'markdown-it-(?:footnote|task-\\w+|mathjax\\d*|katex|texmath|container|sub|sup|mark|ins|abbr|deflist|multimd-table|block-embed|html5-embed|html5-media|implicit-figures|image-\\w+|figure|kbd|plantuml\\w*|imsize|collapsible|link-attributes|external-links?|github-alerts|custom-block|mermaid|ruby|copy\\w*|cjk\\w*|lazy\\w*|small|prism|highlightjs|checkbox|todo|video|color|spoiler|mathml|latex)',
  ].join('|')})(?:-[\\w]+)?$`,
  'u',
);

/** What else lists of such plugins take from packages, of which their names tell that they leave headings alone. */
const quietByName =
  /^(?:@docusaurus|@astrojs|@expressive-code|@shikijs)\/|^(?:fumadocs|nextra|unist-util|mdast-util|hast-util|estree-util|node)\b|npm2yarn|mermaid|katex|mathjax|\btabs?\b|plantuml|kroki|shiki|\bcode|codehike|links?\b|image|highlight|prism|emoji|typescript|twoslash|llms|frontmatter|admonition|alerts|lint/iu;

/** What a module of settings writes or copies files with. */
const writes =
  /\b(?:writeFile|copyFile|cp|outputFile|copy)(?:Sync)?\(|\b(?:emitFile|createWriteStream|viteStaticCopy|CopyPlugin|CopyWebpackPlugin|copy-webpack-plugin)\b/u;

/** What programs that are not read here may do to a site: the reasons why findings about it are not certain. */
export interface UnreadPrograms {
  readonly anchors: string | undefined;
  readonly files: string | undefined;
}

/** `modules` are the texts of the settings and of what they import of the repository. */
function readUnreadPrograms(modules: readonly string[]): UnreadPrograms {
  const names = modules.flatMap((text) => [...text.matchAll(ofPages)].map(([, name = '']) => name));
  const listed = modules.flatMap(packagesListed).filter((name) => !quietByName.test(name));
  const loud = [...names, ...listed].find((name) => !quiet.test(name));
  return {
    anchors: loud === undefined ? undefined : `${loud} changes pages as they are made, and may bring it`,
    files: modules.some((text) => writes.test(text)) ? 'the settings write or copy files, and may bring it' : undefined,
  };
}

/** Where patch-package, yarn and pnpm keep what they change of a package, by its name. https://github.com/ds300/patch-package */
const patchOfGenerator =
  /(?:^|\/)\.?(?:yarn\/)?patches\/[^/]*(?:docusaurus|vitepress|astro|starlight|nextra|fumadocs|slug|anchor|remark|rehype|markdown|mdx)[^/]*\.(?:patch|diff)$/iu;
const concernsAnchors = /^[+-].*(?:slug|anchor|heading|\bids?\b)/imu;

/** The patch of a repository that may change how its generator makes anchors, if there is one. */
export async function findPatchOfAnchors(files: FileIndex): Promise<string | undefined> {
  for (const path of files.paths) {
    if (patchOfGenerator.test(path) && concernsAnchors.test((await files.readText(path)) ?? '')) return path;
  }
  return undefined;
}
