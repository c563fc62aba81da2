import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe } from 'vitest';
import { openMigratedDatabase } from './migrated-database.fixture.ts';
import type { DatabaseConnection } from './open-database.ts';
import { createPostgresServer, isPostgresInstalled } from './postgres-server.fixture.ts';
import { openPostgresDatabase } from './postgres/open-postgres-database.ts';

/** An empty database of one kind, of which a test may ask for several connections, as several processes have them. */
export interface TestDatabase {
  readonly db: DatabaseConnection;
  /** As another process has it. A process cannot wait for itself, as it would with SQLite: there it is the same one. */
  another(): Promise<DatabaseConnection>;
  close(): Promise<void>;
}

export type OpenTestDatabase = () => Promise<TestDatabase>;

/** Runs the tests over SQLite and over PostgreSQL, which have to pass the same. */
export function onEveryDatabase(tests: (open: OpenTestDatabase) => void): void {
  describe('on SQLite', () => {
    tests(openOnSqlite);
  });
  describeOnPostgres(() => {
    tests(openOnPostgres);
  });
}

/** Where PostgreSQL was not installed, it says so; in CI it fails. */
export function describeOnPostgres(tests: () => void): void {
  const isSkipped = !isPostgresInstalled && process.env['CI'] === undefined;
  if (isSkipped) process.stderr.write('Tests over PostgreSQL are skipped: npm run engines installs it.\n');
  describe.skipIf(isSkipped)('on PostgreSQL', tests);
}

export const openOnSqlite: OpenTestDatabase = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-db-'));
  const db = await openMigratedDatabase(join(folder, 'main.sqlite'));
  return {
    db,
    another: () => Promise.resolve(db),
    async close() {
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Databases of this test file that nobody uses now, all empty. */
const free: string[] = [];
let made = 0;

const openOnPostgres: OpenTestDatabase = async () => {
  const url = free.pop() ?? (await makeDatabase());
  const opened: DatabaseConnection[] = [];
  const another = async () => {
    const { db } = await openPostgresDatabase({ url, connections: 8 });
    opened.push(db);
    return db;
  };
  return {
    db: await another(),
    another,
    async close() {
      for (const db of opened) await db.destroy();
      await emptyDatabase(url);
      free.push(url);
    },
  };
};

/** The URL of a new, empty database of the server of this run. */
export async function makeDatabase(): Promise<string> {
  const server = await serverOfTheRun();
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await query(server, `drop database if exists ${name}`);
  await query(server, `create database ${name} template template0`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function emptyDatabase(url: string): Promise<void> {
  await query(
    url,
    `do $$ begin execute (select 'truncate ' || string_agg(quote_ident(tablename), ',') || ' restart identity cascade'
      from pg_tables where schemaname = 'public' and tablename not like 'kysely%'); end $$`,
  );
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** The one that `test/outside/debian-postgres.ts` names, or one started by the first test file that needs it, used by all; `temporary-folder-of-the-run.ts` stops it. */
async function serverOfTheRun(): Promise<string> {
  const given = process.env['DOCWRIGHT_TEST_POSTGRES'];
  if (given !== undefined) return given;
  const folder = join(tmpdir(), 'postgres');
  const told = join(tmpdir(), 'postgres.url');
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(told)) await delay(50);
    return readFileSync(told, 'utf8');
  }
  const server = await createPostgresServer(folder);
  await server.start();
  writeFileSync(`${told}.unfinished`, server.url);
  renameSync(`${told}.unfinished`, told);
  return server.url;
}
