import { z } from 'zod';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  from: z.string().min(1).describe('Path from the repository root.'),
  to: z.string().min(1).describe('New path; nothing may stand there.'),
});

export function createMoveTool({ tree, seen }: { tree: TreeAccess; seen: SeenFiles }): AgentTool {
  return defineTool({
    name: 'move',
    description: 'Moves or renames a file. Links to a moved page, the navigation and redirects are yours to update.',
    changesTree: true,
    input,
    describe: ({ from, to }) => `${from} to ${to}`,
    async run({ from, to }) {
      await tree.move(from, to);
      return {
        text: `Moved ${from} to ${to}. Search for links to the page as they are written, such as its address, mend relative ones in it, and update navigation and redirects; check_docs tells what is left.`,
        record: seen.noteMove(from, to),
      };
    },
  });
}
