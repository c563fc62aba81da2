import { fencedLines } from './fenced-lines.ts';
import { withoutEnd } from './html-tags.ts';

/** `block_level_elements` of Python-Markdown 3.11; kramdown has the same that authors use, and others. */
const blockElements = new Set(
  `address article aside blockquote body canvas center colgroup dd details div dl dt fieldset figcaption figure footer form
  group h1 h2 h3 h4 h5 h6 header hgroup html iframe legend li main map math menu nav noscript object ol option output p pre
  progress script section style summary table tbody td textarea tfoot th thead tr ul video`.split(/\s+/u),
);
/** What stands in them is no HTML. */
const withText = new Set(['script', 'style']);

const tag = /<!--|<(\/?)([A-Za-z][\w:.-]*)(?![\w:.-])([^<>`]*)>/gu;
const markdownAttribute = /(?:^|\s)markdown(?:\s*=\s*["']?(?:1|block|span|markdown)["']?)?(?=[\s/]|$)/iu;

/** Furthest from the margin at which an element begins a block. */
const furthest = 3;

/**
 * Tells what stands in a block of HTML that Python-Markdown and kramdown show as it is: from an element that begins a line up
 * to its end, blank lines or not, unless it has the attribute `markdown`. An element in another is read by its own attribute, by
 * kramdown alone where the other is shown as it is (`handle_kramdown_html_tag` of kramdown 2.4).
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
  // Looked for once, though a line may have thousands of tags.
  let lineEnd = text.indexOf('\n');
  tag.lastIndex = 0;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [whole, closes, written = '', attributes = ''] = match;
    const at = match.index;
    while (lineEnd !== -1 && lineEnd < at) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf('\n', lineStart);
    }
    if (fenced[line] === true) continue;
    if (whole === '<!--') {
      if (at < lastComment) tag.lastIndex = text.indexOf('-->', at) + 3;
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
      if (isRaw && !isRawAgain) ranges.push([start, at + whole.length]);
      if (!isRaw && isRawAgain) start = at;
      if (stack.length === 0) tail = line;
      continue;
    }
    if (withoutEnd.has(name) || attributes.endsWith('/')) continue;
    if (!isRaw) {
      const indent = at - lineStart;
      const isAtStart = indent <= furthest && text.slice(lineStart, at).trim() === '';
      if (!blockElements.has(name) || !(isAtStart || tail === line || begun === at)) continue;
    }
    const becomesRaw = (isRaw && !readsInRaw) || !markdownAttribute.test(attributes);
    if (isRaw && !becomesRaw) ranges.push([start, at + whole.length]);
    stack.push({ name, isRaw: becomesRaw });
    open.set(name, (open.get(name) ?? 0) + 1);
    if (!becomesRaw) begun = at + whole.length;
    else if (!isRaw) start = at;
    if (becomesRaw && withText.has(name)) {
      const end = text.indexOf(`</${written}`, at);
      if (end === -1) break;
      tag.lastIndex = end;
    }
  }
  if (stack.at(-1)?.isRaw === true) ranges.push([start, text.length]);
  return ranges;
}
