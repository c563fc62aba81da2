import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { VFileMessage } from 'vfile-message';
import { parseAsciidoc } from './asciidoc.ts';
import { collectFacts } from './collect-facts.ts';
import {
  blankCodeBelowHeadings,
  fencesEnd,
  findOpenBlocks,
  findScriptImports,
  findSlips,
  blankInnerFences,
} from './fences.ts';
import { findIncludes, findFrontmatterLinks, findLiquidLinks, findMystLinks, findShortcodeLinks } from './includes.ts';
import { splitFrontmatter } from './frontmatter.ts';
import { detailsTitles, htmlHeadings, rawHtml } from './html.ts';
import { createLineIndex, type Dialect, type PageFacts, type PageProblem, unreadPage } from './page-facts.ts';
import { maskSyntax, withTagsOfMarkdown } from './mask-syntax.ts';
import { parseShortened, type ParseMarkdown } from './shortcut/parse-shortened.ts';
import { parseRestructuredText } from './restructuredtext.ts';

/**
 * The Markdown and MDX parsers. They evaluate nothing, and throw a `VFileMessage` on invalid MDX. Of GFM, only tables and
 * footnotes are enabled: autolinks and strikethrough would take a quarter of the time and change no link or anchor.
 */
export function createMarkdownParser(): ParseMarkdown {
  const base = unified()
    .use(remarkParse)
    .data('micromarkExtensions', [gfmTable(), gfmFootnote()])
    .data('fromMarkdownExtensions', [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()])
    .freeze();
  const parserWithoutIndentedCode = base()
    .data('micromarkExtensions', [gfmTable(), gfmFootnote(), { disable: { null: ['codeIndented'] } }])
    .freeze();
  const mdx = base().use(remarkMdx).freeze();
  return (text, { syntax, indentedCode }) => {
    if (syntax === 'mdx') return mdx.parse(text);
    return indentedCode ? base.parse(text) : parserWithoutIndentedCode.parse(text);
  };
}

export type ParsePage = (source: string, dialect: Dialect) => PageFacts;

/** Creates the page parser. It never throws: syntax errors are among the page's problems. */
export function createPageParser(): ParsePage {
  const parseWhole = createMarkdownParser();
  const parse = parseShortened(parseWhole);
  const parsePage: ParsePage = (source, dialectOfSite) => {
    if (dialectOfSite.syntax === 'unread' || dialectOfSite.syntax === 'openapi') return unreadPage;
    if (dialectOfSite.syntax === 'asciidoc') return parseAsciidoc(source);
    if (dialectOfSite.syntax === 'restructuredtext') return parseRestructuredText(source);
    const { data, body: written, problems } = splitFrontmatter(source, dialectOfSite);
    const body = dialectOfSite.readBy === 'python-markdown' ? blankInnerFences(written) : written;
    const syntax = (dialectOfSite.formatField && formatOf(data)) ?? dialectOfSite.syntax;
    const dialect = { ...dialectOfSite, syntax };
    const { text: masked, headingIds, ids } = maskSyntax(body, dialect);
    const text = dialect.indentedCode ? masked : blankCodeBelowHeadings(masked);
    const includes = findIncludes(body, dialect);
    const { listed, links, ids: named } = findMystLinks(body, dialect);
    const slips = [...findSlips(body), ...findOpenBlocks(body, dialect)];
    const isVue = dialect.template === 'vue';
    // Cached, because a page may have thousands of unclosed blocks.
    let mayEnd: boolean | undefined;
    const context = {
      source,
      headingIds,
      lines: createLineIndex(source),
      fencesEnd: (!dialect.indentedCode || markdownInHtml.test(body)) && fencesEnd(body),
      readsAttributes: dialect.masks.includes('attribute-list'),
      lastDefinitionCounts: dialect.readBy !== undefined,
      isRaw: dialect.readBy === undefined ? undefined : rawHtml(withTagsOfMarkdown(text, body), dialect.readBy),
      fencesMayEnd: () => (mayEnd ??= fencesEnd(body) || fencesEnd(blankInnerFences(body))),
    };
    try {
      const facts = collectFacts(parse(text, { syntax: dialect.syntax, indentedCode: dialect.indentedCode }), context);
      const elsewhere = [...findFrontmatterLinks(data, source, dialect), ...findShortcodeLinks(body, dialect)];
      const liquid = findLiquidLinks(body, dialect);
      // Links that start with a template are in `liquid` already.
      const filledIn = new Set(liquid.map(({ line }) => line));
      const textLinks = facts.links.filter(({ url, line }) => !(url.startsWith('{{') && filledIn.has(line)));
      return {
        ...facts,
        ids: [...ids, ...named, ...facts.ids],
        ...(dialect.syntax === 'markdown'
          ? { htmlHeadings: htmlHeadings(text), detailsTitles: detailsTitles(text) }
          : {}),
        imports: isVue ? [...facts.imports, ...findScriptImports(body)] : facts.imports,
        includes,
        listed,
        links: [...textLinks, ...links, ...elsewhere, ...liquid],
        frontmatter: data,
        problems: [...problems, ...slips, ...facts.problems],
        parsed: true,
      };
    } catch (error) {
      if (dialect.syntax === 'markdown') throw error;
      const facts = collectFacts(parse(text, { syntax: 'markdown', indentedCode: true }), context);
      return {
        ...facts,
        includes,
        listed,
        frontmatter: data,
        // Conflict markers explain the parse error, so it is not reported too.
        problems: [
          ...problems,
          ...(slips.some(({ rule }) => rule !== 'unclosed-block') || dialect.firstMdx === true
            ? slips
            : [...slips, syntaxProblem(error)]),
        ],
        parsed: false,
      };
    }
  };
  return (source, dialect) => {
    try {
      return parsePage(source, dialect);
    } catch (error) {
      // Parser assertions fail on some unusual input. Check the other pages anyway.
      return { ...unreadPage, problems: [unreadableProblem(error)] };
    }
  };
}

/** Format set in frontmatter. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter */
function formatOf({ mdx }: Readonly<Record<string, unknown>>): 'markdown' | 'mdx' | undefined {
  const format = typeof mdx === 'object' && mdx !== null && 'format' in mdx ? mdx.format : undefined;
  return format === 'md' ? 'markdown' : format === 'mdx' ? 'mdx' : undefined;
}

function unreadableProblem(error: unknown): PageProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    rule: 'page-too-complex',
    line: undefined,
    column: undefined,
    message: `The parser gave up on this page, so it was not checked: ${reason.replace(/\s+/gu, ' ')}.`,
  };
}

/** HTML blocks with Markdown content, in kramdown, Python-Markdown and PHP Markdown Extra: https://kramdown.gettalong.org/syntax.html#html-blocks */
const markdownInHtml = /^<[a-z][^>\n]*\smarkdown(?:=|>)/mu;

/** Remedies for the most frequent parser messages. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/before name.*(?:U\+0021|!)|Unexpected character `!`/u, 'Write comments as `{/* ... */}` in MDX.'],
  [/Unexpected character `[\d=]`.*before name/u, 'Write a literal `<` as `&lt;` or inside backticks.'],
  [/Could not parse (?:expression|import\/exports) with acorn/u, 'Write a literal `{` as `\\{` or inside backticks.'],
  [/Unexpected end of file in expression/u, 'Write a literal `{` as `\\{`, or close the expression with `}`.'],
];

function syntaxProblem(error: unknown): PageProblem {
  if (!(error instanceof VFileMessage)) throw error;
  const hint = hints.find(([pattern]) => pattern.test(error.reason))?.[1];
  const reason = error.reason.replace(/\s+/gu, ' ').replace(/\.$/u, '');
  // At the end of the file, the parser names only the opening tag: `<Note>` (5:1-5:7).
  const opened = /\((\d+):(\d+)/u.exec(reason);
  return {
    rule: 'mdx-syntax',
    line: error.line ?? (opened === null ? undefined : Number(opened[1])),
    column: error.column ?? (opened === null ? undefined : Number(opened[2])),
    message: `This is not valid MDX: ${reason}.${hint === undefined ? '' : ` ${hint}`}`,
  };
}
