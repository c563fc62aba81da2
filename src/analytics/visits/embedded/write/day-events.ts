import { IdTable } from '../../../id-table.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readBatches } from '../columns/batch.ts';
import { readOrNote } from '../columns/damage.ts';
import { readColumn } from '../columns/segment.ts';
import { eventWords } from '../columns/view-columns.ts';

/**
 * Every event id that is kept for one day of a project. What is damaged is written down and left out: views are taken, and
 * those that come again in place of damaged ones are needed once it is decided that these are lost.
 */
export function loadDayEvents(database: VisitDatabase, project: number, day: number): IdTable {
  const segments = database.prepare('SELECT id FROM segment WHERE project = ? AND day = ?').pluck().all(project, day);
  const sealed = (segments as number[]).map((id) =>
    readOrNote(database, { project, kind: 'segment', id, day }, () => readColumn(database, id, 'event')),
  );
  const waiting = readBatches(database, 'project = ? AND day = ?', project, day).map(({ views }) => views.event);
  const lists = [...sealed, ...waiting].filter((list) => list !== undefined);
  const table = new IdTable(lists.reduce((sum, list) => sum + list.length / eventWords, 0));
  for (const list of lists) addEvents(table, list);
  return table;
}

/** Views without an event add the id of zeros, which no event has. */
export function addEvents(table: IdTable, events: Uint32Array): void {
  for (let index = 0; index * eventWords < events.length; index += 1) table.add(events, index);
}
