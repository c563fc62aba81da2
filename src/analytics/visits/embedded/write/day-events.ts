import { IdTable } from '../../../id-table.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readColumn } from '../columns/segment.ts';
import { decodeViews, eventWords } from '../columns/view-columns.ts';

/** Every event id that is kept for one day of a project. */
export function loadDayEvents(database: VisitDatabase, project: number, day: number): IdTable {
  const segments = database.prepare('SELECT id FROM segment WHERE project = ? AND day = ?').pluck().all(project, day);
  const columns = (segments as number[]).map((id) => readColumn(database, id, 'event'));
  const batches = database.prepare('SELECT data FROM batch WHERE project = ? AND day = ?').pluck().all(project, day);
  const lists = [...columns, ...(batches as Buffer[]).map((data) => decodeViews(data).event)];
  const table = new IdTable(lists.reduce((sum, list) => sum + list.length / eventWords, 0));
  for (const list of lists) addEvents(table, list);
  return table;
}

export function addEvents(table: IdTable, events: Uint32Array): void {
  for (let index = 0; index * eventWords < events.length; index += 1) {
    if (!isNoEvent(events, index)) table.add(events, index);
  }
}

function isNoEvent(events: Uint32Array, index: number): boolean {
  const at = index * eventWords;
  return events[at] === 0 && events[at + 1] === 0 && events[at + 2] === 0 && events[at + 3] === 0;
}
