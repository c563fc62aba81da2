import { z } from 'zod';
import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import { restoreHiddenCharacters, showHiddenCharacters } from './hidden-text.ts';
import { searchLines, type FoundLine } from './ripgrep.ts';
import type { SeenFiles } from './seen-files.ts';
import { decodeText } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import type { SearchScope, TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  pattern: z.string().min(1).max(1_000).describe('Plain text, or with regex a regular expression (Rust syntax).'),
  replacement: z
    .string()
    .max(10_000)
    .describe('What to put in its place; with regex, ${1} or ${name} stand for groups.'),
  regex: z.boolean().default(false).describe('Take the pattern as a regular expression; it matches within a line.'),
  path: z.string().default('').describe('File or folder from the repository root; the docs folder if left out.'),
  glob: z.string().min(1).max(200).optional().describe('Only files whose path matches, such as docs/**/*.md.'),
  case_sensitive: z.boolean().default(true),
  preview: z.boolean().default(false).describe('Show what would change, and change nothing.'),
});
type Input = z.infer<typeof input>;

/** Places that are replaced by one call, and what of them is shown. */
const most = { places: 5_000, shownLines: 200, shownCharacters: 300 };

export function createReplaceTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen, checks } = options;
  return defineTool({
    name: 'replace',
    description:
      'Replaces every occurrence of a text or pattern in all files below a folder, in one call, and shows the lines as ' +
      'they now read. The files need not have been read. What is protected is left as it is, and named.',
    changesTree: true,
    input,
    describe: ({ pattern, replacement, path, glob, preview }) =>
      [`${pattern} → ${replacement}`, path && `in ${path}`, glob, preview && '(preview)'].filter(Boolean).join(' '),
    async run(wanted, signal) {
      const changed: ChangedFile[] = [];
      const refused: string[] = [];
      for (const [path, lines] of await findPlaces(await tree.searchScope(wanted.path), wanted, signal)) {
        signal.throwIfAborted();
        try {
          const before = await tree.read(path);
          const after = withReplacements(path, before, lines);
          if (!wanted.preview) await tree.write(path, after);
          const check = wanted.preview ? undefined : await checkAfterChange(checks, path, { before, after });
          changed.push({ path, before, after, lines, check });
        } catch (error) {
          if (!(error instanceof ToolRefusal)) throw error;
          refused.push(`${path} was left as it is: ${error.message}`);
        }
      }
      const text = [describeChange(changed, wanted), ...refused].join('\n');
      if (changed.length === 0) return { text, failed: refused.length > 0 };
      if (wanted.preview) return { text };
      const shown = changed.map((file) => ({ ...file, shown: file.lines.map(replacedLine) }));
      return { text, record: seen.noteChanges(shown) };
    },
  });
}

interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** As they were. */
  readonly lines: readonly FoundLine[];
  readonly check: string | undefined;
}

async function findPlaces(
  scope: SearchScope,
  { pattern, replacement, regex, glob, case_sensitive: isCaseSensitive }: Input,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly FoundLine[]>> {
  const found = new Map<string, FoundLine[]>();
  let places = 0;
  const query = {
    // Invisible characters are shown spelled out, and written so by the model.
    pattern: restoreHiddenCharacters(pattern),
    replacement: restoreHiddenCharacters(regex ? replacement : replacement.replaceAll('$', '$$$$')),
    isLiteral: !regex,
    isCaseSensitive,
    glob,
    context: 0,
  };
  const take = (path: string, line: FoundLine): void => {
    places += line.matches.length;
    const lines = found.get(path);
    if (lines === undefined) found.set(path, [line]);
    else lines.push(line);
  };
  await searchLines(scope, query, { wants: () => places <= most.places, line: take, file: () => undefined }, signal);
  if (places <= most.places) return found;
  throw new ToolRefusal(`More than ${most.places} places match; nothing was replaced. Narrow it by path or glob.`);
}

/** Throws `ToolRefusal` when the file is not what was searched. */
function withReplacements(path: string, before: Uint8Array, lines: readonly FoundLine[]): Uint8Array {
  decodeText(path, before);
  const bytes = Buffer.from(before);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { offset, matches } of lines) {
    for (const match of matches) {
      const [start, end] = [offset + match.start, offset + match.end];
      if (bytes.toString('utf8', start, end) !== match.text) {
        throw new ToolRefusal('it begins with a byte order mark, or changed meanwhile; use edit for it.');
      }
      pieces.push(bytes.subarray(at, start), Buffer.from(match.replacement ?? ''));
      at = end;
    }
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

function replacedLine({ text, matches }: FoundLine): string {
  const bytes = Buffer.from(text);
  let line = '';
  let at = 0;
  for (const { start, end, replacement = '' } of matches) {
    line += bytes.toString('utf8', at, start) + replacement;
    at = end;
  }
  return line + bytes.toString('utf8', at);
}

function describeChange(changed: readonly ChangedFile[], { preview }: Input): string {
  const lines = changed.flatMap((file) => file.lines);
  const places = lines.reduce((sum, { matches }) => sum + matches.length, 0);
  if (places === 0) return 'Nothing was replaced.';
  const heading = `${preview ? 'Would replace' : 'Replaced'} ${places} ${places === 1 ? 'place' : 'places'} on ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} in ${changed.length} ${changed.length === 1 ? 'file' : 'files'}.`;
  let left = most.shownLines;
  const shown = changed.flatMap((file) => {
    const some = file.lines.slice(0, left);
    left -= some.length;
    const problems = file.check === undefined || file.check.startsWith('The file parses') ? [] : [file.check];
    return [
      `${file.path}${some.length < file.lines.length ? ` (${file.lines.length} lines)` : ''}`,
      ...some.map(describeLine),
      ...problems,
    ];
  });
  return [heading, `The lines ${preview ? 'would then' : 'now'} read:`, ...shown].join('\n');
}

function describeLine(line: FoundLine): string {
  const text = replacedLine(line).replaceAll('\n', '⏎');
  const cut = text.length > most.shownCharacters ? `${text.slice(0, most.shownCharacters)}…` : text;
  return `${line.number}\t${showHiddenCharacters(cut)}`;
}
