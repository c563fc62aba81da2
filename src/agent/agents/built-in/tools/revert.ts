import { z } from 'zod';
import type { AgentChange } from '../../docs-agent.ts';
import type { SeenFiles } from './seen-files.ts';
import { hashOf } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import { plainPath, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({ path: z.string().min(1).describe('Path of one file from the repository root.') });

export function createRevertTool(options: {
  tree: TreeAccess;
  seen: SeenFiles;
  change: Pick<AgentChange, 'before'>;
}): AgentTool {
  const { tree, seen, change } = options;
  return defineTool({
    name: 'revert',
    description: 'Puts one file back as it is on the base branch; one that is not there is deleted.',
    changesTree: true,
    input,
    describe: ({ path }) => path,
    async run({ path }) {
      // Refuses a path that is not to be seen before anything is read at it.
      const isThere = await tree.exists(path);
      const before = await change.before(plainPath(path));
      if (before === undefined) {
        if (!isThere) throw new ToolRefusal(`There is no file '${path}', neither here nor on the base branch.`);
        await tree.remove(path);
        return {
          text: `Deleted ${path}, which is not on the base branch. If it was moved here, revert its former path too.`,
        };
      }
      await tree.write(path, before, { isRestored: true });
      return {
        text: `${path} is as on the base branch again.`,
        record: seen.noteChanges([{ path, before: undefined, after: hashOf(before), movedFrom: 1, shown: [] }]),
      };
    },
  });
}
