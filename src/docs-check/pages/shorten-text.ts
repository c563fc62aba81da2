/** A page without what holds no fact of it, in the same structure; most of the time that a parser takes is for prose. */
export interface ShortenedText {
  readonly text: string;
  /** Lines of the page, from 1, by those of the text less one. */
  readonly lines: readonly number[];
  /** What a parser must find at lines of the text, or what was left out there meant something else. */
  readonly expected: ReadonlyMap<number, Expected>;
}

export interface Expected {
  readonly type: 'paragraph' | 'listItem' | 'table' | 'code';
  /** Line of the text in which it ends, where that matters. */
  readonly lastLine?: number;
}

/** What links, elements, expressions, definitions and the ends of comments are written with. */
const meaningful = /[[<>{}]/u;
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
const listLine = /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})\p{L}/u;
const furtherLine = /^(\s+)\p{L}/u;
const proseLine = /^[\p{L}|]/u;
const tableRule = /^\|[\s:|-]*-[\s:|-]*$/u;
const moduleLine = /^(?:import|export)\b/u;

/**
 * Takes out what lies in fences at the margin, and what paragraphs and lists say that have nothing but words: of these a
 * letter stays, so that every block begins and ends where it did. Undefined where lines are not those of a parser.
 */
export function shortenText(text: string): ShortenedText | undefined {
  if (text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const written = text.split('\n');
  // The end of a page stays, since what nothing closes ends there.
  const end = lastBlock(written);
  const kept: string[] = [];
  const lines: number[] = [];
  const expected = new Map<number, Expected>();
  const keep = (line: string, index: number): void => {
    kept.push(line);
    lines.push(index + 1);
  };
  const keepAll = (block: readonly string[], from: number): void => {
    for (const [at, one] of block.entries()) keep(one, from + at);
  };
  for (let index = 0; index < written.length;) {
    const line = written[index] ?? '';
    const closing = index < end ? closingOf(written, index) : undefined;
    if (closing !== undefined && closing < end) {
      keep(line, index);
      keep(written[closing] ?? '', closing);
      expected.set(kept.length - 1, { type: 'code', lastLine: kept.length });
      index = closing + 1;
      continue;
    }
    const next = index < end && line.trim() !== '' ? endOfBlock(written, index) : index + 1;
    const block = written.slice(index, next);
    if (next > end) keepAll(block, index);
    else if (block.every((one) => proseLine.test(one) && !moduleLine.test(one)) && !block.some(isMeaningful)) {
      keep('x', index);
      expected.set(kept.length, { type: 'paragraph' });
    } else if (block.length > 3 && tableRule.test(block[1] ?? '') && block.every((one) => one.startsWith('|'))) {
      const first = kept.length + 1;
      for (const [at, one] of block.entries()) if (at < 2 || isMeaningful(one)) keep(one, index + at);
      expected.set(first, { type: 'table', lastLine: kept.length });
    } else if (isList(block)) {
      expected.set(kept.length + 1, { type: 'listItem' });
      for (const item of itemsOf(block)) {
        const shown = item.lines.some(isMeaningful) ? item.lines : item.lines.map(withoutWords);
        keepAll(shown, index + item.at);
      }
    } else keepAll(block, index);
    index = next;
  }
  return { text: kept.join('\n'), lines, expected };
}

function isMeaningful(line: string): boolean {
  return meaningful.test(line);
}

/** What stands in a row of a table says nothing to other rows, and an item nothing to other items. */
function itemsOf(block: readonly string[]): { readonly at: number; readonly lines: string[] }[] {
  const items: { at: number; lines: string[] }[] = [];
  for (const [at, line] of block.entries()) {
    if (listLine.test(line)) items.push({ at, lines: [] });
    items.at(-1)?.lines.push(line);
  }
  return items;
}

function withoutWords(line: string): string {
  return `${listLine.exec(line)?.[1] ?? furtherLine.exec(line)?.[1] ?? ''}x`;
}

function isList([first = '', ...further]: readonly string[]): boolean {
  return listLine.test(first) && further.every((line) => listLine.test(line) || furtherLine.test(line));
}

/** The line that closes a fence at the margin; undefined where there is no fence, or one that frameworks close differently. */
function closingOf(lines: readonly string[], index: number): number | undefined {
  const opened = fence.exec(lines[index] ?? '');
  const marks = opened?.[1] ?? opened?.[2];
  if (marks === undefined) return undefined;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (!line.startsWith(marks) || line.replaceAll(marks.charAt(0), '') !== '') continue;
    return /^\S/u.test(lines[at] ?? '') ? at : undefined;
  }
  return undefined;
}

/** The line after the last one before a blank line or a fence. */
function endOfBlock(lines: readonly string[], start: number): number {
  let at = start + 1;
  while (at < lines.length && (lines[at] ?? '').trim() !== '' && !fence.test(lines[at] ?? '')) at += 1;
  return at;
}

/** The first line of the last block. */
function lastBlock(lines: readonly string[]): number {
  let at = lines.length - 1;
  while (at > 0 && (lines[at] ?? '').trim() === '') at -= 1;
  while (at > 0 && (lines[at - 1] ?? '').trim() !== '') at -= 1;
  return at;
}
