import type { EditedText } from './edit-text.ts';
import { restoreHiddenCharacters } from './hidden-text.ts';
import { longestLine } from './numbered-lines.ts';
import { byteOrderMark, lineCount, lineEndingOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';

/**
 * The text with whole lines, 1-based and both ends included, in place of others: of none when `last` is the line before
 * `first`. Throws `ToolRefusal` when there are no such lines, or one of them is longer than is ever shown.
 */
export function replaceLines(
  original: string,
  { first, last, newText }: { first: number; last: number; newText: string },
): EditedText {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
  const lines = linesOf(original.slice(mark.length));
  if (first > last + 1) throw new ToolRefusal(`first_line ${first} is after last_line ${last}.`);
  if (last > lines.length)
    throw new ToolRefusal(`The file has ${lineCount(lines.length)}; line ${last} is past its end.`);
  const old = lines.slice(first - 1, last);
  const long = old.findIndex((line) => line.length > longestLine);
  if (long !== -1) {
    throw new ToolRefusal(`Line ${first + long} is longer than the part you saw. Change it with old_text.`);
  }
  const newline = lineEndingOf(original);
  const fresh = linesOf(restoreHiddenCharacters(newText)).map((line) => withoutEnding(line) + newline);
  const before = lines.slice(0, first - 1);
  const after = lines.slice(last);
  // Where the file ends without a line ending, what follows its last line needs one, and its new last line has none.
  if (before.at(-1)?.endsWith('\n') === false) before.push((before.pop() ?? '') + newline);
  const isOpen = after.length === 0 && original !== '' && !original.endsWith('\n');
  if (isOpen && fresh.length > 0) fresh.push((fresh.pop() ?? '').slice(0, -newline.length));
  const text = mark + [...before, ...fresh, ...after].join('');
  if (text === original) throw new ToolRefusal('The lines already have this text. Nothing to do.');
  return { text, lines: [first], touched: old.map(withoutEnding) };
}

/** With their line endings. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function withoutEnding(line: string): string {
  return line.replace(/\r?\n$/, '');
}
