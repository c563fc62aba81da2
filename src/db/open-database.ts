import { Kysely, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { DatabaseTooNew } from './errors.ts';
import { belongings } from './migrations/0009-belongings.ts';
import { localAddresses } from './migrations/0010-local-addresses.ts';
import { waitingJobs } from './migrations/0011-waiting-jobs.ts';
import { toldJobs } from './migrations/0012-told-jobs.ts';
import { attachments } from './migrations/0013-attachments.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { jobs } from './migrations/0002-jobs.ts';
import { visitorSalts } from './migrations/0004-visitor-salts.ts';
import { memberIdentities } from './migrations/0005-member-identities.ts';
import { limitedUses } from './migrations/0007-limited-uses.ts';
import { endedProcesses } from './migrations/0008-ended-processes.ts';
import { typedNotes } from './migrations/0006-typed-notes.ts';
import { projects } from './migrations/0001-projects.ts';
import { readDatabaseFault } from './read-database-fault.ts';
import type { Database } from './schema.ts';
import { DurableSqliteDialect } from './sqlite-dialect.ts';

export type DatabaseConnection = Kysely<Database>;

/** In the order of their names; a migration that has been released is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-projects': projects,
  '0002-jobs': jobs,
  '0003-accounts': accounts,
  '0004-visitor-salts': visitorSalts,
  '0005-member-identities': memberIdentities,
  '0006-typed-notes': typedNotes,
  '0007-limited-uses': limitedUses,
  '0008-ended-processes': endedProcesses,
  '0009-belongings': belongings,
  '0010-local-addresses': localAddresses,
  '0011-waiting-jobs': waitingJobs,
  '0012-told-jobs': toldJobs,
  '0013-attachments': attachments,
};

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

/** One transaction that holds the write lock from its first statement: processes that start together take turns. */
async function migrate(db: DatabaseConnection, file: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const unknown = (await appliedMigrations(transaction)).filter((name) => !(name in migrations));
    if (unknown.length > 0) throw new DatabaseTooNew(file, unknown);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: () => Promise.resolve(migrations) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  });
}

async function appliedMigrations(db: DatabaseConnection): Promise<string[]> {
  const tables = await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(db);
  if (tables.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
