import { sql } from 'kysely';
import type { Logger } from '../kernel/logger.ts';
import { steadyClock } from '../kernel/clock.ts';
import { leaseTimeOf, postgresLeaseTime, type LeaseTime } from './lease-time.ts';
import { openSqliteDatabase, type DatabaseConnection } from './open-database.ts';
import type { CountedPool } from './postgres/postgres-pool.ts';
import { createLocalWakeups, type Wakeups } from './wakeups.ts';

/** The database of everything but visits, with what its processes have in common besides their statements. */
export interface MainDatabase {
  readonly db: DatabaseConnection;
  readonly leaseTime: LeaseTime;
  readonly wakeups: Wakeups;
  /** Of PostgreSQL; undefined for a file. */
  readonly connections: CountedPool['counts'] | undefined;
  /** What the clock of its server shows; undefined for a file, which has no other clock than we have. */
  readonly serverTime: (() => Promise<number>) | undefined;
  /** Throws while it does not answer. */
  prove(): Promise<void>;
  close(): Promise<void>;
}

async function prove(db: DatabaseConnection): Promise<void> {
  await db.selectFrom('projects').select('id').limit(1).execute();
}

/** In a file of this machine. Throws what `openSqliteDatabase` throws. */
export async function openMainFile(file: string, open = openSqliteDatabase): Promise<MainDatabase> {
  const db = await open(file);
  return {
    db,
    leaseTime: leaseTimeOf(steadyClock),
    wakeups: createLocalWakeups(),
    connections: undefined,
    serverTime: undefined,
    prove: () => prove(db),
    close: () => db.destroy(),
  };
}

/** In PostgreSQL. Throws what `openPostgresDatabase` throws. */
export async function openMainPostgres({
  url,
  connections,
  logger,
}: {
  url: string;
  /** How many there may be at most, of which one listens. */
  connections: number;
  logger: Logger;
}): Promise<MainDatabase> {
  const [{ openPostgresDatabase }, { createPostgresWakeups }] = await Promise.all([
    import('./postgres/open-postgres-database.ts'),
    import('./postgres/postgres-wakeups.ts'),
  ]);
  const { db, pool } = await openPostgresDatabase({ url, connections: connections - 1 });
  const wakeups = createPostgresWakeups({ url, db, logger });
  return {
    db,
    leaseTime: postgresLeaseTime,
    wakeups,
    connections: () => pool.counts(),
    async serverTime() {
      const { rows } = await sql<{ now: number }>`select ${postgresLeaseTime()} as now`.execute(db);
      return Number(rows[0]?.now);
    },
    prove: () => prove(db),
    async close() {
      await wakeups.close();
      await db.destroy();
    },
  };
}
