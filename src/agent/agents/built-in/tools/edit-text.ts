import { restoreHiddenCharacters } from './hidden-text.ts';
import { locate, originalOffset, type Located } from './locate.ts';
import { nearestPassages } from './nearest-passages.ts';
import { linesAt } from './numbered-lines.ts';
import { createReplacement } from './splice.ts';
import { lineEndingOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface EditedText {
  readonly text: string;
  /** 1-based lines of the original where the passages began. */
  readonly lines: readonly number[];
  /** Lines of the original that the passages touch. */
  readonly touched: readonly string[];
}

/**
 * The text with the passage replaced, and the 1-based lines where it stood. Throws `ToolRefusal` when the passage is not
 * there, not unique, or would not change.
 */
export function editText(original: string, edit: Edit): EditedText {
  const [asWritten, restored] = [edit, restoreMarks(edit)].map(({ oldText, newText }) => ({
    oldText: oldText.replaceAll('\r\n', '\n'),
    newText: newText.replaceAll('\r\n', '\n'),
  })) as [Passages, Passages];
  if (asWritten.oldText === asWritten.newText)
    throw new ToolRefusal('old_text and new_text are the same. Nothing to do.');
  let passages = asWritten;
  let located = locate(original, passages.oldText);
  if (located.positions.length === 0 && restored.oldText !== asWritten.oldText) {
    passages = restored;
    located = locate(original, passages.oldText);
  }
  if (located.positions.length === 0) throw new ToolRefusal(notFound(original, passages.oldText));
  if (located.positions.length > 1 && !edit.replaceAll) throw new ToolRefusal(notUnique(original, located));

  const replacementAt = createReplacement({ original, located, newline: lineEndingOf(original), ...passages });
  const pieces: string[] = [];
  let at = 0;
  for (const position of located.positions) {
    const { start, end, text } = replacementAt(position);
    pieces.push(original.slice(at, start), text);
    at = end;
  }
  return {
    text: pieces.join('') + original.slice(at),
    lines: linesOf(original, located),
    touched: touchedLines(original, located),
  };
}

function touchedLines(original: string, { haystack, needle, positions }: Located): string[] {
  const touched = new Set<string>();
  for (const position of positions) {
    const end = originalOffset(haystack, position + needle.text.length);
    const from = original.lastIndexOf('\n', originalOffset(haystack, position) - 1) + 1;
    // The line after a passage that ends with a line ending is not touched.
    const to = original[end - 1] === '\n' ? end - 1 : original.indexOf('\n', end);
    const lines = original.slice(from, to === -1 ? undefined : to).split('\n');
    for (const line of plainLines(lines)) touched.add(line);
  }
  return [...touched];
}

function plainLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\r$/, ''));
}

interface Passages {
  readonly oldText: string;
  readonly newText: string;
}

function restoreMarks({ oldText, newText }: Passages): Passages {
  return { oldText: restoreHiddenCharacters(oldText), newText: restoreHiddenCharacters(newText) };
}

/** Such as `lines 3, 7`. */
export function placesOf(lines: readonly number[]): string {
  const named = lines.slice(0, 20).join(', ');
  return lines.length > 20
    ? `lines ${named} and ${lines.length - 20} more`
    : `${lines.length === 1 ? 'line' : 'lines'} ${named}`;
}

function linesOf(original: string, { haystack, positions }: Located): number[] {
  const offsets = positions.map((position) => originalOffset(haystack, position));
  return linesAt(original, offsets);
}

function notFound(original: string, oldText: string): string {
  const near = nearestPassages(original, oldText, 3);
  const hints = near.map(({ line, text }) => numberedAt(line, text)).join('\n---\n');
  const advice =
    near.length === 0 ? 'Nothing in the file is similar. Read the file again.' : `Nearest passages:\n${hints}`;
  return `old_text does not occur in the file. ${advice}`;
}

function notUnique(original: string, located: Located): string {
  const lines = linesOf(original, located);
  const shown = original.split('\n');
  const hints = [...new Set(lines)]
    .slice(0, 3)
    .map((line) => numberedAt(line, (shown[line - 1] ?? '').replace(/\r$/, '')));
  return (
    `old_text occurs ${lines.length} times, at ${placesOf([...new Set(lines)])}. Add surrounding text to make it ` +
    `unique, or set replace_all.\n${hints.join('\n')}`
  );
}

function numberedAt(first: number, text: string): string {
  return text
    .split('\n')
    .map((line, index) => `${first + index}\t${line.slice(0, 300)}`)
    .join('\n');
}
