import { z } from 'zod';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  from: z.string().min(1).describe('Path from the repository root.'),
  to: z.string().min(1).describe('New path; must not exist yet.'),
});

export function createMoveTool({ tree, seen: seenFiles }: { tree: TreeAccess; seen: SeenFiles }): AgentTool {
  return defineTool({
    name: 'move',
    description: 'Moves or renames a file. You must update links to the page, the navigation and redirects.',
    changesTree: true,
    input,
    describe: ({ from, to }) => `${from} to ${to}`,
    async run({ from, to }) {
      await tree.move(from, to);
      return {
        text: `Moved ${from} to ${to}. Search for links to the page in the form the site uses, such as its URL. Fix relative links in the page, and update navigation and redirects. check_docs reports what is left.`,
        record: seenFiles.noteMove(from, to),
      };
    },
  });
}
