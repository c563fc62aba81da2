import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { ErasureRow } from '../db/schema.ts';
import type { TimeRecord } from '../trusted-time/time-record.ts';
import { readDatabaseFault } from '../db/read-database-fault.ts';
import { countRows, countViews } from './count-rows.ts';
import { DataDamaged } from './errors.ts';
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
      const progress = ({ totalPages, remainingPages }: SqliteDatabase.BackupMetadata) => {
        onProgress({ file, donePages: totalPages - remainingPages, totalPages });
        return pagesPerStep;
      };
      await naming(join(from, file), () => database.backup(join(into, file), { progress }));
    }
    const [visits, main] = opened.map(([, database]) => database) as [SqliteDatabase.Database, SqliteDatabase.Database];
    const inMain = await naming(join(from, 'docwright.sqlite'), () => ({
      rows: countRows(main),
      erasures: rowsOf<ErasureRow>(main, 'erasures'),
      trusted: rowsOf<TimeRecord>(main, 'trusted_time')[0],
    }));
    const inVisits = await naming(join(from, 'visits.sqlite'), () => ({
      rows: countRows(visits),
      views: countViews(visits),
    }));
    return { ...inMain, ...inVisits, rows: { 'docwright.sqlite': inMain.rows, 'visits.sqlite': inVisits.rows } };
  } finally {
    for (const [, database] of opened) database.close();
  }
}

/** What SQLite says of damage becomes that of this file. */
async function naming<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isCorrupt = error instanceof SqliteDatabase.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
    throw isCorrupt ? new DataDamaged(file, error.message, error) : error;
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
