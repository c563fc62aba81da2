import { z } from 'zod';
import { diffArrays } from 'diff';
import { readDiffFiles } from '../../../../kernel/read-diff-files.ts';
import type { AgentChange } from '../../docs-agent.ts';
import { showHiddenCharacters } from './hidden-text.ts';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, type AgentTool } from './tool.ts';
import { plainPath, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().optional().describe('Only this file or folder.'),
});

const mostCharacters = 40_000;
const mostNamed = 200;
const longestLine = 1_000;
/** Rows of a table that differ, above which it is shown as it is: the time grows with their square. */
const mostDifferences = 300;

export function createDiffTool({
  tree,
  seen,
  change,
}: {
  tree: TreeAccess;
  seen: SeenFiles;
  change: Pick<AgentChange, 'diff'>;
}): AgentTool {
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
      return {
        record: seen.noteNumbers(files.flatMap(({ paths }) => paths)),
        text: describeDiff(files, Math.min(mostCharacters, room * 0.8), 'Set path to see them'),
      };
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
  readonly paths: readonly string[];
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
      paths,
      added: hunks.filter((line) => line.startsWith('+')).length,
      removed: hunks.filter((line) => line.startsWith('-')).length,
      text: [head, ...foldPadding(hunks)].map(describeLine).join('\n'),
    };
  });
}

/** One line for each run of table rows that differ in padding alone, as after an alignment. */
function foldPadding(hunks: readonly string[]): string[] {
  const folded: string[] = [];
  for (let start = 0; start < hunks.length;) {
    const removed = signedLines(hunks, start, '-');
    const added = signedLines(hunks, start + removed.length, '+');
    const length = removed.length + added.length;
    folded.push(...(length === 0 ? [hunks[start] ?? ''] : foldRows(removed, added)));
    start += Math.max(1, length);
  }
  return folded;
}

function signedLines(lines: readonly string[], start: number, sign: '-' | '+'): string[] {
  let end = start;
  while (lines[end]?.startsWith(sign) === true) end += 1;
  return lines.slice(start, end);
}

function foldRows(removed: readonly string[], added: readonly string[]): string[] {
  const [rows = [], newRows = []] = [removed, added].map((lines) => lines.map(withoutPadding));
  const parts = diffArrays(rows, newRows, { maxEditLength: mostDifferences });
  if (parts?.some((part) => !part.added && !part.removed) !== true) return [...removed, ...added];
  let [from, newFrom] = [0, 0];
  return parts.flatMap((part) => {
    const [to, newTo] = [part.added ? from : from + part.count, part.removed ? newFrom : newFrom + part.count];
    const [old, fresh] = [removed.slice(from, to), added.slice(newFrom, newTo)];
    [from, newFrom] = [to, newTo];
    return part.added || part.removed
      ? [...old, ...fresh]
      : [`~ table rows that differ in padding alone: ${part.count}`];
  });
}

/** A row of a table without the blanks and dashes that fill it; any other line, with its sign, is like none on the other side. */
function withoutPadding(line: string): string {
  if (!/^.[ \t>]*\|/.test(line)) return line;
  const row = line
    .slice(1)
    .split('|')
    .map((cell) => cell.trim())
    .join('|');
  return /^[|:>-]+$/.test(row) ? row.replace(/-+/g, '-') : row;
}

function describeLine(line: string): string {
  const cut =
    line.length > longestLine ? `${line.slice(0, longestLine)}⟦${line.length - longestLine} more characters⟧` : line;
  return showHiddenCharacters(cut);
}
