import type { RootContent } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { blankLine, placeIn, type Page } from './plain-block.ts';

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
      if (closed === undefined || line.charAt(closed) !== '}') return undefined;
      end = closed + 1;
    }
    // What data says is no address, and nothing asks for it.
    const value = data === undefined ? (double ?? single ?? null) : noData;
    attributes.push({ type: 'mdxJsxAttribute', name: attribute, value, position: placeIn(starts, index, at + 1, end) });
    at = end;
  }
}

const noData: MdxJsxAttribute['value'] = { type: 'mdxJsxAttributeValueExpression', value: '' };

/**
 * The end of the array or object that begins there, if it is one in JSON and, what a field that is named twice is not, in JavaScript.
 * A parser of MDX tries an expression anew at each of its closing braces: one of 400 KB takes it minutes.
 */
function endOfJson(line: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"') {
      for (at += 1; at < line.length && line.charAt(at) !== '"'; at += 1) if (line.charAt(at) === '\\') at += 1;
    } else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth === 0) return isData(line.slice(from, at + 1)) ? at + 1 : undefined;
  }
  return undefined;
}

function isData(text: string): boolean {
  try {
    JSON.parse(text);
    return !text.includes('__proto__');
  } catch {
    return false;
  }
}
