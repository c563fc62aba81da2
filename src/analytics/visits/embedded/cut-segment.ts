import type { Part, Runs } from './part.ts';
import { siteGroup } from './part.ts';
import type { Share } from './share.ts';
import { hasGroup, hasVisitor } from './share.ts';
import type { Window } from './window.ts';

export interface SegmentRows {
  readonly runs: Runs;
  /** Visitor and time of every row, in the order of the runs of pages. */
  readonly visitor: Uint32Array;
  readonly time: Uint32Array;
}

/** Rows of a page in one category: [from, to) among the rows of the segment. */
interface RowRun {
  readonly group: number;
  readonly category: number;
  readonly from: number;
  readonly to: number;
}

/** The part of a segment within a window of its day: a pass over the rows of the share's pages, and one for the site. */
export function cutSegment(rows: SegmentRows, window: Window, share: Share): Part[] {
  const runs = rowRuns(rows.runs);
  const mine = runs.filter((run) => hasGroup(share, run.group));
  return [cutSite(rows, runs, window, share), cutPages(rows, mine, window)];
}

function cutPages({ visitor, time }: SegmentRows, runs: readonly RowRun[], { from, to }: Window): Part {
  const visitors = new Uint32Array(runs.reduce((sum, run) => sum + run.to - run.from, 0));
  const start = new Uint32Array(runs.length + 1);
  let length = 0;
  runs.forEach((run, index) => {
    start[index] = length;
    for (let row = run.from; row < run.to; row += 1) {
      if (time[row]! < from || time[row]! >= to) continue;
      visitors[length] = visitor[row]!;
      length += 1;
    }
  });
  start[runs.length] = length;
  return toPart(runs, start, visitors);
}

/** The site's visitors come once per page that they saw, which counting does not mind; one run per category. */
function cutSite({ visitor, time }: SegmentRows, runs: readonly RowRun[], { from, to }: Window, share: Share): Part {
  const byCategory = Map.groupBy(runs, (run) => run.category);
  const categories = [...byCategory.keys()].sort((a, b) => a - b);
  const visitors = new Uint32Array(visitor.length);
  const start = new Uint32Array(categories.length + 1);
  let length = 0;
  categories.forEach((category, index) => {
    start[index] = length;
    for (const run of byCategory.get(category) ?? []) {
      for (let row = run.from; row < run.to; row += 1) {
        if (time[row]! < from || time[row]! >= to || !hasVisitor(share, visitor[row]!)) continue;
        visitors[length] = visitor[row]!;
        length += 1;
      }
    }
  });
  start[categories.length] = length;
  return toPart(
    categories.map((category) => ({ group: siteGroup, category })),
    start,
    visitors,
  );
}

/** Visitors are repeated as often as they viewed, so the views of a run are its length. */
function toPart(
  runs: readonly Pick<RowRun, 'group' | 'category'>[],
  start: Uint32Array<ArrayBuffer>,
  visitors: Uint32Array<ArrayBuffer>,
): Part {
  return {
    group: Uint32Array.from(runs, (run) => run.group),
    category: Uint32Array.from(runs, (run) => run.category),
    start,
    views: start.subarray(1).map((end, run) => end - start[run]!),
    visitors,
  };
}

function rowRuns({ group, category, views }: Runs): RowRun[] {
  const runs: RowRun[] = [];
  let row = 0;
  for (let run = 0; run < group.length; run += 1) {
    if (group[run] === siteGroup) continue;
    runs.push({ group: group[run]!, category: category[run]!, from: row, to: row + views[run]! });
    row += views[run]!;
  }
  return runs;
}
