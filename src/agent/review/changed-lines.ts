import { readDiffFiles } from '../../kernel/read-diff-files.ts';

/** A file of the change as it is now. */
export interface ChangedFile {
  readonly path: string;
  /** Before a rename; otherwise the same. */
  readonly previousPath: string;
  readonly hunks: readonly (readonly DiffLine[])[];
}

/** A line of a diff. `line` is its number in the new file, `previousLine` in the old one. */
export interface DiffLine {
  readonly text: string;
  readonly line: number | undefined;
  readonly previousLine: number | undefined;
}

/** The text files of a unified diff that are still there. */
export function readChange(diff: string): ChangedFile[] {
  return readDiffFiles(diff).flatMap(({ before, after, hunks }) =>
    after === undefined || hunks.length === 0
      ? []
      : [{ path: after, previousPath: before ?? after, hunks: readHunks(hunks) }],
  );
}

function readHunks(lines: readonly string[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let [previous, next] = [0, 0];
  for (const each of lines) {
    const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(each) ?? [];
    if (to !== undefined) {
      [previous, next] = [Number(from), Number(to)];
      hunks.push([]);
      continue;
    }
    const [sign, text] = [each.charAt(0), each.slice(1).replace(/\r$/, '')];
    // Not a line of the file, such as "\ No newline at end of file".
    if (sign === '\\') continue;
    hunks.at(-1)?.push({
      text,
      line: sign === '-' ? undefined : next,
      previousLine: sign === '+' ? undefined : previous,
    });
    if (sign !== '-') next += 1;
    if (sign !== '+') previous += 1;
  }
  return hunks;
}

/** Lines of the new file that follow each other in one hunk; undefined if the change does not show all of them. */
export function linesShown(
  { hunks }: ChangedFile,
  { firstLine, lastLine }: { firstLine: number; lastLine: number },
): DiffLine[] | undefined {
  const isWanted = ({ line }: DiffLine) => line !== undefined && line >= firstLine && line <= lastLine;
  const lines = hunks.map((hunk) => hunk.filter(isWanted)).find(({ length }) => length > 0);
  return lines?.length === lastLine - firstLine + 1 ? lines : undefined;
}

/** Ranges of the new file that comments can be on, such as `1-9, 20-31`. */
export function describeShown({ hunks }: ChangedFile): string {
  return hunks
    .map((hunk) => hunk.flatMap(({ line }) => line ?? []))
    .filter(({ length }) => length > 0)
    .map((lines) => `${lines[0]}-${lines.at(-1)}`)
    .join(', ');
}
