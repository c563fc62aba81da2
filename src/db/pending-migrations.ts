import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { DatabaseTooNew } from './errors.ts';
import { migrations } from './migrate.ts';
import { readDatabaseFault } from './read-database-fault.ts';

/** What opening the file with this version would do first. Changes nothing. Throws `DatabaseTooNew`, `DatabaseUnusable`. */
export function pendingMigrations(file: string): { steps: string[]; bytes: number } {
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    try {
      const isKept =
        database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'`).get() !== undefined;
      const select = 'SELECT name FROM kysely_migration ORDER BY name';
      const applied = isKept ? (database.prepare(select).pluck().all() as string[]) : [];
      const unknown = applied.filter((name) => !(name in migrations));
      if (unknown.length > 0) throw new DatabaseTooNew(file, unknown);
      const steps = Object.keys(migrations).filter((name) => !applied.includes(name));
      return { steps, bytes: statSync(file).size };
    } finally {
      database.close();
    }
  } catch (error) {
    throw readDatabaseFault(error, file);
  }
}
