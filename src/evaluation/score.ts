import type { Score } from './evaluation-case.ts';

/** Compares two unified diffs as git writes them, line by line within each file, wherever the lines stand in it. */
export function scoreOf(expected: string, actual: string): Score {
  const [wanted, done] = [changedLines(expected), changedLines(actual)];
  let lines = { expected: 0, common: 0, other: 0 };
  for (const path of new Set([...wanted.keys(), ...done.keys()])) {
    const [of, by] = [counts(wanted.get(path) ?? []), counts(done.get(path) ?? [])];
    for (const line of new Set([...of.keys(), ...by.keys()])) {
      const [there, here] = [of.get(line) ?? 0, by.get(line) ?? 0];
      const common = Math.min(there, here);
      lines = { expected: lines.expected + there, common: lines.common + common, other: lines.other + here - common };
    }
  }
  const common = [...wanted.keys()].filter((path) => done.has(path)).length;
  return { files: { expected: wanted.size, common, other: done.size - common }, lines };
}

/** Added and removed lines by the path of the file after the change, or before it where it is gone. */
function changedLines(diff: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  let lines: string[] | undefined;
  let isHead = true;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) {
      lines = [];
      isHead = true;
      files.set(pathOf(line), lines);
    } else if (line.startsWith('@@')) {
      isHead = false;
    } else if (!isHead && (line.startsWith('+') || line.startsWith('-'))) {
      lines?.push(line.trimEnd());
    }
  }
  return files;
}

/** Both names of a head are told in one line; the one after the change stands last. */
function pathOf(head: string): string {
  const at = head.lastIndexOf(' b/');
  const quoted = head.lastIndexOf(' "b/');
  return quoted > at ? head.slice(quoted + 4, -1) : head.slice(at + 3);
}

function counts(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of lines) if (line.length > 1) found.set(line, (found.get(line) ?? 0) + 1);
  return found;
}
