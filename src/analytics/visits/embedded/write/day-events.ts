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

/** Views without an event add the id of zeros, which no event has. */
export function addEvents(table: IdTable, events: Uint32Array): void {
  for (let index = 0; index * eventWords < events.length; index += 1) table.add(events, index);
}
