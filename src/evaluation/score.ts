import { readDiffFiles } from '../kernel/read-diff-files.ts';
import type { Score } from './evaluation-case.ts';

/** Compares two unified diffs as git writes them, line by line within each file, wherever the lines stand in it. */
export function scoreOf(expected: string, actual: string): Score {
  const [expectedLines, done] = [changedLines(expected), changedLines(actual)];
  let lines = { expected: 0, common: 0, other: 0 };
  for (const path of new Set([...expectedLines.keys(), ...done.keys()])) {
    const [of, by] = [counts(expectedLines.get(path) ?? []), counts(done.get(path) ?? [])];
    for (const line of new Set([...of.keys(), ...by.keys()])) {
      const [expectedCount, actualCount] = [of.get(line) ?? 0, by.get(line) ?? 0];
      const common = Math.min(expectedCount, actualCount);
      lines = {
        expected: lines.expected + expectedCount,
        common: lines.common + common,
        other: lines.other + actualCount - common,
      };
    }
  }
  const common = [...expectedLines.keys()].filter((path) => done.has(path)).length;
  return { files: { expected: expectedLines.size, common, other: done.size - common }, lines };
}

/** Added and removed lines by the path of the file after the change, or before it where it is gone. */
function changedLines(diff: string): Map<string, string[]> {
  return new Map(
    readDiffFiles(diff).map(({ before, after, hunks }) => [
      after ?? before ?? '',
      hunks.filter((line) => /^[+-]/.test(line)).map((line) => line.trimEnd()),
    ]),
  );
}

function counts(lines: readonly string[]): Map<string, number> {
  const countByLine = new Map<string, number>();
  for (const line of lines) if (line.length > 1) countByLine.set(line, (countByLine.get(line) ?? 0) + 1);
  return countByLine;
}
