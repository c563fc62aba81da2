import { Kysely, sql } from 'kysely';
import { DatabaseNotUtf8, DatabaseTooOld } from '../errors.ts';
import { migrate, unappliedMigrations } from '../migrate.ts';
import type { DatabaseConnection } from '../open-database.ts';
import type { Database } from '../schema.ts';
import { placeOf } from './postgres-address.ts';
import { TimedPostgresDialect } from './postgres-dialect.ts';
import { createPostgresPool, type CountedPool } from './postgres-pool.ts';

/** As `server_version_num` has it. */
const oldestVersion = 150_000;

/**
 * Opens the database that the URL names and brings its schema up to date. Throws `DatabaseAway` while it cannot be
 * reached, `DatabaseRefused`, `DatabaseTooOld`, `DatabaseNotUtf8`, `DatabaseTooNew`.
 */
export async function openPostgresDatabase({
  url,
  connections,
}: {
  url: string;
  connections: number;
}): Promise<{ db: DatabaseConnection; pool: CountedPool }> {
  // Migrating a large table takes as long as it takes.
  const patient = createPostgresPool({ url, connections: 1, patience: 0 });
  const migrating = new Kysely<Database>({ dialect: new TimedPostgresDialect(patient) });
  try {
    await refuseUnfit(migrating, placeOf(url));
    await migrate(migrating, placeOf(url));
  } finally {
    await migrating.destroy().catch(() => undefined);
  }
  const pool = createPostgresPool({ url, connections });
  return { db: new Kysely<Database>({ dialect: new TimedPostgresDialect(pool) }), pool };
}

/** What opening the database with this version would do first. Changes nothing. Throws `DatabaseAway`, `DatabaseTooNew`. */
export async function pendingPostgresMigrations(url: string): Promise<{ steps: string[]; bytes: number }> {
  const db = new Kysely<Database>({ dialect: new TimedPostgresDialect(createPostgresPool({ url, connections: 1 })) });
  try {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
    return { steps: await unappliedMigrations(db, placeOf(url)), bytes: rows[0]?.bytes ?? 0 };
  } finally {
    await db.destroy();
  }
}

async function refuseUnfit(db: DatabaseConnection, place: string): Promise<void> {
  const { rows } = await sql<{ number: string; version: string; encoding: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const [server] = rows;
  if (server === undefined || Number(server.number) < oldestVersion) {
    throw new DatabaseTooOld(place, server?.version ?? 'unknown');
  }
  if (server.encoding !== 'UTF8') throw new DatabaseNotUtf8(place, server.encoding);
}
