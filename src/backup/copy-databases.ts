import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { ErasureRow } from '../db/schema.ts';
import type { TimeRecord } from '../trusted-time/time-record.ts';
import { readDatabaseFault } from '../db/read-database-fault.ts';
import { countRows, countViews } from './count-rows.ts';
import { databaseFiles, type DatabaseFile, type Manifest } from './manifest.ts';

/** Pages copied before others get a turn; of 8 KiB each. */
const pagesPerStep = 1_000;

export interface CopyProgress {
  readonly file: DatabaseFile;
  readonly donePages: number;
  readonly totalPages: number;
}

/**
 * Copies both databases as they are at one moment, while whoever has them open goes on reading and writing: a read
 * transaction on each holds the moment, which in WAL mode keeps nobody from writing. Returns what is in them.
 */
export async function copyDatabases({
  from,
  into,
  onProgress,
}: {
  from: string;
  into: string;
  onProgress: (progress: CopyProgress) => void;
}): Promise<Pick<Manifest, 'rows' | 'views'> & { erasures: ErasureRow[]; trusted: TimeRecord | undefined }> {
  const opened: [DatabaseFile, SqliteDatabase.Database][] = [];
  try {
    for (const file of databaseFiles) opened.push([file, openAtMoment(join(from, file))]);
    for (const [file, database] of opened) {
      await database.backup(join(into, file), {
        progress: ({ totalPages, remainingPages }) => {
          onProgress({ file, donePages: totalPages - remainingPages, totalPages });
          return pagesPerStep;
        },
      });
    }
    const [visits, main] = opened.map(([, database]) => database) as [SqliteDatabase.Database, SqliteDatabase.Database];
    return {
      rows: { 'docwright.sqlite': countRows(main), 'visits.sqlite': countRows(visits) },
      views: countViews(visits),
      erasures: rowsOf<ErasureRow>(main, 'erasures'),
      trusted: rowsOf<TimeRecord>(main, 'trusted_time')[0],
    };
  } finally {
    for (const [, database] of opened) database.close();
  }
}

/** None in a database that this version has not opened yet, where there is no such table. */
function rowsOf<Row>(database: SqliteDatabase.Database, table: 'erasures' | 'trusted_time'): Row[] {
  const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  return isThere ? (database.prepare(`SELECT * FROM ${table}`).all() as Row[]) : [];
}

function openAtMoment(file: string): SqliteDatabase.Database {
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    database.exec('BEGIN');
    // The first read fixes the moment.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    throw readDatabaseFault(error, file);
  }
}
