import { duration } from '../../../../kernel/clock.ts';
import { readBatches } from '../columns/batch.ts';
import { notDamaged, readOrNote, readUnlessDamaged } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { mergeRefused } from '../columns/refused-events.ts';
import {
  checkSegment,
  encodeSegment,
  insertSegment,
  joinSources,
  sourceOf,
  sourceOfSegment,
} from '../columns/segment.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { addFilters } from './add-filters.ts';
import { packVisitors } from './pack-visitors.ts';
import { removeSegments, replace } from './replace.ts';
import { storeBlocks } from './store-blocks.ts';
import { storeRows } from './store-rows.ts';
import { splitDue } from './split-people.ts';

export interface SealRules {
  /** Rows that wait in batches of a day before they are sealed; below, a day is sealed once it is over. */
  readonly waitingRows: number;
  /** Rows sealed at once, and past which a segment is not merged again; bounds memory. */
  readonly maximumRows: number;
  /** Segments of one day before they are merged. */
  readonly segmentsPerDay: number;
  /** Ids of visitors that are put together; about 256 KB, and what waits for them costs some 40 ms at a start. */
  readonly idsPerPage?: number;
  /** Rows from which on days are merged beforehand, and what filters read is stored. */
  readonly blockRows?: number;
  /** That count. */
  readonly threads?: number;
}

export const defaultSealRules: SealRules = { waitingRows: 20_000, maximumRows: 1_000_000, segmentsPerDay: 8 };

const idsPerPage = 16_384;
const blockRows = 200_000;

/** Late views of a day wait this long for others, so that each does not make a segment of its own. */
const lateMilliseconds = 5 * duration.minute;
/** Single views make tiny batches, which cost more to read than to seal. */
const maximumBatches = 500;

interface Waiting {
  readonly project: number;
  readonly day: number;
}

/**
 * Moves what waits into segments and merges segments, until nothing is due. Returns how many segments it wrote. What is
 * damaged is written down and stays as it is, so that it never gets a checksum that fits. A day that fails does not keep the
 * others waiting: the first fault is thrown at the end.
 */
export function sealDue(database: VisitDatabase, rules: SealRules, now: number): number {
  const over = Math.floor((now - lateMilliseconds) / duration.day);
  const due = database
    .prepare(
      `SELECT project, day FROM batch WHERE ${notDamaged('batch')} GROUP BY project, day
       HAVING sum(rows) >= ? OR count(*) >= ? OR day < ? ORDER BY project, day`,
    )
    .all(rules.waitingRows, maximumBatches, over) as Waiting[];
  const tasks = [
    ...due.map(
      ({ project, day }) =>
        () =>
          sealDay(database, project, day, rules.maximumRows),
    ),
    () => mergeDue(database, rules),
    () => splitDue(database),
    () => {
      mergeRefused(database);
      return 0;
    },
    () => {
      addFilters(database);
      return 0;
    },
    () => {
      packVisitors(database, rules.idsPerPage ?? idsPerPage);
      return 0;
    },
    () => {
      storeBlocks(database, rules.blockRows ?? blockRows);
      return 0;
    },
    () => {
      storeRows(database, rules.blockRows ?? blockRows, rules.threads ?? 1);
      return 0;
    },
  ];
  return sumOfAll(tasks);
}

function sumOfAll(tasks: readonly (() => number)[]): number {
  const faults: unknown[] = [];
  let sum = 0;
  for (const task of tasks) {
    try {
      sum += task();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
  return sum;
}

/**
 * Turns batches of one day into a segment. The work is done on what was read before; the transaction at its end only
 * checks that the same batches are still there, since another process may have sealed them or a deletion rewritten them.
 */
function sealDay(database: VisitDatabase, project: number, day: number, maximumRows: number): number {
  const ids = database
    .prepare(`SELECT id, rows FROM batch WHERE project = ? AND day = ? AND ${notDamaged('batch')} ORDER BY id`)
    .all(project, day) as { id: number; rows: number }[];
  const batches: { id: number; views: ViewColumns }[] = [];
  let rows = 0;
  for (const { id } of ids) {
    for (const { views } of readBatches(database, 'id = ?', id)) {
      batches.push({ id, views });
      rows += views.length;
    }
    if (rows >= maximumRows) break;
  }
  if (batches.length === 0) return 0;
  const encoded = encodeSegment(joinSources(batches.map(({ views }) => sourceOf(views))));
  const remove = database.prepare('DELETE FROM batch WHERE id = ?');
  return replace(database, () => {
    const removed = batches.reduce((sum, { id }) => sum + remove.run(id).changes, 0);
    if (removed < batches.length) return false;
    if (rows > 0) insertSegment(database, project, day, encoded, rows);
    return true;
  });
}

function mergeDue(database: VisitDatabase, rules: SealRules): number {
  const days = database
    .prepare(
      `SELECT project, day, count(*) AS segments, sum(rows) AS rows, max(rows) AS largest FROM segment
       WHERE rows < ? AND ${notDamaged('segment')} GROUP BY project, day HAVING count(*) > 1`,
    )
    .all(rules.maximumRows) as { project: number; day: number; segments: number; rows: number; largest: number }[];
  // A merge rewrites the largest segment, so it waits until that is worth it.
  const worthIt = days.filter(
    ({ segments, rows, largest }) => segments >= rules.segmentsPerDay || (rows - largest) * 3 >= largest,
  );
  return sumOfAll(
    worthIt.map(
      ({ project, day }) =>
        () =>
          mergeDay(database, project, day, rules.maximumRows),
    ),
  );
}

function mergeDay(database: VisitDatabase, project: number, day: number, maximumRows: number): number {
  const segments = database
    .prepare(
      `SELECT id, rows FROM segment
       WHERE project = ? AND day = ? AND rows < ? AND ${notDamaged('segment')} ORDER BY id`,
    )
    .all(project, day, maximumRows) as { id: number; rows: number }[];
  const source = joinSources(segments.map(({ id, rows }) => sourceOfSegment(database, id, rows)));
  const encoded = readUnlessDamaged(
    () => encodeSegment(source),
    () => {
      // Which of them it is; the others are merged the next time.
      for (const { id } of segments) {
        readOrNote(database, { project, kind: 'segment', id, day }, () => {
          checkSegment(database, id);
        });
      }
    },
  );
  if (!encoded) return 0;
  return replace(database, () => {
    if (
      !removeSegments(
        database,
        segments.map(({ id }) => id),
      )
    )
      return false;
    insertSegment(database, project, day, encoded, source.length);
    return true;
  });
}
