import type { DiffLine } from './read-diff.ts';

export interface DiffRow {
  readonly left: DiffLine | undefined;
  readonly right: DiffLine | undefined;
}

/** Rows of the side-by-side view: a run of removed lines stands beside the run of added lines that follows it. */
export function pairLines(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ left: removed[index], right: added[index] });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') {
      added.push(line);
    } else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}
