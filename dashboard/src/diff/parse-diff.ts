export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  /** Line numbers, from 1, in the old and the new file; null on the side where the line is not. */
  readonly oldNumber: number | null;
  readonly newNumber: number | null;
}

export interface DiffHunk {
  /** What git shows behind the second `@@`: the heading or function that the lines belong to. */
  readonly heading: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffFile {
  readonly status: 'added' | 'deleted' | 'renamed' | 'changed';
  readonly path: string;
  /** Set when the file was renamed. */
  readonly oldPath: string | null;
  readonly isBinary: boolean;
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
}

/** Reads the output of `git diff`. Tolerant: what it does not know it skips, so that a page is always shown. */
export function parseDiff(text: string): DiffFile[] {
  const sections = text.split(/^(?=diff --git )/m).filter((section) => section.startsWith('diff --git '));
  return sections.map(parseFile);
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

function parseFile(section: string): DiffFile {
  const lines = section.split('\n');
  const headerEnd = lines.findIndex((line) => line.startsWith('@@ '));
  const header = headerEnd === -1 ? lines : lines.slice(0, headerEnd);
  const value = (prefix: string) => header.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  const oldPath = unprefixed(value('rename from ') ?? value('--- '));
  const newPath = unprefixed(value('rename to ') ?? value('+++ '));
  const named = newPath ?? oldPath ?? pathOfTitle(lines[0] ?? '');
  const hunks = headerEnd === -1 ? [] : parseHunks(lines.slice(headerEnd));
  const count = (kind: DiffLine['kind']) =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
  const isRenamed = value('rename from ') !== undefined;
  return {
    status: isRenamed
      ? 'renamed'
      : value('new file mode ') !== undefined
        ? 'added'
        : value('deleted file mode ') !== undefined
          ? 'deleted'
          : 'changed',
    path: named,
    oldPath: isRenamed ? oldPath : null,
    isBinary: value('Binary files ') !== undefined || header.includes('GIT binary patch'),
    hunks,
    added: count('added'),
    removed: count('removed'),
  };
}

/** Counts lines by the header of the hunk: a removed line may itself look like a header. */
function parseHunks(lines: readonly string[]): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let index = 0;
  while (index < lines.length) {
    const match = hunkHeader.exec(lines[index] ?? '');
    index += 1;
    if (match === null) continue;
    let oldNumber = Number(match[1]);
    let newNumber = Number(match[3]);
    const oldEnd = oldNumber + Number(match[2] ?? 1);
    const newEnd = newNumber + Number(match[4] ?? 1);
    const hunkLines: DiffLine[] = [];
    for (; index < lines.length && (oldNumber < oldEnd || newNumber < newEnd); index += 1) {
      const line = lines[index] ?? '';
      const text = line.slice(1).replace(/\r$/, '');
      if (line.startsWith('\\')) continue;
      if (line.startsWith('+')) {
        hunkLines.push({ kind: 'added', text, oldNumber: null, newNumber });
        newNumber += 1;
      } else if (line.startsWith('-')) {
        hunkLines.push({ kind: 'removed', text, oldNumber, newNumber: null });
        oldNumber += 1;
      } else {
        hunkLines.push({ kind: 'context', text, oldNumber, newNumber });
        oldNumber += 1;
        newNumber += 1;
      }
    }
    hunks.push({ heading: match[5] ?? '', lines: hunkLines });
  }
  return hunks;
}

/** Takes off `a/` or `b/`, the tab git puts behind names with blanks, and git's quoting; null for `/dev/null`. */
function unprefixed(name: string | undefined): string | null {
  if (name === undefined) return null;
  const plain = unquoted(name.replace(/\t$/, ''));
  return plain === '/dev/null' ? null : plain.replace(/^[ab]\//, '');
}

/** `diff --git a/x b/x`: both halves are equal where nothing else names the file (mode changes, binary files). */
function pathOfTitle(title: string): string {
  const names = title.slice('diff --git '.length);
  if (names.startsWith('"')) return unprefixed(/^"(?:[^"\\]|\\.)*"/.exec(names)?.[0]) ?? names;
  return names.slice(names.length / 2 + 1).replace(/^b\//, '');
}

const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Git writes unusual names in double quotes, with the bytes of their UTF-8 in octal. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes: number[] = [];
  for (const [part, octal, letter] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(escapes[letter] ?? letter.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
