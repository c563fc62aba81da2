/** One file of a unified diff as git prints it. */
export interface DiffFile {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly status: 'added' | 'deleted' | 'renamed' | 'modified';
  readonly binary: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
}

export interface DiffHunk {
  /** What git names as the context, such as the heading above. */
  readonly heading: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed' | 'note';
  readonly text: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

type Draft = { -readonly [Key in keyof DiffFile]: DiffFile[Key] } & { hunks: DiffHunk[] };

/** Reads the output of `git diff`. Lines of content are taken by the counts of their hunk, so none can pass as a header. */
export function parseDiff(diff: string): DiffFile[] {
  const files: Draft[] = [];
  const lines = diff.split('\n');
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    index += 1;
    const file = files.at(-1);
    if (line.startsWith('diff --git ')) files.push(newFile(line));
    else if (file === undefined) continue;
    else if (line.startsWith('new file')) file.status = 'added';
    else if (line.startsWith('deleted file')) file.status = 'deleted';
    else if (line.startsWith('rename from ')) {
      file.status = 'renamed';
      file.previousPath = unquote(line.slice(12));
    } else if (line.startsWith('rename to ')) file.path = unquote(line.slice(10));
    else if (line.startsWith('--- ') && line !== '--- /dev/null') file.path = unquote(line.slice(4)).slice(2);
    else if (line.startsWith('+++ ') && line !== '+++ /dev/null') file.path = unquote(line.slice(4)).slice(2);
    else if (line.startsWith('Binary files ')) file.binary = true;
    else if (line.startsWith('@@ ')) index = readHunk(lines, index, line, file);
  }
  return files;
}

/** Without a `---` line (pure renames, binary and empty files) both paths of the header are the same. */
function newFile(header: string): Draft {
  const rest = header.slice('diff --git '.length);
  const path = rest.startsWith('"')
    ? unquote(rest.slice(0, rest.indexOf('" ') + 1))
    : rest.slice(0, (rest.length - 1) / 2);
  return {
    path: path.slice(2),
    previousPath: undefined,
    status: 'modified',
    binary: false,
    added: 0,
    removed: 0,
    hunks: [],
  };
}

function readHunk(lines: readonly string[], start: number, header: string, file: Draft): number {
  const counts = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(header);
  let before = Number(counts?.[1]);
  let after = Number(counts?.[3]);
  const beforeEnd = before + Number(counts?.[2] ?? 1);
  const afterEnd = after + Number(counts?.[4] ?? 1);
  const hunk: DiffLine[] = [];
  let index = start;
  while (index < lines.length && (before < beforeEnd || after < afterEnd || lines[index]?.startsWith('\\') === true)) {
    const line = lines[index] ?? '';
    const text = line.slice(1);
    index += 1;
    if (line.startsWith('+')) {
      hunk.push({ kind: 'added', text, before: undefined, after });
      file.added += 1;
      after += 1;
    } else if (line.startsWith('-')) {
      hunk.push({ kind: 'removed', text, before, after: undefined });
      file.removed += 1;
      before += 1;
    } else if (line.startsWith('\\')) {
      hunk.push({ kind: 'note', text: text.trim(), before: undefined, after: undefined });
    } else {
      hunk.push({ kind: 'context', text, before, after });
      before += 1;
      after += 1;
    }
  }
  file.hunks.push({ heading: counts?.[5] ?? '', lines: hunk });
  return index;
}

const escapes: Record<string, number> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, '"': 34, '\\': 92 };

/** Git quotes paths with control characters, quotes or backslashes as a C string of bytes; others end at a tab. */
function unquote(path: string): string {
  if (!path.startsWith('"')) return path.replace(/\t$/, '');
  const bytes: Buffer[] = [];
  for (const [piece, octal, escape] of path.slice(1, path.lastIndexOf('"')).matchAll(/\\(?:([0-7]{3})|(.))|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Buffer.from([parseInt(octal, 8)]));
    else if (escape !== undefined) bytes.push(Buffer.from([escapes[escape] ?? escape.charCodeAt(0)]));
    else bytes.push(Buffer.from(piece));
  }
  return Buffer.concat(bytes).toString('utf8');
}
