import { crc32 } from 'node:zlib';
import { VisitStoreDamaged } from '../../errors.ts';
import { splitPeople } from './category-codes.ts';
import { projectIdOf, readOrNote } from './damage.ts';
import type { VisitDatabase } from './database.ts';
import { prepareOnce } from './prepare-once.ts';
import type { ViewColumns } from './view-columns.ts';
import { bytesOf, dayText, decodeViews, encodeViews, isBatchOf, wordsOf } from './view-columns.ts';

/** A batch as it lies in the table; `checksum` is null where an older version wrote it. */
export interface StoredBatch {
  readonly id: number;
  readonly project: number;
  readonly day: number;
  readonly rows: number;
  readonly data: Buffer;
  readonly checksum: number | null;
}

/** Of a batch, as `selectBatches` asks for it. */
const columns = 'id, project, day, rows, data, checksum';

/** Adds views of one day to what waits to be sealed, in the caller's transaction. Returns the id. */
export function insertBatch(database: VisitDatabase, project: number, day: number, views: ViewColumns): number {
  const data = encodeViews(views);
  const checksum = checksumOf({ project, day, rows: views.length, data });
  const insert = prepareOnce(database, 'INSERT INTO batch (project, day, rows, data, checksum) VALUES (?, ?, ?, ?, ?)');
  const { lastInsertRowid } = insert.run(project, day, views.length, data, checksum);
  return Number(lastInsertRowid);
}

/** In the order of arrival. `condition` is an SQL expression over `batch`. */
export function selectBatches(database: VisitDatabase, condition: string, ...values: number[]): StoredBatch[] {
  const select = database.prepare(`SELECT ${columns} FROM batch WHERE ${condition} ORDER BY id`);
  return select.all(...values) as StoredBatch[];
}

/** The same, but for those that are damaged, which is written down. */
export function readBatches(
  database: VisitDatabase,
  condition: string,
  ...values: number[]
): { readonly batch: StoredBatch; readonly views: ViewColumns }[] {
  return selectBatches(database, condition, ...values).flatMap((batch) => {
    const views = readOrNote(database, { ...batch, kind: 'batch' }, () => viewsOfBatch(database, batch));
    return views ? [{ batch, views }] : [];
  });
}

/** Throws VisitStoreDamaged. */
export function viewsOfBatch(database: VisitDatabase, batch: StoredBatch): ViewColumns {
  const { project, day, rows, data, checksum } = batch;
  const isWhole = isBatchOf(data, rows) && (checksum === null || checksum === checksumOf(batch));
  if (!isWhole) {
    throw new VisitStoreDamaged({ projectId: projectIdOf(database, project), day: dayText(day), piece: 'batch' });
  }
  const views = decodeViews(data, rows);
  splitPeople(views.agent, () => views.source);
  return views;
}

function checksumOf({ project, day, rows, data }: Pick<StoredBatch, 'project' | 'day' | 'rows' | 'data'>): number {
  return crc32(data, crc32(bytesOf(wordsOf(Buffer.from(Float64Array.of(project, day, rows).buffer)))));
}
