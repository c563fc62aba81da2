import type { Heading, Image, Link, RootContent } from 'mdast';
import type {} from 'mdast-util-mdxjs-esm';
import type { Identifier, ImportDeclaration, ImportSpecifier, Program } from 'estree';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { blank } from '../fences.ts';

/** A link or picture as people write most of them, with its place in the text. */
export interface PlainLink {
  readonly type: 'link' | 'image';
  readonly at: number;
  readonly end: number;
  readonly url: string;
  readonly isEmpty: boolean;
}

const escaped = String.raw`\\[!-/:-@[-\x60{-~]`;
const code = '`[^`|]+`';
/** An address in which nothing stands for anything else. */
const address = String.raw`[^\s()<>\\\x60"'&|[\]{}*\x00-\x1f\x7f]+`;
const label = String.raw`(?:[^[\]<>{}\x60\\|]|${code}|${escaped})*`;
const pieces = new RegExp(
  String.raw`(?<words>(?:[^[\]<>{}\x60\\!]|!(?!\[))+)|(?<code>${code})|(?<escaped>${escaped})|(?<break><br ?/>)` +
    // Keys, and boxes to tick: neither is a link, and what stands in them is no markup.
    String.raw`|<(?<tag>kbd|sup|sub|small|mark|u)>[^[\]<>{}\x60\\&*_]*</\k<tag>>|\[ \](?![([:])` +
    String.raw`|\[(?<text>(?!\^)${label})\]\((?<url>${address})\)` +
    String.raw`|!\[(?<alt>(?=[^[\]]*[\p{L}\p{N}]|\])${label})\]\((?<src>${address})\)` +
    String.raw`|(?<bare>\[(?!\^)[^[\]<>{}\x60\\|*_]*\](?![([:]))`,
  'uy',
);

/**
 * The links and pictures of a line of prose, or of a whole paragraph; undefined where it takes a parser to see what it says.
 * `defines` is true where what stands in brackets may be defined elsewhere on the page.
 */
function plainLinks(text: string, defines: boolean): readonly PlainLink[] | undefined {
  if (text.includes('``') || tabBeforeWords.test(text)) return undefined;
  const links: PlainLink[] = [];
  let at = 0;
  while (at < text.length) {
    pieces.lastIndex = at;
    const { groups } = pieces.exec(text) ?? {};
    if (groups === undefined || (defines && groups['bare'] !== undefined)) return undefined;
    const { url, src } = groups;
    const end = pieces.lastIndex;
    if (url !== undefined) {
      if (text.charAt(at - 1) === '!') return undefined;
      links.push({ type: 'link', at, end, url, isEmpty: groups['text'] === '' });
    } else if (src !== undefined) links.push({ type: 'image', at, end, url: src, isEmpty: groups['alt'] === '' });
    at = end;
  }
  return links;
}

/** A tab that is a part of the indentation, or stands where a list may begin. */
const tabBeforeWords = /^[^\w\t\n]*\t/mu;

/** Marks that could be emphasis, an entity, or the end of the heading. */
const marks = /\*|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&[#\w]+;|#\s*$/u;

/** The words of `## a heading`; undefined where it takes a parser to see them. */
function plainHeading(
  line: string,
  defines: boolean,
): { readonly depth: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string } | undefined {
  const [, { length } = '', written = ''] = /^(#{1,6}) +(\S.*)$/u.exec(line) ?? [];
  if (length === 0 || plainLinks(written, defines)?.length !== 0) return undefined;
  let text = '';
  for (let at = 0; at < written.length; at = pieces.lastIndex) {
    pieces.lastIndex = at;
    const [piece = ''] = pieces.exec(written) ?? [];
    const isCode = piece.startsWith('`');
    if (piece.startsWith('<')) return undefined;
    if (isCode ? /^` | `$/u.test(piece) : !piece.startsWith('\\') && marks.test(piece)) return undefined;
    text += isCode ? piece.slice(1, -1) : piece.startsWith('\\') ? piece.slice(1) : piece;
  }
  return { depth: length as 1 | 2 | 3 | 4 | 5 | 6, text: text.trim() };
}

/** What links, elements, expressions, definitions and the ends of comments are written with. */
const meaningful = /[[<>{}]/u;
/** Other white space is text to Markdown: a line of a no-break space goes on with its paragraph. */
export const blankLine = /^[\t ]*$/u;
export const headingLine = /^#{1,6}(?:\s|$)/u;
/** What begins with these begins no block but a paragraph: words, most signs, and numbers that are none of an item. */
export const proseStart = String.raw`(?:\*{1,2}|_{1,2})?(?:[^\s\p{C}\x00-\x7f]|[A-Za-z!"$%&'(),./;?@^]|\\[_*[\]]|\x60(?!\x60)|\[|\d+(?:[.)]\S|(?![\d.)])))`;
export const proseLine = new RegExp(String.raw`^(?:\||:{3}|${proseStart})`, 'u');
export const listLine = new RegExp(String.raw`^([\t ]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})${proseStart}`, 'u');
const plainItem = new RegExp(String.raw`^ *(?:[-*+]|\d{1,9}[.)]) {1,4}${proseStart}`, 'u');
const plainFurther = new RegExp(`^ +${proseStart}`, 'u');
const plainQuote = new RegExp(`^>(?: ${proseStart}|$)`, 'u');
/** The line below the first row of a table. */
export const tableRule = /^\|[\s:|-]*-[\s:|-]*$/u;
const ruleLine = /^(?:-{3,}|\*{3,}|_{3,})$/u;

/** A text by its lines. */
export interface Page {
  readonly written: readonly string[];
  /** Offsets at which lines begin. */
  readonly starts: readonly number[];
  /** True where it may say what brackets elsewhere in it mean. */
  readonly defines: boolean;
}

export function pageOf(text: string): Page {
  const written = text.split('\n');
  let start = 0;
  const starts = written.map(({ length }) => (start += length + 1) - length - 1);
  return { written, starts, defines: text.includes(']:') };
}

/** Headings and links of the lines from `start` to `end`; undefined where it takes a parser to see them. */
export function plainBlock(page: Page, start: number, end: number): RootContent[] | undefined {
  const { written, starts, defines } = page;
  const block = written.slice(start, end);
  const [first = ''] = block;
  if (headingLine.test(first)) {
    const heading = plainHeading(first, defines);
    if (heading === undefined) return undefined;
    const { depth, text } = heading;
    const node: Heading = {
      type: 'heading',
      depth,
      children: [{ type: 'text', value: text }],
      position: placeIn(starts, start, 0, first.length),
    };
    return [node];
  }
  if (block.length === 1 && ruleLine.test(first)) return [];
  if (block.every((line) => proseLine.test(line))) {
    const rule = block.findIndex((line) => tableRule.test(line));
    // A row ends with its line, and so does whatever begins in it; what stands before the table is a paragraph.
    if (rule <= 0) return linksOf(page, start, end);
    return rule === 1 ? linksOfLines(page, start, end) : block.some(isMeaningful) ? undefined : [];
  }
  const isPlain =
    block.every((line) => plainQuote.test(line)) ||
    // What is indented after a list may be a part of it.
    (/^\S/u.test(first) &&
      plainItem.test(first) &&
      block.every((line) => plainItem.test(line) || plainFurther.test(line)) &&
      !/^\s/u.test(firstWritten(written, end)));
  return isPlain ? linksOfLines(page, start, end) : undefined;
}

function firstWritten(lines: readonly string[], from: number): string {
  let at = from;
  while (at < lines.length && blankLine.test(lines[at] ?? '')) at += 1;
  return lines[at] ?? '';
}

/** Links and pictures of lines that each are a block, or a row. */
function linksOfLines(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  const block = page.written.slice(start, end);
  if (!block.some(isMeaningful)) return [];
  const found = block.map((_, index) => linksIn(page, start + index, start + index + 1));
  return found.includes(undefined) ? undefined : found.flatMap((links) => links ?? []);
}

/** Links and pictures of the lines of one paragraph. */
function linksOf(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  return page.written.slice(start, end).some(isMeaningful) ? linksIn(page, start, end) : [];
}

function linksIn({ written, starts, defines }: Page, start: number, end: number): (Link | Image)[] | undefined {
  const text = written.slice(start, end).join('\n');
  const from = text.startsWith('>') ? 1 : 0;
  let index = start;
  /** Asked about in their order. */
  const pointAt = (at: number): Point => {
    const offset = (starts[start] ?? 0) + from + at;
    while (index + 1 < end && (starts[index + 1] ?? 0) <= offset) index += 1;
    return pointOf(starts, index, offset - (starts[index] ?? 0));
  };
  return plainLinks(text.slice(from), defines)?.map(({ type, at, end: ends, url, isEmpty }) => {
    const position = { start: pointAt(at), end: pointAt(ends) };
    if (type === 'image') return { type, url, alt: isEmpty ? '' : 'x', position };
    return { type, url, children: isEmpty ? [] : [{ type: 'text', value: '' }], position };
  });
}

interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** `column` is from 0. */
function pointOf(starts: readonly number[], index: number, column: number): Point {
  return { line: index + 1, column: column + 1, offset: (starts[index] ?? 0) + column };
}

/** From one column of a line to another, both from 0. */
function placeIn(starts: readonly number[], index: number, from: number, to: number): NonNullable<Link['position']> {
  return { start: pointOf(starts, index, from), end: pointOf(starts, index, to) };
}

/** Links of an indented paragraph. */
export function plainFurtherBlock(page: Page, start: number, end: number): RootContent[] | undefined {
  const block = page.written.slice(start, end);
  const indent = indentOf(block[0] ?? '');
  const isPlain = indent !== '' && block.every((line) => plainFurther.test(line) && indentOf(line) === indent);
  return isPlain ? linksOf(page, start, end) : undefined;
}

export function indentOf(line: string): string {
  return /^ */u.exec(line)?.[0] ?? '';
}

/** Links of an item of a list. */
export function plainItemLinks(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  return listLine.test(page.written[start] ?? '') ? linksOf(page, start, end) : undefined;
}

export function isMeaningful(line: string): boolean {
  return meaningful.test(line);
}

/** Characters of JSON below which a parser is as fast. */
const long = 2_000;

/**
 * Long JSON that is the value of an attribute in MDX, as programs write the operations of an OpenAPI file, replaced by `0` and
 * spaces: at each brace in it, a parser of MDX reads all that stands before it again as JavaScript.
 */
export function blankJson(source: string): string {
  if (source.length < long) return source;
  const parts: string[] = [];
  let [kept, start] = [0, valueAfter(source, 0)];
  while (start !== undefined) {
    const end = endOfJson(source, start);
    // Nothing closes it: what follows is part of it too.
    if (end === undefined) break;
    const value = start;
    start = valueAfter(source, end);
    if (end - value < long || source[end] !== '}' || !isJson(source.slice(value, end))) continue;
    parts.push(source.slice(kept, value), '0', blank(source.slice(value + 1, end)));
    kept = end;
  }
  return parts.length === 0 ? source : parts.join('') + source.slice(kept);
}

/** Where the next value of an attribute begins that may be JSON. */
function valueAfter(source: string, from: number): number | undefined {
  for (let at = source.indexOf('={', from); at !== -1; at = source.indexOf('={', at + 2))
    if (source[at + 2] === '{' || source[at + 2] === '[') return at + 2;
  return undefined;
}

/** Behind the bracket that closes the one at `start`; undefined where none does. */
function endOfJson(source: string, start: number): number | undefined {
  let depth = 0;
  const sign = /["{}[\]]/gu;
  sign.lastIndex = start;
  for (let found = sign.exec(source); found !== null; found = sign.exec(source)) {
    if (found[0] === '"') {
      const end = endOfString(source, sign.lastIndex);
      if (end === undefined) return undefined;
      sign.lastIndex = end;
      continue;
    }
    depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
    if (depth === 0) return sign.lastIndex;
  }
  return undefined;
}

function endOfString(source: string, start: number): number | undefined {
  for (let at = source.indexOf('"', start); at !== -1; at = source.indexOf('"', at + 1)) {
    let slashes = 0;
    while (source[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    // What a field of that name means in JavaScript, it does not in JSON.
    return !text.includes('__proto__');
  } catch {
    return false;
  }
}

/** No word of the language has a capital letter. */
const name = String.raw`(?=[\w$]*[A-Z])[A-Za-z_$][\w$]*`;
const named = String.raw`${name}(?: as ${name})?`;
const importLine = new RegExp(
  String.raw`^import (?<whole>${name})?(?:, (?=\{))?(?:\{ ?(?<list>${named}(?:, ${named})*),? ?\})? from (["'])(?<source>[^"'\\]+)\3;? *$`,
  'u',
);

/** The syntax tree of lines that import as most do, as far as names and sources go; undefined where it takes a parser. */
function plainModule(lines: readonly string[]): Program | undefined {
  const names = new Set<string>();
  const body: ImportDeclaration[] = [];
  let count = 0;
  for (const line of lines) {
    const { whole, list, source } = importLine.exec(line)?.groups ?? {};
    if (source === undefined || (whole === undefined && list === undefined)) return undefined;
    if (whole !== undefined && list === undefined && line.includes(`${whole}, `)) return undefined;
    const locals = [...(whole === undefined ? [] : [whole]), ...(list?.split(', ') ?? [])].map(
      (one) => one.split(' as ').at(-1) ?? one,
    );
    count += locals.length;
    for (const local of locals) names.add(local);
    body.push({
      type: 'ImportDeclaration',
      specifiers: locals.map(specifierOf),
      source: { type: 'Literal', value: source },
      attributes: [],
    });
  }
  // A name that is declared twice is an error, which a parser words.
  return names.size === count ? { type: 'Program', sourceType: 'module', body } : undefined;
}

function specifierOf(name: string): ImportSpecifier {
  const local: Identifier = { type: 'Identifier', name };
  return { type: 'ImportSpecifier', local, imported: local };
}

/** What of a page a parser need not see: where it ends, and what is found in it. */
export interface PlainRegion {
  readonly end: number;
  readonly found: RootContent[];
}

const tagName = String.raw`[A-Za-z](?:[\w-]*|\w*(?:\.[A-Za-z]\w*)+)`;
const tagStart = new RegExp(`^ *<(?<name>${tagName})(?=[ />])`, 'u');
const closingTag = new RegExp(`^ *</(?<name>${tagName})>$`, 'u');
const tagEnd = / ?(?<empty>\/?)>$/uy;
const attributeStart =
  / (?<name>[A-Za-z_][\w-]*)(?:=(?:"(?<double>[^"<>{}&\\]*)"|'(?<single>[^'<>{}&\\]*)'|(?<data>\{(?=[[{]))))?/uy;

/**
 * An element of MDX whose tags have a line each, with all that it holds, where `blockAt` sees the blocks between tags without a
 * parser. Each is closed at the column where it was opened, and nothing in it stands before that, so it is closed in the block of
 * the page that it was opened in. Looks at no more lines than are `left`, so that many elements that nothing closes are not read
 * again and again.
 */
export function plainElement(
  page: Page,
  start: number,
  blockAt: (index: number) => PlainRegion | undefined,
  looking: { left: number },
): PlainRegion | undefined {
  const { written } = page;
  const open: { readonly name: string; readonly column: number }[] = [];
  const found: RootContent[] = [];
  for (let at = start; at < written.length && looking.left > 0;) {
    looking.left -= 1;
    const line = written[at] ?? '';
    if (blankLine.test(line)) {
      at += 1;
      continue;
    }
    const column = line.search(/[^ ]/u);
    const holder = open.at(-1);
    if (holder !== undefined && column < holder.column) return undefined;
    const opened = openingTagOf(page, at);
    const closed = closingTag.exec(line)?.groups;
    if (opened !== undefined) {
      found.push(opened.element);
      if (!opened.isEmpty) open.push({ name: opened.element.name ?? '', column });
    } else if (closed !== undefined) {
      if (holder?.name !== closed['name'] || holder?.column !== column) return undefined;
      open.pop();
    } else {
      const block = holder && blockAt(at);
      if (block === undefined) return undefined;
      if (written.slice(at, block.end).some((one) => !blankLine.test(one) && one.search(/[^ ]/u) < column))
        return undefined;
      looking.left -= block.end - at;
      found.push(...block.found);
      at = block.end;
      continue;
    }
    at += 1;
    if (open.length === 0) return { end: at, found };
  }
  return undefined;
}

/** A tag with nothing else on its line, whose attributes have texts or, as generated pages do, data in JSON. */
function openingTagOf(
  { starts, written }: Page,
  index: number,
): { readonly element: MdxJsxFlowElement; readonly isEmpty: boolean } | undefined {
  const line = written[index] ?? '';
  const opened = tagStart.exec(line);
  if (opened === null) return undefined;
  const attributes: MdxJsxAttribute[] = [];
  let at = opened[0].length;
  for (;;) {
    tagEnd.lastIndex = at;
    const isEmpty = tagEnd.exec(line)?.groups?.['empty'];
    if (isEmpty !== undefined) {
      const position = placeIn(starts, index, line.indexOf('<'), line.length);
      const name = opened.groups?.['name'] ?? '';
      const element: MdxJsxFlowElement = { type: 'mdxJsxFlowElement', name, attributes, children: [], position };
      return { element, isEmpty: isEmpty !== '' };
    }
    attributeStart.lastIndex = at;
    const { name: attribute, double, single, data } = attributeStart.exec(line)?.groups ?? {};
    if (attribute === undefined) return undefined;
    let end = attributeStart.lastIndex;
    if (data !== undefined) {
      const closed = endOfJson(line, end);
      if (closed === undefined || line.charAt(closed) !== '}' || !isJson(line.slice(end, closed))) return undefined;
      end = closed + 1;
    }
    // What data says is no address, and nothing asks for it.
    const value = data === undefined ? (double ?? single ?? null) : noData;
    attributes.push({ type: 'mdxJsxAttribute', name: attribute, value, position: placeIn(starts, index, at + 1, end) });
    at = end;
  }
}

const noData: MdxJsxAttribute['value'] = { type: 'mdxJsxAttributeValueExpression', value: '' };

export function plainImports({ written, starts }: Page, start: number, end: number): RootContent[] | undefined {
  // Whatever is next to it would be read as a part of it, or it as a part of that.
  if (!blankLine.test(written[start - 1] ?? '') || !blankLine.test(written[end] ?? '')) return undefined;
  const block = written.slice(start, end);
  const estree = plainModule(block);
  if (estree === undefined) return undefined;
  const position = placeIn(starts, start, 0, block[0]?.length ?? 0);
  return [{ type: 'mdxjsEsm', value: '', data: { estree }, position }];
}
