import { packagesListed } from './listed-plugins.ts';
import { extensionOf } from './paths.ts';
import type { Sought } from './site.ts';

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
export function readUnreadPrograms(modules: readonly string[]): UnreadPrograms {
  const names = modules.flatMap((text) => [...text.matchAll(ofPages)].map(([, name = '']) => name));
  const listed = modules.flatMap(packagesListed).filter((name) => !quietByName.test(name));
  const loud = [...names, ...listed].find((name) => !quiet.test(name));
  return {
    anchors: loud === undefined ? undefined : `${loud} changes pages as they are made, and may bring it`,
    files: modules.some((text) => writes.test(text)) ? 'the settings write or copy files, and may bring it' : undefined,
  };
}

/** True for a file that is looked for from the top of the site: what lies beside a page is no work of the settings. */
export function mayBeWritten({ kind, at }: Sought): boolean {
  return ['page', 'file'].includes(kind) && at.startsWith('/') && !['', '.md', '.mdx'].includes(extensionOf(at));
}
