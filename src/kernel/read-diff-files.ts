import { parsePatch, type StructuredPatch } from 'diff';

/** One file of a unified diff. Paths are decoded, and undefined on the side where the file is not, or where git did not write it. */
export interface DiffFile {
  /** The line that begins it: `diff --git a/… b/…`. */
  readonly head: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Lines from the first `@@` on; none of a picture, an empty file or one that was only renamed. */
  readonly hunks: readonly string[];
}

/** Of a diff as git writes it with its default prefixes. A line of a file never begins with `diff --git`: a sign stands before it. */
export function readDiffFiles(diff: string): DiffFile[] {
  const files: string[][] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('diff --git ')) files.push([]);
    files.at(-1)?.push(line);
  }
  return files.map((lines) => {
    const first = lines.findIndex((line) => line.startsWith('@@'));
    const head = first === -1 ? lines : lines.slice(0, first);
    return { head: head[0] ?? '', ...pathsOf(head), hunks: first === -1 ? [] : lines.slice(first) };
  });
}

/** Lines that a diff adds and removes. */
export function countLines(diff: string): { added: number; removed: number } {
  const lines = readDiffFiles(diff).flatMap(({ hunks }) => hunks);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

function pathsOf(head: readonly string[]): Pick<DiffFile, 'before' | 'after'> {
  const { isCreate, isDelete, oldFileName, newFileName } = patchOf(head);
  return {
    before: isCreate === true ? undefined : withoutPrefix(oldFileName),
    after: isDelete === true ? undefined : withoutPrefix(newFileName),
  };
}

function patchOf(head: readonly string[]): Partial<StructuredPatch> {
  try {
    return parsePatch(`${head.join('\n')}\n`)[0] ?? {};
  } catch {
    // Cut, or not written by git.
    return {};
  }
}

function withoutPrefix(path: string | undefined): string | undefined {
  return path === '/dev/null' ? undefined : path?.replace(/^[ab]\//, '');
}
