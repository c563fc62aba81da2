import { z } from 'zod';
import { defineTool, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

const input = z.strictObject({ path: z.string().min(1).describe('Path of one file from the repository root.') });

export function createDeleteTool({ tree }: { tree: TreeAccess }): AgentTool {
  return defineTool({
    name: 'delete',
    description: 'Deletes one file. Use only if the task asks for it or another page replaces the file.',
    changesTree: true,
    input,
    describe: ({ path }) => path,
    async run({ path }) {
      await tree.remove(path);
      return { text: `Deleted ${path}. Search for links to it, and remove it from the navigation.` };
    },
  });
}
