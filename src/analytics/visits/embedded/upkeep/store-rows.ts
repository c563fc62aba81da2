import { readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { release } from '../columns/release.ts';
import { insertRowSlices, segmentsWithoutSlices, type SlicedColumn } from '../columns/row-slices.ts';
import { readColumn, readRuns } from '../columns/segment.ts';
import { askedRowsOf } from '../columns/stored-blocks.ts';
import { visitorsEnd } from '../columns/visitor-ids.ts';
import { narrowed, ownPages, ownPositions, pickAt, type Words } from '../count/own-rows.ts';
import { OwnVisitors } from '../count/share.ts';
import { replace } from './replace.ts';

/** Then whoever waits for this thread has his turn, milliseconds; the rest is done the next time. */
const longestPass = 1_000;
/** Segments of fewer rows than this part of what makes a project large are read as they are. */
const smallPart = 20;

/** Stores the columns that were read with filters in a slice for each counting thread, of projects with at least so many views. */
export function storeRows(database: VisitDatabase, projectRows: number, threads: number): void {
  const leastRows = projectRows / smallPart;
  const began = performance.now();
  const projects = database
    .prepare('SELECT project FROM segment GROUP BY project HAVING sum(rows) >= ?')
    .pluck()
    .all(projectRows) as number[];
  for (const project of projects) {
    const asked = askedRowsOf(database, project);
    const columns: SlicedColumn[] =
      asked.length === 0 ? [] : [...new Set(['pages', 'visitor', 'agent', ...asked] as const)];
    for (const column of columns) {
      for (const { id, day } of segmentsWithoutSlices(database, project, {
        column,
        threads,
        leastRows,
      })) {
        if (performance.now() - began > longestPass) return;
        const segment = { project, kind: 'segment', id, day } as const;
        const slices = readOrNote(database, segment, () =>
          slicesOf(database, { project, segment: id, column, threads }),
        );
        // Another process may have replaced the segment meanwhile.
        if (slices) replace(database, () => insertRowSlices(database, id, column, slices));
      }
    }
  }
}

function slicesOf(
  database: VisitDatabase,
  { project, segment, column, threads }: { project: number; segment: number; column: SlicedColumn; threads: number },
): Words[] {
  const visitors = readColumn(database, segment, 'visitor');
  const visitorCount = visitorsEnd(database, project);
  const words = column === 'pages' ? undefined : readColumn(database, segment, column);
  const slices = Array.from({ length: threads }, (_, index) => {
    const positions = ownPositions(visitors, new OwnVisitors({ index, of: threads }, visitorCount));
    const slice = words ? pickAt(words, positions) : narrowed(ownPages(readRuns(database, segment), positions));
    release(positions);
    return slice;
  });
  release(visitors, ...(words ? [words] : []));
  return slices;
}
