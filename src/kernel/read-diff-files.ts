/** One file of a unified diff. Paths are decoded, and undefined on the side where the file is not. */
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

function pathsOf(head: readonly string[]): Pick<DiffFile, 'before' | 'after'> {
  const both = bothPaths(head[0] ?? '');
  let [before, after]: (string | undefined)[] = [both, both];
  for (const line of head) {
    const [, key = '', written = ''] =
      /^(---|\+\+\+|rename from|rename to|copy from|copy to) (.+?)\t?$/.exec(line) ?? [];
    const path = key === '---' || key === '+++' ? withoutPrefix(unquoted(written)) : unquoted(written);
    if (/^(?:---|rename from|copy from)$/.test(key)) before = written === '/dev/null' ? undefined : path;
    if (/^(?:\+\+\+|rename to|copy to)$/.test(key)) after = written === '/dev/null' ? undefined : path;
    if (line.startsWith('new file mode ')) before = undefined;
    if (line.startsWith('deleted file mode ')) after = undefined;
  }
  return { before, after };
}

/** Where no other line names the file, as of a picture or an empty file, both names are the same and as long. */
function bothPaths(head: string): string {
  const both = head.slice('diff --git '.length);
  return withoutPrefix(unquoted(both.slice(0, (both.length - 1) / 2)));
}

function withoutPrefix(path: string): string {
  return path.replace(/^[ab]\//, '');
}

const escapes = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
]);

/** Git quotes names with special characters as C does, and writes bytes that are not ASCII as octal numbers. */
function unquoted(path: string): string {
  if (!path.startsWith('"')) return path;
  // One character a byte, so that what is not ASCII may also stand there as it is.
  const bytes = Buffer.from(path.slice(1, -1))
    .toString('latin1')
    .replace(/\\([0-7]{3}|.)/g, (_, said: string) =>
      said.length === 3 ? String.fromCharCode(Number.parseInt(said, 8)) : (escapes.get(said) ?? said),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
