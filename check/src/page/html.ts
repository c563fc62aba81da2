import { fencedLines } from './fences.ts';
import type { Heading } from './page-facts.ts';

/** Void elements, including the obsolete `param`. https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** One opening tag of raw HTML inside Markdown. */
export interface HtmlTag {
  readonly name: string;
  /** Offset of `<` in the text. */
  readonly offset: number;
  readonly attributes: ReadonlyMap<string, HtmlAttribute>;
  /** True inside a script or style, which may never render it. */
  readonly isInProgram: boolean;
}

interface HtmlAttribute {
  /** Value with character references decoded. */
  readonly value: string;
  /** Offset of the first character of the value in the text. */
  readonly offset: number;
}

const tagPattern =
  /<!--[\s\S]*?(?:-->|$)|<([A-Za-z][\w.:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*\/?>/gu;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/gu;

/** Elements whose content is not HTML. https://html.spec.whatwg.org/multipage/syntax.html#raw-text-elements */
const withText: ReadonlySet<string> = new Set(['script', 'style']);

/** Opening tags in HTML, except those in comments. */
export function* htmlTags(html: string): Generator<HtmlTag> {
  let endOfProgram = 0;
  for (const match of html.matchAll(tagPattern)) {
    const [markup, name, attributeText] = match;
    if (name === undefined || attributeText === undefined) continue;
    const isInProgram = match.index < endOfProgram;
    const attributes = attributesOf(attributeText, match.index + 1 + name.length);
    yield { name, offset: match.index, attributes, isInProgram };
    if (!isInProgram && withText.has(name.toLowerCase()) && !markup.endsWith('/>'))
      endOfProgram = endOfText(html, name, match.index + markup.length);
  }
}

/** Offset of the closing tag, or the end of the text. */
function endOfText(html: string, name: string, start: number): number {
  const end = new RegExp(`</${name}`, 'giu');
  end.lastIndex = start;
  return end.exec(html)?.index ?? html.length;
}

function attributesOf(text: string, start: number): ReadonlyMap<string, HtmlAttribute> {
  const attributes = new Map<string, HtmlAttribute>();
  for (const match of text.matchAll(attributePattern)) {
    const [markup, name, double, single, bare] = match;
    const value = double ?? single ?? bare;
    if (name === undefined || value === undefined) continue;
    const quote = bare === undefined ? 1 : 0;
    const offset = start + match.index + markup.length - value.length - quote;
    attributes.set(name.toLowerCase(), { value: decoded(value), offset });
  }
  return attributes;
}

const signs: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

function decoded(value: string): string {
  return value.replace(/&(?:#(\d{1,5})|#x([\da-f]{1,4})|(amp|apos|gt|lt|quot));/giu, (entity, decimal, hex, name) => {
    if (typeof name === 'string') return signs[name.toLowerCase()] ?? entity;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return String.fromCodePoint(code);
  });
}

/** Bounded length, so that a page of opening tags takes linear time. */
const heading =
  /<h([1-6])(?:\s[^<>]{0,300})?>([^<]{0,300}(?:<(?!\/?h[1-6])[^<>]{0,300}>[^<]{0,300}){0,10})<\/h[1-6]>/giu;
const summary =
  /<(summary)(?:\s[^<>]{0,300})?>([^<]{0,300}(?:<(?!\/?summary)[^<>]{0,300}>[^<]{0,300}){0,10})<\/summary>/giu;

/** HTML headings in Markdown, such as centred ones in a README. */
export function htmlHeadings(text: string): readonly Heading[] {
  return /<h[1-6]/iu.test(text) ? titlesIn(text, heading) : [];
}

/** Titles of `<details><summary>Title</summary>`. */
export function detailsTitles(text: string): readonly Heading[] {
  return /<summary/iu.test(text) ? titlesIn(text, summary) : [];
}

function titlesIn(text: string, written: RegExp): readonly Heading[] {
  return [...text.matchAll(written)].map(([, depth = '', title = '']) => ({
    depth: Number(depth) || 1,
    text: title.replace(/<[^<>]*>/gu, '').trim(),
    bareText: undefined,
    id: undefined,
    line: 1,
    column: 1,
  }));
}

/** `block_level_elements` of Python-Markdown 3.11; kramdown has these and some more. */
const blockElements = new Set(
  `address article aside blockquote body canvas center colgroup dd details div dl dt fieldset figcaption figure footer form
  group h1 h2 h3 h4 h5 h6 header hgroup html iframe legend li main map math menu nav noscript object ol option output p pre
  progress script section style summary table tbody td textarea tfoot th thead tr ul video`.split(/\s+/u),
);

const tag = /<!--|<(\/?)([A-Za-z][\w:.-]*)(?![\w:.-])([^<>`]*)>/gu;
const markdownAttribute = /(?:^|\s)markdown(?:\s*=\s*["']?(?:1|block|span|markdown)["']?)?(?=[\s/]|$)/iu;

/** Maximum indentation of an element that starts a block. */
const furthest = 3;

/**
 * Returns whether an offset is in raw HTML, which Python-Markdown and kramdown do not parse: from an element at the start of a
 * line to its closing tag, across blank lines, unless it has the attribute `markdown`. Nested elements follow their own
 * attribute; inside raw HTML, only kramdown looks at it (`handle_kramdown_html_tag` of kramdown 2.4).
 * https://python-markdown.github.io/extensions/md_in_html/ and https://kramdown.gettalong.org/syntax.html#html-blocks
 */
export function rawHtml(text: string, readBy: 'python-markdown' | 'kramdown'): (offset: number) => boolean {
  const ranges = text.includes('<') ? rangesOf(text, readBy === 'kramdown') : [];
  return (offset) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.[1] ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return (ranges[low]?.[0] ?? Infinity) <= offset;
  };
}

function rangesOf(text: string, readsInRaw: boolean): readonly (readonly [number, number])[] {
  const fenced = fencedLines(text.split('\n'));
  const ranges: [number, number][] = [];
  const stack: { readonly name: string; readonly isRaw: boolean }[] = [];
  const open = new Map<string, number>();
  const lastComment = text.lastIndexOf('-->');
  let [line, lineStart, start, tail, begun] = [0, 0, 0, -1, -1];
  // Computed once per line, because a line may have thousands of tags.
  let lineEnd = text.indexOf('\n');
  tag.lastIndex = 0;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [markup, closes, written = '', attributes = ''] = match;
    const position = match.index;
    while (lineEnd !== -1 && lineEnd < position) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf('\n', lineStart);
    }
    if (fenced[line] === true) continue;
    if (markup === '<!--') {
      if (position < lastComment) tag.lastIndex = text.indexOf('-->', position) + 3;
      continue;
    }
    const name = written.toLowerCase();
    const isRaw = stack.at(-1)?.isRaw === true;
    if (closes === '/') {
      if ((open.get(name) ?? 0) === 0 || !(isRaw || blockElements.has(name))) continue;
      for (let closed = stack.pop(); closed !== undefined; closed = stack.pop()) {
        open.set(closed.name, (open.get(closed.name) ?? 1) - 1);
        if (closed.name === name) break;
      }
      const isRawAgain = stack.at(-1)?.isRaw === true;
      if (isRaw && !isRawAgain) ranges.push([start, position + markup.length]);
      if (!isRaw && isRawAgain) start = position;
      if (stack.length === 0) tail = line;
      continue;
    }
    if (voidElements.has(name) || attributes.endsWith('/')) continue;
    if (!isRaw) {
      const indent = position - lineStart;
      const isAtStart = indent <= furthest && text.slice(lineStart, position).trim() === '';
      if (!blockElements.has(name) || !(isAtStart || tail === line || begun === position)) continue;
    }
    const becomesRaw = (isRaw && !readsInRaw) || !markdownAttribute.test(attributes);
    if (isRaw && !becomesRaw) ranges.push([start, position + markup.length]);
    stack.push({ name, isRaw: becomesRaw });
    open.set(name, (open.get(name) ?? 0) + 1);
    if (!becomesRaw) begun = position + markup.length;
    else if (!isRaw) start = position;
    if (becomesRaw && withText.has(name)) {
      const end = text.indexOf(`</${written}`, position);
      if (end === -1) break;
      tag.lastIndex = end;
    }
  }
  if (stack.at(-1)?.isRaw === true) ranges.push([start, text.length]);
  return ranges;
}
