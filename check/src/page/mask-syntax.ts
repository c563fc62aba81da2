import { blankJson } from './shortcut/blank-json.ts';
import { blank, fencedLines } from './fences.ts';
import { voidElements } from './html.ts';
import type { Dialect, Place } from './page-facts.ts';

/** Liquid blocks whose content is not page text, or is shown verbatim. */
type Block = 'raw' | 'comment' | 'highlight';

/** Blanks these blocks, except unclosed ones. Offsets and lines stay valid. */
export function blankBlocks(source: string, names: readonly Block[]): string {
  if (!/\{%-?\s*end(?:raw|comment|highlight)\b/u.test(source)) return source;
  let open: { readonly name: string; readonly offset: number } | undefined;
  let copied = 0;
  let text = '';
  for (const { 0: tag, 1: end, 2: name = '', index } of source.matchAll(
    /\{%-?\s{0,9}(end)?(raw|comment|highlight)\b[^%\n]{0,200}%\}/gu,
  )) {
    if (end === undefined) open ??= { name, offset: index };
    else if (open?.name === name) {
      const stop = index + tag.length;
      if (names.some((block) => block === name)) {
        text += source.slice(copied, open.offset) + blank(source.slice(open.offset, stop));
        copied = stop;
      }
      open = undefined;
    }
  }
  return text + source.slice(copied);
}

/**
 * Directives of Sphinx, MyST and sphinx-design with Markdown content. Others may contain code or data, such as `code-cell`. https://myst-parser.readthedocs.io/en/latest/syntax/admonitions.html
 */
const markdown = new Set(
  `admonition attention caution danger error hint important note seealso tip warning todo versionadded versionchanged
  versionremoved deprecated topic sidebar epigraph highlights pull-quote compound container figure figure-md div only
  margin aside grid grid-item grid-item-card card card-carousel tab-set tab-item tabs tab group-tab dropdown details
  toggle list-table table glossary exercise solution hlist class rst-class centered`.split(/\s+/u),
);

const fence = /^(\s*)(`{3,}|~{3,})\{([\w:.+-]+)\}.*$/u;

/** Indentation from which a fence does not close another: https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
const deeper = 4;

/** Blanks fences and options of directives with Markdown content, so that a Markdown parser reads the content. */
function unwrapDirectives(lines: readonly string[]): string[] {
  const open: {
    readonly fence: string;
    readonly indent: number;
    readonly holdsMarkdown: boolean;
    isInOptions: boolean;
  }[] = [];
  return lines.map((line) => {
    const top = open.at(-1);
    const closes =
      top !== undefined &&
      line.trim().startsWith(top.fence) &&
      line.trim().replaceAll(top.fence.charAt(0), '') === '' &&
      line.search(/\S/u) < top.indent + deeper;
    if (closes) {
      open.pop();
      return top.holdsMarkdown ? ''.padEnd(line.length) : line;
    }
    if (top !== undefined && !top.holdsMarkdown) return line;
    const start = fence.exec(line);
    if (start?.[2] !== undefined && start[3] !== undefined) {
      const holdsMarkdown = markdown.has(start[3]) || start[3].startsWith('prf:');
      open.push({ fence: start[2], indent: line.indexOf(start[2]), holdsMarkdown, isInOptions: true });
      return holdsMarkdown ? ''.padEnd(line.length) : line;
    }
    const plain = /^\s*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(?!.*`)/u.exec(line);
    if (plain?.[1] !== undefined)
      open.push({ fence: plain[1], indent: line.indexOf(plain[1]), holdsMarkdown: false, isInOptions: false });
    if (top?.isInOptions !== true) return line;
    top.isInOptions = /^\s*:[\w-]+:/u.test(line);
    return top.isInOptions ? ''.padEnd(line.length) : line;
  });
}

const begins = /^ {0,3}<([a-z][a-z\d-]*)(?=[\s>/])/iu;
const ends = /^ {0,3}<\/[a-z][a-z\d-]*>[ \t]*$/iu;
const tag = /<(\/?)([a-z][a-z\d-]*)(?:[\s/][^<>]*)?(?:>|$)/giu;

/**
 * In CommonMark, an HTML block ends at an empty line; in Python-Markdown and kramdown, it ends with its element. So if text
 * follows the closing line, that line is blanked.
 */
export function endHtml(lines: readonly string[], isCode: readonly boolean[]): readonly string[] {
  let open = 0;
  let isInside = false;
  return lines.map((line, index) => {
    if (isCode[index] === true || line.trim() === '') {
      isInside = false;
      return line;
    }
    if (!isInside) {
      // A closing tag after an empty line also starts an HTML block.
      if (!begins.test(line) && !ends.test(line)) return line;
      isInside = true;
      open = 0;
    }
    for (const [markup, slash, name = ''] of line.matchAll(tag))
      if (!voidElements.has(name.toLowerCase()) && !markup.endsWith('/>')) open += slash === '/' ? -1 : 1;
    if (open > 0 || !ends.test(line)) return line;
    isInside = false;
    return /^ {0,3}[^\s<]/u.test(lines[index + 1] ?? '') ? blank(line) : line;
  });
}

export interface MaskedPage {
  readonly text: string;
  /** Anchors that authors wrote on headings, by 1-based line. */
  readonly headingIds: ReadonlyMap<number, string>;
  /** Anchors that authors wrote anywhere else. */
  readonly ids: readonly (Place & { readonly id: string })[];
}

interface HeadingId {
  /** Range of the id syntax in the line. */
  readonly start: number;
  readonly end: number;
  readonly id: string | undefined;
}

/** Replaces the last `#` by the space that the parser requires. */
const tightHeading = /^(#{1,5})#(?=[^#\s])/u;
const headingMarks = /^[\s>]*#{1,6}(?!#)/u;
/**
 * Content of the braces at the end of a heading: `#id`, with other attributes, possibly in a comment. Generated MDX may have
 * escaped braces: `## Title \{#id\}`.
 */
const idInBraces = /^:?\s*(?:\/\*\s*)?(?:[^\s{}#]+\s+){0,8}#([^\s{}\\]+)([^{}\\]*)\\?$/u;
const idInBrackets = /^([\s>]*#{1,6}\s.*?)(\s*(?:\[#([^\]\s]+)\]|\[!toc\]|\[toc\]))\s*$/u;

/** Only the last braces of the line are parsed, because an expression for all of them takes polynomial time. */
function idOfHeading(line: string, style: Dialect['headingId']): HeadingId | undefined {
  if (style === 'brackets') {
    const [, { length: start } = '', { length } = '', id] = idInBrackets.exec(line) ?? [];
    return length === 0 ? undefined : { start, end: start + length, id };
  }
  const close = style === 'none' ? -1 : line.lastIndexOf('}');
  const open = line.lastIndexOf('{', close);
  if (close === -1 || open === -1 || !/^\s*(?:#+\s*)?$/u.test(line.slice(close + 1))) return undefined;
  const [marks] = headingMarks.exec(line) ?? [];
  const [, id, after] = idInBraces.exec(line.slice(open + 1, close)) ?? [];
  if (marks === undefined || id === undefined) return undefined;
  const start = Math.max(marks.length, line.slice(0, open).replace(/\\$/u, '').trimEnd().length);
  // With other line separators, the braces may belong to a later line.
  if (/[\r\u2028\u2029]/u.test(line.slice(marks.length, start))) return undefined;
  const isEnd = after?.trim() === '' && id.length > 2 && id.endsWith('*/');
  return { start, end: close + 1, id: isEnd ? id.slice(0, -2) : id };
}

/** `:kbd[Ctrl]{.key}` within a line, but not braces after a link or image. */
const inlineDirective = /((?<![\w:]):[A-Za-z][\w-]*\[[^\]\n]*\])\{[^{}\n]*\}/gu;

/** Replaces framework syntax by spaces of the same length, so that offsets and lines stay valid. */
export function maskSyntax(source: string, dialect: Dialect): MaskedPage {
  const headingIds = new Map<number, string>();
  const ids: (Place & { id: string })[] = [];
  // Code blocks of Jekyll: https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting
  const shown = dialect.shortcodes === 'jekyll' ? blankBlocks(source, ['highlight']) : source;
  const read = dialect.syntax === 'mdx' ? blankJson(shown) : shown;
  const written = (dialect.masks.includes('template') ? blankLiquid(read) : read).split('\n');
  const unwrapped = dialect.masks.includes('directive-attributes') ? unwrapMdxBlocks(written) : written;
  const lines = dialect.masks.includes('myst-directive') ? unwrapDirectives(unwrapped) : unwrapped;
  const fenced = fencedLines(lines, dialect.masks.includes('html-comment') ? 'read' : 'code');
  const directives = dialect.masks.includes('directive-attributes');
  const separated = dialect.readBy === undefined ? lines : endHtml(lines, fenced);
  const masked = separated.map((written, index) => {
    let line = written;
    const myst = dialect.masks.includes('myst-directive');
    if (fenced[index] === true) return line;
    if (dialect.tightHeadings === true) line = line.replace(tightHeading, '$1 ');
    // https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html#customising-external-url-resolution
    if (myst) line = line.replace(/\]\([^()\s]*\)(?=\{[^{}\n]*\.external\b[^{}\n]*\})/gu, blank);
    if (dialect.masks.includes('attribute-list'))
      line = maskAttributeLists(line, index + 1, dialect.headingId !== 'none', ids);
    const label = myst ? /^\(([^()]+)\)=\s*$/u.exec(line)?.[1] : undefined;
    if (label !== undefined) {
      ids.push({ id: label, line: index + 1, column: 1 });
      return blank(line);
    }
    if (dialect.markdownInHtml) line = maskTagOfMarkdown(line, index + 1, ids);
    if (directives && /^\s*:{2,}[A-Za-z]/u.test(line)) return line.replace(/\{[^{}]*\}/gu, blank);
    if (directives && line.includes(']{'))
      line = line.replace(inlineDirective, (markup, start: string) => start + blank(markup.slice(start.length)));
    const heading = idOfHeading(line, dialect.headingId);
    if (heading === undefined) return line;
    const { start, end, id } = heading;
    if (id !== undefined) headingIds.set(index + 1, id);
    return line.slice(0, start) + blank(line.slice(start, end)) + line.slice(end);
  });
  let text = masked.join('\n');
  for (const name of dialect.masks) {
    const pattern = spanPatterns[name];
    if (pattern !== undefined) text = maskSpans(text, fenced, pattern);
  }
  return { text, headingIds, ids };
}

/** Blanks Liquid comments, also in code blocks, and tags after a closing fence. https://shopify.github.io/liquid/tags/template/ */
function blankLiquid(source: string): string {
  if (!source.includes('{%') && !source.includes('{{<')) return source;
  return source
    .replace(
      /\{%-?[ \t]*comment[ \t]*-?%\}(?:(?!\{%-?[ \t]*comment\b)[\s\S])*?\{%-?[ \t]*endcomment[ \t]*-?%\}/gu,
      blank,
    )
    .replace(
      /^([ \t]*(?:`{3,}|~{3,})[ \t]*)(\{(?:%-?[ \t]*end[a-z]+[ \t]*-?%|\{[%<][ \t]*\/[ \t]*[\w/.-]+[ \t]*[%>]\})\}[ \t]*)$/gmu,
      (_, fence: string, tag: string) => fence + blank(tag),
    );
}

/** Docusaurus renders `mdx-code-block`, also nested ones, as part of the page. */
function unwrapMdxBlocks(lines: readonly string[]): readonly string[] {
  const open: string[] = [];
  return lines.map((line) => {
    const opened = /^\s*(`{3,})mdx-code-block\s*$/u.exec(line)?.[1];
    if (opened !== undefined) open.push(opened);
    else if (open.length === 0 || line.trim() !== open.at(-1)) return line;
    else open.pop();
    return blank(line);
  });
}

const spanPatterns: Partial<Record<Dialect['masks'][number], RegExp>> = {
  'html-comment': /<!--[\s\S]*?-->/gu,
  // A formula on its own lines, or inline, where it cannot continue across paragraphs or table rows.
  math: /\$\$(?<=^[ \t>]*\$\$)[\s\S]+?\$\$|(?<!\$)\$\$(?!\$)(?:[^\n]|\n(?![ \t]*[\n|]))+?\$\$|(?<!\$)\$\$\$(?!\$)[^$\n]+\$\$\$(?!\$)|(?<![\\$\w])\$(?![\s$]|\d[^$\n\\]*(?:\$|$))[^$\n`"']*?[^\s$\\`"']\$(?![\w${])/gmu,
  template: /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}|<%[\s\S]*?%>/gu,
};

/** `## Title {.class lang=en}`: attributes are not part of the heading's text. */
const listWithoutId = /\{:?\s*(?:\.[\w-]+|[\w-]+=[^\s{}#]+)(?:\s[^{}#\n]*)?\}\s*$/u;

/** https://python-markdown.github.io/extensions/md_in_html/, https://kramdown.gettalong.org/syntax.html#html-blocks */
const readsContent = /(?:^|\s)markdown(?:=(?:["']?(?:1|block|span)["']?))?(?=[\s/]|$)/u;

const tagAlone = /^(\s*)<[a-z][a-z\d-]*\s([^<>]*)>(?=\s*$)/iu;

/**
 * A tag at the start of a line turns the following lines into HTML up to an empty line. With the attribute `markdown` it does not,
 * so the tag is blanked, unless it has an address to check.
 */
function maskTagOfMarkdown(line: string, number: number, ids: (Place & { id: string })[]): string {
  const [tag, indentation = '', attributes = ''] = tagAlone.exec(line) ?? [];
  if (tag === undefined || !readsContent.test(attributes) || /(?:^|\s)(?:href|src)=/u.test(attributes)) return line;
  const id = /(?:^|\s)id=["']?([^\s"'<>]+)/u.exec(attributes)?.[1];
  if (id !== undefined) ids.push({ id, line: number, column: indentation.length + 1 });
  return blank(tag) + line.slice(tag.length);
}

/** Restores the blanked tags with `markdown`, which mark where elements begin. */
export function withTagsOfMarkdown(masked: string, source: string): string {
  if (!source.includes('markdown')) return masked;
  const written = source.split('\n');
  return masked
    .split('\n')
    .map((line, index) => {
      const sourceLine = written[index] ?? '';
      return line.trim() === '' && tagAlone.test(sourceLine) ? sourceLine : line;
    })
    .join('\n');
}

/**
 * Masks attribute lists of Python-Markdown: `{: #id .class }` or `{#id}`, where an id is any word (`{#a<b}`). Lists of headings
 * are handled elsewhere. https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/attr_list.py
 */
function maskAttributeLists(
  line: string,
  number: number,
  keepHeadings: boolean,
  ids: (Place & { id: string })[],
): string {
  if (keepHeadings && /^\s*#{1,6}\s/u.test(line))
    return line.replace(listWithoutId, (list, offset: number) => {
      const id = /\sid=["']?([^\s"'{}]+)/u.exec(list.replace('{', ' '))?.[1];
      if (id !== undefined) ids.push({ id, line: number, column: offset + 1 });
      return blank(list);
    });
  return line.replace(
    /\{:?\s*(?:[#.][^\s={}"'`]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s}]+))(?:\s[^{}\n]*)?\}/gu,
    (list, offset: number) => {
      if (line.slice(0, offset).split('`').length % 2 === 0) return list;
      const [, short, named] =
        /(?<![^\s{:])(?:#([^\s={}"'`]+)(?!=)|(?:id|name)=["']?([^\s"'{}]+))/u.exec(
          list.replace(/style=(?:"[^"]*"|'[^']*')/gu, ''),
        ) ?? [];
      const id = short ?? named;
      // `{{#include a.md}}` of mdBook is not an attribute list.
      if (id !== undefined && line[offset - 1] !== '{') ids.push({ id, line: number, column: offset + 1 });
      return blank(list);
    },
  );
}

/** True if the template is part of an address. */
function isAddress(text: string, offset: number): boolean {
  return /(?:\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]*)(?:\{\{[^{}\n]*\}\}|[^\s()<>{}])*$/mu.test(
    text.slice(Math.max(0, offset - 200), offset),
  );
}

/** GitBook blocks. At the start of a line they end the paragraph before them, like a comment. https://gitbook.com/docs/creating-content/blocks */
const gitbookBlock =
  /^\{%\s*(?:end)?(?:tabs?|hint|content-ref|embed|file|code|stepper|step|columns?|swagger|updates?)\b[^\n]*%\}$/u;

/**
 * Masks a comment. On its own lines it becomes an expression, as in Docusaurus, which ends the block before it. An expression
 * may not continue at the margin after a list item, so only its first line remains.
 */
function maskComment(text: string, offset: number, comment: string): string {
  const after = text.charAt(offset + comment.length);
  const isAlone = (offset === 0 || text.charAt(offset - 1) === '\n') && (after === '' || after === '\n');
  if (!isAlone) return blank(comment);
  return comment.includes('\n') ? `{}${blank(comment.slice(2))}` : `{/* ${blank(comment.slice(4, -3))}*/}`;
}

function maskTemplate(text: string, offset: number, template: string): string {
  if (template.startsWith('<!--')) return maskComment(text, offset, template);
  if (isAddress(text, offset)) return unread(template);
  const isAtMargin = offset === 0 || text.charAt(offset - 1) === '\n';
  if (isAtMargin && gitbookBlock.test(template)) return `<!--${' '.repeat(template.length - 7)}-->`;
  return beginsLine(text, offset, template) ? nothingShown + blank(template.slice(1)) : blank(template);
}

/** An invisible character. */
const nothingShown = '\u2060';

/** True if text follows a template at the start of a line: spaces in its place would become indented code. Not for HTML and table rows. */
function beginsLine(text: string, offset: number, template: string): boolean {
  const end = offset + template.length;
  if (template.includes('\n') || !/^[ \t]*[^\s{<|]/u.test(text.slice(end, end + 20))) return false;
  const before = text.slice(Math.max(0, offset - 60), offset);
  return /(?:^|\n)[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,9})?$/u.test(before);
}

/** A placeholder of the same length that is still a template. */
function unread(template: string): string {
  return template.includes('\n') || template.length < 5 ? blank(template) : `{{${'x'.repeat(template.length - 4)}}}`;
}

/** Masks matches outside fenced and inline code. After a match in code, matching continues inside it. */
function maskSpans(text: string, fenced: readonly boolean[], pattern: RegExp): string {
  let line = 0;
  let counted = 0;
  let copied = 0;
  let masked = '';
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [{ length }, offset] = [match[0], match.index];
    for (let eol = text.indexOf('\n', counted); eol !== -1 && eol < offset; eol = text.indexOf('\n', counted)) {
      line += 1;
      counted = eol + 1;
    }
    const end = text.indexOf('\n', offset);
    const isInCode =
      text.slice(counted, offset).split('`').length % 2 === 0 &&
      text.slice(offset, end === -1 ? undefined : end).includes('`');
    if (fenced[line] === true || isInCode) pattern.lastIndex = offset + 2;
    else {
      masked += text.slice(copied, offset) + maskTemplate(text, offset, match[0]);
      copied = offset + length;
    }
  }
  return masked + text.slice(copied);
}
