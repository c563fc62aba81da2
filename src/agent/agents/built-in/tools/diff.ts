import { z } from 'zod';
import type { AgentChange } from '../../docs-agent.ts';
import { showHiddenCharacters } from './hidden-text.ts';
import { defineTool, type AgentTool } from './tool.ts';
import { plainPath, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().optional().describe('Only this file, or files below this folder.'),
});

const mostCharacters = 40_000;
const mostNamed = 200;
const longestLine = 1_000;

export function createDiffTool({ tree, change }: { tree: TreeAccess; change: Pick<AgentChange, 'diff'> }): AgentTool {
  return defineTool({
    name: 'diff',
    description: 'Shows what you have changed so far, as a unified diff against the base branch.',
    input,
    describe: ({ path = '' }) => path,
    async run({ path = '' }, _, room) {
      const folder = plainPath(path);
      const scope = await tree.searchScope('');
      const files = filesOf(await change.diff()).filter(
        ({ paths }) =>
          paths.every((each) => scope.isVisible(each)) &&
          (folder === '' || paths.some((each) => each === folder || each.startsWith(`${folder}/`))),
      );
      if (files.length === 0)
        return { text: folder === '' ? 'Nothing is changed.' : `Nothing is changed in ${folder}.` };
      let left = Math.min(mostCharacters, room * 0.8);
      const shown: string[] = [];
      const unshown: string[] = [];
      for (const { name, text } of files) {
        if (unshown.length === 0 && (text.length <= left || shown.length === 0)) {
          shown.push(text.length <= left ? text : `${text.slice(0, left)}\n… ${text.length - left} more characters`);
          left -= text.length;
        } else {
          unshown.push(name);
        }
      }
      const named = files.slice(0, mostNamed).map(({ name, added, removed }) => `${name} +${added} -${removed}`);
      return {
        text: [
          `${files.length} ${files.length === 1 ? 'file' : 'files'} changed:`,
          ...named,
          ...(files.length > mostNamed ? [`… ${files.length - mostNamed} more`] : []),
          ...shown,
          ...(unshown.length > 0
            ? [`${unshown.length} files are not shown; ask with path, from ${unshown[0] ?? ''} on.`]
            : []),
        ].join('\n'),
      };
    },
  });
}

interface FileDiff {
  readonly name: string;
  readonly paths: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly text: string;
}

/** Of a unified diff as git writes it. A line of a file never begins with `diff --git`: a sign stands before it. */
function filesOf(diff: string): FileDiff[] {
  const parts: string[][] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('diff --git ')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts.map((lines) => {
    const hunks = lines.findIndex((line) => line.startsWith('@@'));
    const head = hunks === -1 ? lines : lines.slice(0, hunks);
    const body = hunks === -1 ? [] : lines.slice(hunks);
    const paths = pathsOf(head);
    return {
      name: showHiddenCharacters([...new Set(paths)].join(' → ').replaceAll('\n', '⏎')),
      paths,
      added: body.filter((line) => line.startsWith('+')).length,
      removed: body.filter((line) => line.startsWith('-')).length,
      text: [head[0] ?? '', ...body].map(describeLine).join('\n'),
    };
  });
}

/** Before and after, where there is one. */
function pathsOf(head: readonly string[]): string[] {
  const named = head.flatMap((line) => {
    const path = /^(?:--- |\+\+\+ |rename from |rename to )(.+?)\t?$/.exec(line)?.[1];
    if (path === undefined || path === '/dev/null') return [];
    const plain = unquoted(path);
    return [line.startsWith('rename') ? plain : plain.replace(/^[ab]\//, '')];
  });
  if (named.length > 0) return named;
  // Without a changed line, as of a picture or an empty file: both names are the same.
  const both = (head[0] ?? '').slice('diff --git '.length);
  return [unquoted(both.slice(0, (both.length - 1) / 2)).replace(/^a\//, '')];
}

const controls = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Git quotes names with special characters, and writes bytes that are not ASCII as octal numbers. */
function unquoted(path: string): string {
  if (!path.startsWith('"')) return path;
  const bytes = path
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, said: string) =>
      said.length === 3 ? String.fromCharCode(Number.parseInt(said, 8)) : (controls.get(said) ?? said),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function describeLine(line: string): string {
  const cut =
    line.length > longestLine ? `${line.slice(0, longestLine)}⟦${line.length - longestLine} more characters⟧` : line;
  return showHiddenCharacters(cut);
}
