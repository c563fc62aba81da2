import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseBusy, DatabaseUnusable } from './errors.ts';
import { openSqliteDatabase } from './open-database.ts';
import { readDatabaseFault } from './read-database-fault.ts';

const run = promisify(execFile);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-db-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('migrates once when several processes start together', async () => {
  const file = join(folder, 'main.sqlite');
  const program = `import { openSqliteDatabase } from ${JSON.stringify(import.meta.resolve('./open-database.ts'))};
    const db = await openSqliteDatabase(${JSON.stringify(file)}); await db.destroy();`;
  await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', program])));
  const db = await openSqliteDatabase(file);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(rows.map((row) => row.name)).toEqual([
    '0001-projects',
    '0002-jobs',
    '0003-accounts',
    '0004-visitor-salts',
    '0005-member-identities',
    '0006-typed-notes',
    '0007-limited-uses',
    '0008-ended-processes',
    '0009-belongings',
    '0010-local-addresses',
    '0011-waiting-jobs',
    '0012-told-jobs',
    '0013-attachments',
    '0014-places-of-uses',
    '0015-shared-views',
    '0016-weekly-mails',
    '0017-web-use',
    '0018-password-resets',
    '0019-server-secrets',
    '0020-trusted-time',
    '0021-final-erasures',
    '0022-job-lists',
    '0023-pull-request-states',
    '0024-message-origins',
    '0025-background-failures',
    '0026-followed-pull-requests',
    '0027-reviews',
    '0028-review-lists',
    '0029-oauth',
    '0030-job-origins',
    '0031-chart-notes',
  ]);
  await db.destroy();
});

it('is durable and enforces foreign keys', async () => {
  const db = await openSqliteDatabase(join(folder, 'main.sqlite'));
  const pragma = async (name: string): Promise<unknown> =>
    Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  await db.destroy();
});

it('waits for a writer of another process without keeping the event loop', async () => {
  const file = join(folder, 'main.sqlite');
  const db = await openSqliteDatabase(file);
  const other = new SqliteDatabase(file);
  other.exec('begin immediate');
  const written = [
    sql`delete from projects`.execute(db),
    db.transaction().execute((transaction) => sql`delete from projects`.execute(transaction)),
  ];
  // Would never be reached if the thread slept until the other writer is done: it is this thread that has to end it.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  other.exec('commit');
  other.close();
  await Promise.all(written);
  await db.destroy();
});

it('refuses a database that is newer than the program', async () => {
  const file = join(folder, 'main.sqlite');
  const db = await openSqliteDatabase(file);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`.execute(db);
  await db.destroy();
  await expect(openSqliteDatabase(file)).rejects.toThrow(/9999-future/);
});

it('says in one error of ours that another program holds the file, or that it is none', () => {
  const file = join(folder, 'main.sqlite');
  const [holder, other] = [new SqliteDatabase(file), new SqliteDatabase(file, { timeout: 0 })];
  holder.exec('begin exclusive');
  const faultOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return readDatabaseFault(error, file);
    }
  };
  const write = () => other.exec('create table notes (text)');
  expect(faultOf(write)).toBeInstanceOf(DatabaseBusy);
  holder.close();
  expect(faultOf(write)).toBe(other);
  other.close();
  writeFileSync(file, 'no database at all'.repeat(100));
  const damaged = new SqliteDatabase(file);
  expect(faultOf(() => damaged.pragma('user_version'))).toBeInstanceOf(DatabaseUnusable);
  damaged.close();
  const ours = new Error('anything else');
  expect(readDatabaseFault(ours, file)).toBe(ours);
});
