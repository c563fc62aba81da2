import type {} from 'mdast-util-mdxjs-esm';
import type { Identifier, ImportDeclaration, ImportSpecifier, Program } from 'estree';
import type { RootContent } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { blank } from '../fences.ts';
import { blankLine, type Page, placeIn } from './plain-markdown.ts';

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
