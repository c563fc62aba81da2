import { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import { readDatabaseFault } from './read-database-fault.ts';
import type { Database } from './schema.ts';
import { DurableSqliteDialect } from './sqlite-dialect.ts';

export type DatabaseConnection = Kysely<Database>;

/**
 * Opens the embedded database and brings its schema up to date. Throws `DatabaseTooNew` when the file is newer than the
 * program, `DatabaseBusy`, `DatabaseUnusable`.
 */
export async function openSqliteDatabase(file: string): Promise<DatabaseConnection> {
  const db = new Kysely<Database>({ dialect: new DurableSqliteDialect(file) });
  try {
    await migrate(db, file);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw readDatabaseFault(error, file);
  }
  return db;
}
