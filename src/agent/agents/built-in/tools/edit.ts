import { z } from 'zod';
import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import { editApart } from './edit-apart.ts';
import type { SeenFiles } from './seen-files.ts';
import { decodeText, hashOf } from './text-file.ts';
import { defineTool, type AgentTool } from './tool.ts';
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
      'Replaces one passage of a file that you have read, or of lines that a search has shown. Nothing outside the passage changes. Give enough of the ' +
      'surrounding text to make the passage unique, and no more.',
    changesTree: true,
    input,
    describe: ({ path }) => path,
    async run({ path, old_text: oldText, new_text: newText, replace_all: replaceAll = false }) {
      const bytes = await tree.read(path);
      const original = decodeText(path, bytes);
      const { text, places, count, shown, shownLines, touched } = await editApart(original, {
        oldText,
        newText,
        replaceAll,
      });
      seen.requireLines(path, bytes, touched);
      const written = new TextEncoder().encode(text);
      await tree.write(path, written);
      return {
        text: [
          `Edited ${path} at ${places}.`,
          `It now reads ${count > 1 ? 'at the first' : 'there'}:`,
          shown,
          await checkAfterChange(checks, path, { before: bytes, after: written }),
        ].join('\n'),
        record: seen.noteChanges([{ path, before: hashOf(bytes), after: hashOf(written), shown: shownLines }]),
      };
    },
  });
}
