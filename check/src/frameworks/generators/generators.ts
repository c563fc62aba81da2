import type { FileIndex } from '../../site/file-index.ts';
import type { AnchorStyle } from '../../site/site.ts';
import { githubSlugs, numberedSlugs } from '../../site/slugs.ts';
import { vueSlug } from '../../site/vue-slugs.ts';
import { readDocfx } from '../docfx/docfx.ts';
import { documenterSlug, readDocumenter } from '../documenter/documenter.ts';
import { readFern } from '../fern/fern.ts';
import { readHugo } from '../hugo/hugo.ts';
import { readJekyll } from '../jekyll/jekyll.ts';
import { readJupyterBook } from '../jupyter-book/jupyter-book.ts';
import { pandocSlug, quartoEndings, readQuarto } from '../quarto/quarto.ts';
import { readRetype } from '../retype/retype.ts';
import { readRspress } from '../rspress/rspress.ts';
import { readWriterside } from '../writerside/writerside.ts';
import type { Generator } from './generator.ts';

/** As it is seen on published pages: each run of signs is a hyphen; full stops are not known. */
function gitbookSlugs(headings: Parameters<AnchorStyle['slugs']>[0]): readonly string[] {
  return ['.', '-', ''].flatMap((stop) => numberedSlugs((text) => gitbookSlug(text, stop), '-', 1)(headings));
}

function gitbookSlug(text: string, stop: string): string {
  return text
    .replaceAll('.', stop)
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}_.]+/gu, '-')
    .replace(/^-|-$/gu, '');
}

/** Below the sections whose addresses are made of titles, or of a slug, which is the title where there is none. https://gohugo.io/configuration/permalinks/ */
function titlesOfHugo(text: string, files: FileIndex): ((written: string) => boolean) | undefined {
  if (files.paths.some((path) => /(?:^|\/)permalinks\.(?:toml|ya?ml|json)$/u.test(path))) return undefined;
  const sections = [...text.matchAll(/^[ \t]*["']?([\w-]+)["']?[ \t]*[=:][ \t]*["'][^"'\n]*:(?:title|slug)/gmu)];
  const named = new Set(sections.map(([, section = '']) => section.toLowerCase()));
  return (written) =>
    named.size > 0 && (!written.startsWith('/') || written.split('/').some((part) => named.has(part.toLowerCase())));
}

/** Generators of which the pages are read and the settings are not, in the order in which they are looked for. */
export const generators: readonly Generator[] = [
  // https://rust-lang.github.io/mdBook/format/summary.html
  {
    name: 'mdbook',
    fromTop: false,
    changes: /^\[preprocessor\.(?!links|index|toc|admonish|mermaid|katex)/mu,
    redirects: /^"\/?([^"\n]+)\.html"\s*=\s*"/gmu,
    readmeIsPage: true,
    readmeIsIndex: true,
    isFixed: true,
    // Only the ending of an address is changed: https://github.com/rust-lang/mdBook/blob/v0.4.40/src/utils/mod.rs
    baseSetting: /^site-url\s*=\s*["'](\/[^"']*)["']/mu,
    settings: /(?:^|\/)book\.toml$/u,
    content: ['src'],
    contentSetting: /^[ \t]*src\s*=\s*["']([^"']+)["']/mu,
    onlyContent: true,
    summary: 'SUMMARY.md',
    exact: true,
    // https://github.com/rust-lang/mdBook/blob/v0.4.40/src/utils/mod.rs: whitespace is a hyphen, other signs are nothing
    anchors: githubSlugs,
    dialect: { includes: 'mdbook' },
  },
  // https://gitbook.com/docs/getting-started/git-sync/content-configuration
  {
    name: 'gitbook',
    fromTop: false,
    unless: ['book.toml', '../book.toml', '../../book.toml'],
    toldBy: ['.gitbook.yaml', '../.gitbook.yaml', 'book.json', '../book.json'],
    readmeIsPage: true,
    settings: /(?:^|\/)SUMMARY\.md$/u,
    says: /^[ \t]*[*-]\s+\[/mu,
    content: [],
    summary: 'SUMMARY.md',
    exact: true,
    anchors: gitbookSlugs,
    // https://gitbook.com/docs/creating-content/blocks/expandable
    anchorsDetails: true,
    writesFileNames: true,
    // GitBook up to 3 reads pages with kramed.
    dialect: { tightHeadings: true },
  },
  // https://quarto.org/docs/projects/quarto-projects.html
  {
    name: 'quarto',
    fromTop: false,
    readmeIsPage: true,
    settings: /(?:^|\/)_quarto\.ya?ml$/u,
    says: /^[ \t]+["']?type["']?[ \t]*:[ \t]*["']?(?:website|book|site)\b/mu,
    content: [],
    endings: quartoEndings,
    exact: true,
    anchors: numberedSlugs(pandocSlug, '-', 1),
    dialect: { masks: ['attribute-list', 'template', 'math'], includes: 'quarto', spacedAddresses: true },
    read: readQuarto,
  },
  // https://dotnet.github.io/docfx/docs/markdown.html
  {
    name: 'docfx',
    fromTop: false,
    readmeIsPage: true,
    settings: /(?:^|\/)docfx\.json$/u,
    says: /"build"/u,
    content: [],
    exact: true,
    // https://github.com/dotnet/docfx/blob/main/src/Docfx.MarkdigEngine.Extensions/MarkdownExtensions.cs
    anchors: githubSlugs,
    read: readDocfx,
  },
  // https://retype.com/configuration/project/
  {
    name: 'retype',
    fromTop: false,
    readmeIsPage: true,
    settings: /(?:^|\/)retype\.(?:ya?ml|json)$/u,
    says: /^\s*["']?(?:input|output|url|branding|links)["']?\s*:/mu,
    content: [],
    exact: false,
    anchors: githubSlugs,
    read: readRetype,
  },
  // https://documenter.juliadocs.org/stable/man/guide/
  {
    name: 'documenter',
    fromTop: false,
    readmeIsPage: true,
    settings: /(?:^|\/)make\.jl$/u,
    says: /\bmakedocs\s*\(/u,
    content: ['src'],
    onlyContent: true,
    exact: true,
    anchors: numberedSlugs(documenterSlug, '-', 2),
    dialect: { headingId: 'link', masks: ['math'], includes: 'documenter', rawBlocks: true },
    read: readDocumenter,
  },
  // https://docsify.js.org/#/more-pages
  {
    name: 'docsify',
    fromTop: true,
    readmeIsPage: true,
    settings: /(?:^|\/)index\.html$/u,
    says: /\$docsify\b/u,
    emptyIsHome: true,
    withoutHashRoutes: /\b(?:basePath|alias|routes|ext|homepage)\s*:|\brouterMode\s*:\s*['"]history/u,
    // An alias may be for files of navigation alone.
    withoutNamesOfFiles:
      /\b(?:basePath|routes|ext|fallbackLanguages)\s*:|\brouterMode\s*:\s*['"]history|\balias\s*:(?!\s*\{(?:\s*["'][^"'\n]*_(?:sidebar|navbar)\.md["']\s*:\s*["'][^"'\n]*["'],?)*\s*\})/u,
    content: [],
    exact: false,
  },
  // https://vuepress.vuejs.org/guide/page.html#routing
  {
    name: 'vuepress',
    fromTop: false,
    readmeIsPage: true,
    settings: /(?:^|\/)\.vuepress\/config(?:\/index)?\.[cm]?[jt]s$/u,
    content: [],
    exact: false,
    dialect: { includes: 'vuepress' },
    anchors: numberedSlugs(vueSlug, '-', 1),
  },
  // https://www.getzola.org/documentation/content/linking/
  {
    name: 'zola',
    fromTop: false,
    settings: /(?:^|\/)(?:config|zola)\.toml$/u,
    says: /^base_url\s*=/mu,
    // https://www.getzola.org/documentation/content/linking/#internal-links
    baseSetting: /^base_url\s*=\s*["']https?:\/\/[^/"']+(\/[\w./-]+)["']/mu,
    ownTemplates: 'templates',
    content: ['content'],
    ofPages: '@/',
    exact: false,
  },
  // https://gohugo.io/content-management/organization/
  {
    name: 'hugo',
    fromTop: true,
    settings: /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml))$/u,
    says: /\bbaseURL\b|\blanguageCode\b|^theme\s*=|\[params\]/imu,
    content: ['content'],
    templates: /(?:^|\/)archetypes\//u,
    contentSetting: /^[ \t]*contentDir\s*[=:]\s*["']?([\w./-]+)/imu,
    exact: false,
    dialect: { shortcodes: 'hugo' },
    titlesName: titlesOfHugo,
    read: readHugo,
  },
  {
    name: 'hugo',
    fromTop: true,
    settings: /(?:^|\/)config\/_default\/(?:hugo|config)\.(?:toml|ya?ml)$/u,
    content: ['content'],
    templates: /(?:^|\/)archetypes\//u,
    exact: false,
    dialect: { shortcodes: 'hugo' },
    titlesName: titlesOfHugo,
    read: readHugo,
  },
  // https://hexo.io/docs/setup
  {
    name: 'hexo',
    fromTop: true,
    settings: /(?:^|\/)_config\.yml$/u,
    says: /^source_dir:/mu,
    content: ['source'],
    contentSetting: /^source_dir:\s*([\w./-]+)/mu,
    exact: false,
  },
  // https://jupyterbook.org/v1/structure/toc.html: links may name targets of MyST
  {
    name: 'jupyter-book',
    settings: /(?:^|\/)(?:_toc|myst)\.yml$/u,
    says: /^[ \t]*(?:-[ \t]+)?(?:root|file|toc)[ \t]*:/mu,
    content: [],
    changes: /^/u,
    fromTop: true,
    exact: false,
    dialect: { masks: ['attribute-list', 'template', 'myst-directive'] },
    read: readJupyterBook,
  },
  // https://jekyllrb.com/docs/structure/
  {
    name: 'jekyll',
    fromTop: false,
    settings: /(?:^|\/)_config\.ya?ml$/u,
    says: /^(?:plugins|theme|remote_theme|markdown|permalink|collections|baseurl|title|defaults|exclude|kramdown|highlighter)\s*:/mu,
    content: [],
    exact: false,
    dialect: { shortcodes: 'jekyll', readBy: 'kramdown', markdownInHtml: true },
    readsHtml: /\bparse_block_html["']?\s*:\s*true|^markdown\s*:\s*["']?(?!kramdown\b)\w/imu,
    read: readJekyll,
  },
  // https://www.11ty.dev/docs/config/
  {
    name: 'eleventy',
    settings: /(?:^|\/)\.?eleventy(?:\.config)?\.[cm]?[jt]s$/u,
    content: [],
    fromTop: false,
    exact: false,
  },
  // https://xyd.dev/docs/guides/settings: its `docs.json` looks like that of Mintlify
  {
    name: 'xyd',
    fromTop: false,
    settings: /(?:^|\/)docs\.json$/u,
    says: /"\$schema"\s*:\s*"https?:\/\/(?:www\.)?xyd\.dev\//u,
    content: [],
    exact: false,
  },
  // https://rspress.rs/guide/start/introduction
  {
    name: 'rspress',
    fromTop: false,
    settings: /(?:^|\/)rspress\.config\.[cm]?[jt]s$/u,
    content: ['docs'],
    endings: ['.md', '.mdx'],
    exact: false,
    // https://rspress.rs/guide/use-mdx/components: github-slugger
    anchors: githubSlugs,
    dialect: { syntax: 'mdx', masks: ['math', 'directive-attributes'] },
    read: readRspress,
  },
  // https://www.jetbrains.com/help/writerside/project-structure.html
  {
    name: 'writerside',
    fromTop: false,
    settings: /(?:^|\/)writerside\.cfg$/u,
    says: /<ihp\b/u,
    content: ['topics'],
    exact: false,
    readmeIsPage: true,
    read: readWriterside,
  },
  // https://buildwithfern.com/learn/docs/getting-started/project-structure
  {
    name: 'fern',
    fromTop: false,
    settings: /(?:^|\/)fern\/docs\.ya?ml$/u,
    content: [],
    endings: ['.md', '.mdx'],
    exact: false,
    dialect: { syntax: 'mdx', masks: ['math'], includes: 'snippet-element' },
    read: readFern,
  },
];
