import { parsePatch, type StructuredPatch } from 'diff';
import { revealHidden } from './reveal-hidden.ts';

export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  /** As it is shown: what would be invisible is written out, what is too long is cut. */
  readonly text: string;
  /** How many characters were cut off. */
  readonly cut: number;
  /** True for a last line that no line end follows. */
  readonly isUnended: boolean;
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
  /** Differs when the change of this file differs. */
  readonly fingerprint: string;
}

export interface ReadDiff {
  readonly files: readonly DiffFile[];
  /** True when the diff is longer than what is shown; whole files are left out. */
  readonly isCut: boolean;
}

/** Characters of a diff that are shown. More than anybody reads on one page; the plain diff has the rest. */
const longestDiff = 4_000_000;
/** Characters of a line that are shown. Longer ones are generated, and cost more to draw than they tell. */
const longestLine = 2000;

/** Reads the output of `git diff`. Tolerant: what it does not know it skips, so that a page is always shown. */
export function readDiff(text: string): ReadDiff {
  const isCut = text.length > longestDiff;
  const shown = isCut ? text.slice(0, text.lastIndexOf('\ndiff --git ', longestDiff) + 1) : text;
  // No line of content begins like this: each has a blank, a plus or a minus before it. For git only `\n` ends a line, for the
  // flag `m` also what may stand inside one: a file with a carriage return could hide its lines and make up others.
  const sections = shown.split(/(?<=^|\n)(?=diff --git )/).filter((section) => section.startsWith('diff --git '));
  return { files: sections.map(readFile), isCut };
}

function readFile(section: string): DiffFile {
  const patch = parse(section);
  const hunks = readHunks(patch, section);
  const count = (kind: DiffLine['kind']) =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
  const [oldPath, newPath] = [pathOf(patch.oldFileName), pathOf(patch.newFileName)];
  return {
    status: statusOf(patch),
    path: newPath ?? oldPath ?? section.split('\n', 1)[0] ?? '',
    oldPath: patch.isRename === true ? oldPath : null,
    isBinary: patch.isBinary === true || section.includes('\nGIT binary patch\n'),
    hunks,
    added: count('added'),
    removed: count('removed'),
    // How long git writes the names of contents differs from repository to repository; a file without lines has no more.
    fingerprint: fingerprint(hunks.length > 0 ? section.replace(/\nindex [^\n]*/, '') : section),
  };
}

const unreadable: Partial<StructuredPatch> & Pick<StructuredPatch, 'hunks'> = { hunks: [] };

function parse(section: string): typeof unreadable {
  try {
    return parsePatch(section)[0] ?? unreadable;
  } catch {
    // Cut in the middle of a hunk, or not written by git.
    return unreadable;
  }
}

function statusOf({ isRename, isCreate, isDelete }: typeof unreadable): DiffFile['status'] {
  if (isRename === true) return 'renamed';
  if (isCreate === true) return 'added';
  return isDelete === true ? 'deleted' : 'changed';
}

/** Without `a/` or `b/`; null for `/dev/null`. */
function pathOf(name: string | undefined): string | null {
  return name === undefined || name === '/dev/null'
    ? null
    : revealHidden(name.replace(/^[ab]\//, '')).replaceAll('\n', '⟨U+000A⟩');
}

function readHunks({ hunks }: typeof unreadable, section: string): DiffHunk[] {
  // The parser leaves the headings out; they stand in the same order.
  const headings = [...section.matchAll(/\n@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?([^\n]*)/g)];
  return hunks.map(({ oldStart, newStart, lines }, index) => {
    let [oldNumber, newNumber] = [oldStart, newStart];
    const read = lines.flatMap((line, place): DiffLine[] => {
      const sign = line.charAt(0);
      if (sign === '\\') return [];
      const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : 'context';
      const isUnended = lines[place + 1]?.startsWith('\\') === true;
      return [
        {
          kind,
          ...shownText(line.slice(1), kind),
          isUnended,
          oldNumber: kind === 'added' ? null : oldNumber++,
          newNumber: kind === 'removed' ? null : newNumber++,
        },
      ];
    });
    return { heading: revealHidden(headings[index]?.[1] ?? ''), lines: read };
  });
}

/** A carriage return at the end of a line is shown where it may be what changed. */
function shownText(line: string, kind: DiffLine['kind']): { text: string; cut: number } {
  const text = line.slice(0, longestLine);
  const cut = line.length - text.length;
  if (cut > 0) return { text: revealHidden(text), cut };
  return { text: revealHidden(text.replace(/\r$/, kind === 'context' ? '' : '␍')), cut };
}

/** FNV-1a, 32 bits. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
