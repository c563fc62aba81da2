import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import type { DatabaseConnection } from '../db/open-database.ts';
import { StillInUse } from './errors.ts';

/** Of our own connections, so that they are not taken for those of a server. */
export const moverName = 'docwright-migrate';

/**
 * That nobody has the file open: only then does SQLite leave the mode of several readers and a writer, which also brings all of it
 * into the one file. Throws StillInUse.
 */
export function proveFileUnused(file: string): void {
  if (!existsSync(file)) return;
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new StillInUse(file);
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    throw isBusy ? new StillInUse(file) : error;
  } finally {
    database.close();
  }
}

/** That no process of ours is connected, as far as that is to be seen: one behind a pooler is not. Throws StillInUse. */
export async function provePostgresUnused(db: DatabaseConnection, place: string): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name = 'docwright'`.execute(db);
  if ((rows[0]?.others ?? 0) > 0) throw new StillInUse(place);
}
