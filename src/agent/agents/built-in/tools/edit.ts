import { z } from 'zod';
import { counted } from '../../../../kernel/counted.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { editApart } from './edit-apart.ts';
import { replaceLines } from './edit-lines.ts';
import { placesOf } from './edit-text.ts';
import { describeMoved, type SeenFiles } from './seen-files.ts';
import { decodeText } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';
import { writeEdited } from './write-edited.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('Path from the repository root.'),
  old_text: z.string().optional().describe('The passage to replace, exactly as in the file, without line numbers.'),
  first_line: z.int().min(1).optional().describe('Instead of old_text: replaces whole lines, from this'),
  last_line: z.int().min(1).optional().describe('to this one, as shown to you.'),
  new_text: z.string().describe('The new text; empty to delete the passage.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence. Otherwise the passage must be unique.'),
});

export function createEditTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen: seenFiles } = options;
  return defineTool({
    name: 'edit',
    description:
      'Replaces one passage or a range of lines, in a file that you have read or in lines that a search has shown. Give just enough text to make the passage unique. Line numbers hold as they were last shown to you, whatever you changed since: do not adjust them. Tables that were aligned are aligned again.',
    changesTree: true,
    input,
    describe: ({ path, first_line: first, last_line: last }) =>
      first === undefined ? path : `${path} ${first}-${last ?? first}`,
    async run({ path, old_text: passage = '', first_line: first, last_line: last = first, ...replacement }) {
      const { new_text: newText, replace_all: replaceAll = false } = replacement;
      await tree.requireChangeable(path);
      const bytes = await tree.read(path);
      const original = decodeText(path, bytes);
      if (passage !== '' && last === undefined) {
        const edit = { oldText: passage, newText, replaceAll };
        const edited = await seenFiles.withNumbers(path, () => editApart(original, edit));
        const lines = edited.lines.map((line) => seenFiles.heldNumber(path, line));
        const where = lines.every((line) => line !== undefined) ? placesOf(lines) : counted(lines.length, 'place');
        return writeEdited({
          ...options,
          path,
          bytes,
          edited,
          goesBy: edited.touched,
          say: `Edited ${path} at ${where}.`,
        });
      }
      if (passage === '' && first !== undefined && last !== undefined) {
        if (last < first) throw new ToolRefusal(`first_line ${first} is after last_line ${last}.`);
        const shift = seenFiles.requireShift(path, { first, last }, 'old_text');
        const edited = replaceLines(original, { first: first + shift, last: last + shift, newText });
        const say = `Edited ${path} at ${last === first ? `line ${first}` : `lines ${first}-${last}`}${shift === 0 ? '.' : describeMoved(edited.touched, first)}`;
        return writeEdited({ ...options, path, bytes, edited, goesBy: edited.touched, say });
      }
      const fault = passage === '' ? 'Give' : 'You gave both a passage and lines, so nothing was changed. Give';
      throw new ToolRefusal(`${fault} old_text, or first_line and last_line.`);
    },
  });
}
