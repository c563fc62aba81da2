import { z } from 'zod';
import { counted } from '../../../../kernel/counted.ts';
import { readDiffFiles } from '../../../../kernel/read-diff-files.ts';
import type { AgentChange } from '../../docs-agent.ts';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, ToolRefusal, type AgentTool, type ToolOutcome } from './tool.ts';
import { plainPath, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('File from the repository root, or a folder for all changes in it.'),
});
/** Files that are named. */
const mostNamed = 50;

export function createRevertTool(options: {
  tree: TreeAccess;
  seen: SeenFiles;
  change: Pick<AgentChange, 'before' | 'diff'>;
}): AgentTool {
  const { tree, seen: seenFiles, change } = options;
  return defineTool({
    name: 'revert',
    description:
      'Restores a file, or all files in a folder, to the base branch. Files that do not exist there are deleted.',
    changesTree: true,
    input,
    describe: ({ path }) => path,
    async run({ path }, signal) {
      // Refuses a path that is not to be seen before anything is read at it.
      const isThere = await tree.exists(path);
      const before = await change.before(plainPath(path));
      if (before === undefined) {
        const inside = await changesBelow(plainPath(path));
        if (inside.length > 0) return revertAll(path, inside, signal);
        if (!isThere) throw new ToolRefusal(`There is no file '${path}', here or on the base branch.`);
        await tree.remove(path);
        return {
          text: `Deleted ${path}, which is not on the base branch. If it was moved here, also revert its former path.`,
        };
      }
      await tree.write(path, before, { ofAnySize: true });
      return {
        text: `${path} is as on the base branch again.`,
        record: seenFiles.noteReplaced([path]),
      };
    },
  });

  /** Each with what belongs to it elsewhere, where it was moved. */
  async function changesBelow(folder: string): Promise<{ path: string; outside: string | undefined }[]> {
    const isBelow = (path: string | undefined) =>
      path !== undefined && (folder === '' || path.startsWith(`${folder}/`));
    return readDiffFiles(await change.diff()).flatMap(({ before, after }) => {
      const sides = [...new Set([before, after].filter((side) => side !== undefined))];
      const outside = sides.find((side) => !isBelow(side));
      return sides.filter(isBelow).map((side) => ({ path: side, outside }));
    });
  }

  async function revertAll(
    folder: string,
    files: readonly { path: string; outside: string | undefined }[],
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const done: string[] = [];
    const refused: string[] = [];
    for (const { path } of files) {
      signal.throwIfAborted();
      try {
        const before = await change.before(path);
        if (before === undefined) await tree.remove(path);
        else await tree.write(path, before, { ofAnySize: true });
        done.push(path);
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        refused.push(`${path} was left as it is: ${error.message}`);
      }
    }
    const moved = files.flatMap(({ outside }) => outside ?? []);
    const lines = [
      `${counted(done.length, 'file')} below ${folder} ${done.length === 1 ? 'is' : 'are'} as on the base branch again:`,
      ...named(done),
      ...named(refused),
      ...(moved.length > 0
        ? ['These were moved to or from here and did not change. Revert them too:', ...named(moved)]
        : []),
    ];
    const outcome = { text: lines.join('\n'), record: seenFiles.noteReplaced(done) };
    return done.length === 0 ? { ...outcome, failed: true } : outcome;
  }
}

function named(lines: readonly string[]): string[] {
  const more = lines.length - mostNamed;
  return more > 0 ? [...lines.slice(0, mostNamed), `… ${more} more`] : [...lines];
}
