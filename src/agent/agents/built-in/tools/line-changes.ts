import { diffArrays } from 'diff';

/** Where lines were replaced. Lines are counted from 1. */
export interface LineChange {
  /** First line that was removed, or the line before which lines were added. */
  readonly first: number;
  readonly removed: number;
  /** First line that was added, in the new text. */
  readonly newFirst: number;
  readonly added: number;
}

/** Lines that differ, above which everything between the first and the last counts as one change: the time grows with their square. */
const mostDifferences = 300;

/** In their order. */
export function lineChanges(before: string, after: string): LineChange[] {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;
  const [removed, added] = [oldLines, newLines].map((lines) => lines.slice(start, lines.length - end)) as [
    string[],
    string[],
  ];
  if (removed.length + added.length === 0) return [];
  const parts = diffArrays(removed, added, { maxEditLength: mostDifferences }) ?? [
    { removed: true, added: false, count: removed.length },
    { removed: false, added: true, count: added.length },
  ];
  const changes: LineChange[] = [];
  let [oldLine, newLine] = [start + 1, start + 1];
  let open: LineChange | undefined;
  for (const part of parts) {
    if (!part.removed && !part.added) {
      if (open !== undefined) changes.push(open);
      open = undefined;
    } else {
      open ??= { first: oldLine, removed: 0, newFirst: newLine, added: 0 };
      if (part.removed) open = { ...open, removed: open.removed + part.count };
      else open = { ...open, added: open.added + part.count };
    }
    if (!part.added) oldLine += part.count;
    if (!part.removed) newLine += part.count;
  }
  return open === undefined ? changes : [...changes, open];
}
