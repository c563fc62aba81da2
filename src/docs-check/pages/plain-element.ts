import type { RootContent } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { blankLine, placeIn, type Page } from './plain-block.ts';

/** What of a page a parser need not see: where it ends, and what is found in it. */
export interface PlainRegion {
  readonly end: number;
  readonly found: RootContent[];
}

const name = String.raw`[A-Za-z](?:[\w-]*|\w*(?:\.[A-Za-z]\w*)+)`;
const attribute = String.raw`[A-Za-z_][\w-]*(?:="[^"<>{}&\\]*"|='[^'<>{}&\\]*')?`;
const openingTag = new RegExp(`^ *<(?<name>${name})(?<attributes>(?: ${attribute})*) ?(?<empty>/?)>$`, 'u');
const closingTag = new RegExp(`^ *</(?<name>${name})>$`, 'u');
const attributes = new RegExp(String.raw` (?<name>[\w-]+)(?:=(?:"(?<double>[^"]*)"|'(?<single>[^']*)'))?`, 'gu');

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
    const opened = openingTag.exec(line)?.groups;
    const closed = closingTag.exec(line)?.groups;
    if (opened !== undefined) {
      found.push(elementAt(page, at, column, opened));
      if (opened['empty'] === '') open.push({ name: opened['name'] ?? '', column });
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

function elementAt(
  { starts, written }: Page,
  index: number,
  column: number,
  tag: Readonly<Record<string, string | undefined>>,
): MdxJsxFlowElement {
  const from = column + 1 + (tag['name'] ?? '').length;
  return {
    type: 'mdxJsxFlowElement',
    name: tag['name'] ?? '',
    attributes: [...(tag['attributes'] ?? '').matchAll(attributes)].map((match): MdxJsxAttribute => {
      const { name = '', double, single } = match.groups ?? {};
      const at = from + match.index;
      const position = placeIn(starts, index, at + 1, at + match[0].length);
      return { type: 'mdxJsxAttribute', name, value: double ?? single ?? null, position };
    }),
    children: [],
    position: placeIn(starts, index, column, (written[index] ?? '').length),
  };
}
