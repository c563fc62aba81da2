import { z } from 'zod';
import { readDiffFiles } from '../../../../kernel/read-diff-files.ts';
import type { AgentChange } from '../../docs-agent.ts';
import { showHiddenCharacters } from './hidden-text.ts';
import { defineTool, type AgentTool } from './tool.ts';
import { plainPath, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().optional().describe('Only this file or folder.'),
});

const mostCharacters = 40_000;
const mostNamed = 200;
const longestLine = 1_000;

export function createDiffTool({ tree, change }: { tree: TreeAccess; change: Pick<AgentChange, 'diff'> }): AgentTool {
  return defineTool({
    name: 'diff',
    description: 'Shows your changes so far as a unified diff against the base branch.',
    input,
    describe: ({ path = '' }) => path,
    async run({ path = '' }, _, room) {
      const folder = plainPath(path);
      const scope = await tree.searchScope('');
      const files = filesOf(await change.diff(), { isVisible: (each) => scope.isVisible(each), folder });
      if (files.length === 0)
        return {
          text:
            folder === ''
              ? 'No changes.'
              : `No changes in ${folder}.${scope.isVisible(folder) ? await whetherThere(tree, path) : ''}`,
        };
      return { text: describeDiff(files, Math.min(mostCharacters, room * 0.8), 'Set path to see them') };
    },
  });
}

/** As much of a diff as the room holds, after the names of all its files. */
export function describeDiff(files: readonly FileDiff[], room: number, howToSee: string): string {
  let remaining = room;
  const shown: string[] = [];
  const unshown: string[] = [];
  for (const { name, text } of files) {
    if (unshown.length === 0 && (text.length <= remaining || shown.length === 0)) {
      shown.push(
        text.length <= remaining ? text : `${text.slice(0, remaining)}\n… ${text.length - remaining} more characters`,
      );
      remaining -= text.length;
    } else {
      unshown.push(name);
    }
  }
  const named = files.slice(0, mostNamed).map(({ name, added, removed }) => `${name} +${added} -${removed}`);
  return [
    `${files.length} ${files.length === 1 ? 'file' : 'files'} changed:`,
    ...named,
    ...(files.length > mostNamed ? [`… ${files.length - mostNamed} more`] : []),
    ...shown,
    ...(unshown.length > 0
      ? [`${unshown.length} files are not shown. ${howToSee}, starting with ${unshown[0] ?? ''}.`]
      : []),
  ].join('\n');
}

/** Of a file that was deleted there would be a change. */
async function whetherThere(tree: TreeAccess, path: string): Promise<string> {
  return (await tree.exists(path)) ? '' : ' This path exists neither now nor on the base branch.';
}

export interface FileDiff {
  readonly name: string;
  readonly added: number;
  readonly removed: number;
  readonly text: string;
}

/** The files of a diff that may be seen and lie in the folder, or at its path; of all folders when it is empty. */
export function filesOf(
  diff: string,
  { isVisible, folder }: { isVisible: (path: string) => boolean; folder: string },
): FileDiff[] {
  const isInside = (path: string) => folder === '' || path === folder || path.startsWith(`${folder}/`);
  return readDiffFiles(diff).flatMap(({ head, before, after, hunks }) => {
    const paths = [...new Set([before, after].filter((path) => path !== undefined))];
    if (!paths.every(isVisible) || !paths.some(isInside)) return [];
    return {
      name: showHiddenCharacters(paths.join(' → ').replaceAll('\n', '⏎')),
      added: hunks.filter((line) => line.startsWith('+')).length,
      removed: hunks.filter((line) => line.startsWith('-')).length,
      text: [head, ...hunks].map(describeLine).join('\n'),
    };
  });
}

function describeLine(line: string): string {
  const cut =
    line.length > longestLine ? `${line.slice(0, longestLine)}⟦${line.length - longestLine} more characters⟧` : line;
  return showHiddenCharacters(cut);
}
