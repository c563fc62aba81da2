import { z } from 'zod';
import { counted } from '../../../../kernel/counted.ts';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  from: z.string().min(1).describe('File or folder, from the repository root.'),
  to: z.string().min(1).describe('New path, or the folder to move it into.'),
});

/** Files that are named one by one. */
const mostNamed = 20;

export function createMoveTool({ tree, seen }: { tree: TreeAccess; seen: SeenFiles }): AgentTool {
  return defineTool({
    name: 'move',
    description:
      'Moves or renames a file or a whole folder. You must update links to moved pages, the navigation and redirects.',
    changesTree: true,
    input,
    describe: ({ from, to }) => `${from} to ${to}`,
    async run({ from, to }) {
      const moves = await tree.move(from, to);
      const named = moves.slice(0, mostNamed).map((move) => `${move.from} to ${move.to}`);
      const more = moves.length > named.length ? `, and ${moves.length - named.length} more` : '';
      return {
        text: `Moved ${counted(moves.length, 'file')}: ${named.join(', ')}${more}. Search for links to ${moves.length === 1 ? 'the page' : 'these pages'} in the form the site uses, such as the URL. Fix relative links inside, and update navigation and redirects. check_docs reports what is left.`,
        record: seen.noteMoves(moves),
      };
    },
  });
}
