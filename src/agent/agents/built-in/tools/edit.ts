import { z } from 'zod';
import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import { restoreHiddenCharacters } from './hidden-text.ts';
import { locate, originalOffset, type Located } from './locate.ts';
import { nearestPassages } from './nearest-passages.ts';
import { linesAt, numberedLines } from './numbered-lines.ts';
import type { SeenFiles } from './seen-files.ts';
import { replacementAt } from './splice.ts';
import { decodeText, lineEndingOf } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('Path from the repository root.'),
  old_text: z.string().min(1).describe('The passage to replace, as it stands in the file, without line numbers.'),
  new_text: z.string().describe('What to put in its place; empty to delete the passage.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence; otherwise the passage must be unique.'),
});

export function createEditTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen, checks } = options;
  return defineTool({
    name: 'edit',
    description:
      'Replaces one passage of a file that you have read. Nothing outside the passage changes. Give enough of the ' +
      'surrounding text to make the passage unique, and no more.',
    changesTree: true,
    input,
    describe: ({ path }) => path,
    async run({ path, old_text: oldText, new_text: newText, replace_all: replaceAll = false }) {
      const bytes = await tree.read(path);
      const original = decodeText(path, bytes);
      seen.require(path, bytes);
      const { text, lines } = editText(original, { oldText, newText, replaceAll });
      const written = new TextEncoder().encode(text);
      await tree.write(path, written);
      const around = { first: Math.max(1, (lines[0] ?? 1) - 1), last: (lines[0] ?? 1) + newText.split('\n').length };
      return {
        text: [
          `Edited ${path} at ${placesOf(lines)}.`,
          `It now reads ${lines.length > 1 ? 'at the first' : 'there'}:`,
          numberedLines(text, { ...around, last: Math.min(around.last, around.first + 40) }),
          await checkAfterChange(checks, path, text),
        ].join('\n'),
        record: seen.note(path, written),
      };
    },
  });
}

/**
 * The text with the passage replaced, and the 1-based lines where it stood. Throws `ToolRefusal` when the passage is not
 * there, not unique, or would not change.
 */
export function editText(
  original: string,
  edit: { oldText: string; newText: string; replaceAll: boolean },
): { text: string; lines: number[] } {
  const [asWritten, restored] = [edit, restoreMarks(edit)].map(({ oldText, newText }) => ({
    oldText: oldText.replaceAll('\r\n', '\n'),
    newText: newText.replaceAll('\r\n', '\n'),
  })) as [Passages, Passages];
  if (asWritten.oldText === asWritten.newText)
    throw new ToolRefusal('old_text and new_text are the same; nothing to do.');
  let passages = asWritten;
  let located = locate(original, passages.oldText);
  if (located.positions.length === 0 && restored.oldText !== asWritten.oldText) {
    passages = restored;
    located = locate(original, passages.oldText);
  }
  if (located.positions.length === 0) throw new ToolRefusal(notFound(original, passages.oldText));
  if (located.positions.length > 1 && !edit.replaceAll) throw new ToolRefusal(notUnique(original, located));

  const newline = lineEndingOf(original);
  const pieces: string[] = [];
  let at = 0;
  for (const position of located.positions) {
    const { start, end, text } = replacementAt({ original, located, position, newline, ...passages });
    pieces.push(original.slice(at, start), text);
    at = end;
  }
  return { text: pieces.join('') + original.slice(at), lines: linesOf(original, located) };
}

interface Passages {
  readonly oldText: string;
  readonly newText: string;
}

function restoreMarks({ oldText, newText }: Passages): Passages {
  return { oldText: restoreHiddenCharacters(oldText), newText: restoreHiddenCharacters(newText) };
}

function placesOf(lines: readonly number[]): string {
  const named = lines.slice(0, 20).join(', ');
  return lines.length > 20 ? `lines ${named} and ${lines.length - 20} more` : `line ${named}`;
}

function linesOf(original: string, { haystack, positions }: Located): number[] {
  const offsets = positions.map((position) => originalOffset(haystack, position));
  return linesAt(original, offsets);
}

function notFound(original: string, oldText: string): string {
  const near = nearestPassages(original, oldText, 3);
  const hints = near.map(({ line, text }) => numberedAt(line, text)).join('\n---\n');
  const advice =
    near.length === 0 ? 'Nothing in the file resembles it; read the file again.' : `Nearest passages:\n${hints}`;
  return `old_text does not occur in the file. ${advice}`;
}

function notUnique(original: string, located: Located): string {
  const lines = linesOf(original, located);
  const shown = original.split('\n');
  const hints = lines.slice(0, 3).map((line) => numberedAt(line, (shown[line - 1] ?? '').replace(/\r$/, '')));
  return (
    `old_text occurs ${lines.length} times, at ${placesOf(lines)}. Add surrounding text to make it ` +
    `unique, or set replace_all.\n${hints.join('\n')}`
  );
}

function numberedAt(first: number, text: string): string {
  return text
    .split('\n')
    .map((line, index) => `${first + index}\t${line.slice(0, 300)}`)
    .join('\n');
}
