import type { FileIndex } from './file-index.ts';
import { fileNameOf, folderOf, joinPath } from './paths.ts';

const extensions = ['', '.ts', '.js', '.mjs', '.mts', '.cjs', '/index.ts', '/index.js', '/index.mjs'];
/** A module that walks over the nodes of a page and gives links another address. */
const walks = /\bvisit\w*\(|\.children\b|\brenderer\.rules\b|\bnode\.type\b/u;
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
    rewriteLinks: modules.some((text) => walks.test(text) && setsAddress.test(text)),
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
  const visited = new Set([configPath]);
  for (const path of files.paths)
    if (folderOf(path) === root && /^vite\.config\.[cm]?[jt]s$/u.test(fileNameOf(path))) visited.add(path);
  const texts: string[] = [];
  for (const path of visited) {
    const text = (await files.readText(path)) ?? '';
    texts.push(text);
    for (const [, source = ''] of text.matchAll(/['"](\.{1,2}\/[^'"\s]+)['"]/gu)) {
      const modulePath = joinPath(folderOf(path), source);
      const foundPath = extensions
        .map((extension) => `${modulePath ?? ''}${extension}`)
        .find((place) => files.has(place));
      if (foundPath !== undefined && /\.[cm]?[jt]s$/u.test(foundPath) && visited.size < mostModules)
        visited.add(foundPath);
    }
  }
  return texts;
}

/** Packages by whose names alone they change pages as they are made: plugins of remark, rehype and markdown-it. */
const pagePlugin = /['"]((?:@[\w.-]+\/)?(?:remark|rehype|markdown-it|micromark-extension)-[\w.-]+)(?:\/[^'"]*)?['"]/gu;

/** Those of which is known that they leave headings and ids alone. */
const quiet = new RegExp(
  `(?:^|/)(?:${[
    'remark-(?:gfm|math|directive|frontmatter|breaks|parse|rehype|stringify|mdx|lint[\\w-]*|validate-links|footnotes|deflist|sub-super|images?|unwrap-images|code-\\w+|mermaid\\w*|mentions|slug|toc|html|prism|external-links|github|a11y-emoji|reading-time|copy-linked-files|plugin-npm2yarn|cli|supersub|definition-list|smartypants|plantuml\\w*|kroki\\w*|graphviz|import-partial|mdx-\\w+|gemoji\\w*)',
    'rehype-(?:katex|mathjax|raw|slug|autolink-headings|external-links|pretty-code|prism\\w*|highlight\\w*|mermaid|stringify|parse|remark|format|minify|sanitize|img-size|figure|callouts|add-classes|class-names|video|picture|expressive-code|shiki\\w*|wrap[\\w-]*|unwrap-images|code-titles|copy\\w*|preset-minify|lazy\\w*|image\\w*)',
    'markdown-it-(?:footnote|task-\\w+|mathjax\\d*|katex|texmath|container|sub|sup|mark|ins|abbr|deflist|multimd-table|block-embed|html5-embed|html5-media|implicit-figures|image-\\w+|figure|kbd|plantuml\\w*|imsize|collapsible|link-attributes|external-links?|github-alerts|custom-block|mermaid|ruby|copy\\w*|cjk\\w*|lazy\\w*|small|prism|highlightjs|checkbox|todo|video|color|spoiler|mathml|latex)',
  ].join('|')})(?:-[\\w]+)?$`,
  'u',
);

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
  const names = modules.flatMap((text) => [...text.matchAll(pagePlugin)].map(([, name = '']) => name));
  const loud = names.find((name) => !quiet.test(name));
  return {
    anchors: loud === undefined ? undefined : `${loud} changes pages as they are made, and may bring it`,
    files: modules.some((text) => writes.test(text)) ? 'the settings write or copy files, and may bring it' : undefined,
  };
}
