import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { DatabaseAway } from '../../kernel/errors.ts';
import { onceThereIsRoom } from '../../kernel/once-there-is-room.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { DatabaseTooNew } from '../errors.ts';
import { describeOnPostgres, makeDatabase } from '../every-database.fixture.ts';
import { openMainPostgres } from '../main-database.ts';
import { migrations } from '../migrate.ts';
import { openPostgresDatabase, pendingPostgresMigrations } from './open-postgres-database.ts';
import { createPostgresPool } from './postgres-pool.ts';

describeOnPostgres(() => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const openDb = async (url: string) => {
    const { db } = await openPostgresDatabase({ url, connections: 4 });
    opened.push({ close: () => db.destroy() });
    return db;
  };
  const openMain = async (url: string) => {
    const main = await openMainPostgres({ url, connections: 4, logger: silentLogger });
    opened.push(main);
    return main;
  };

  it('migrates once when several processes start together, says what it would do, and refuses what is newer', async () => {
    const url = await makeDatabase();
    const names = Object.keys(migrations);
    expect((await pendingPostgresMigrations(url)).steps).toEqual(names);
    const [db] = await Promise.all([openDb(url), openDb(url), openDb(url)]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect((await pendingPostgresMigrations(url)).steps).toEqual([]);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`.execute(db);
    await expect(openDb(url)).rejects.toThrow(DatabaseTooNew);
  });

  it('says why a new database cannot be set up: by a role without rights, or where nothing can be written', async () => {
    const url = await makeDatabase();
    const { pathname } = new URL(url);
    const db = await openDb(url);
    await sql`drop schema public cascade; create schema public`.execute(db);
    const name = `reader_${pathname.slice(1)}`;
    await sql.raw(`create role ${name} login password 'x'`).execute(db);
    const asReader = Object.assign(new URL(url), { username: name, password: 'x' }).href;
    await expect(openDb(asReader)).rejects.toMatchObject({ facts: { code: 'database_refused' } });
    await sql.raw(`drop role ${name}`).execute(db);
    await sql.raw(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`).execute(db);
    await expect(openDb(url)).rejects.toThrow('The database can only be read for now');
  });

  it('goes on as a second user who works in the name of the first, as the guide changes a password', async () => {
    const url = await makeDatabase();
    const name = new URL(url).pathname.slice(1);
    const [first, second] = [`${name}_first`, `${name}_second`];
    const administrator = await openDb(await makeDatabase());
    const say = (statement: string) => sql.raw(statement).execute(administrator);
    const as = (username: string) => Object.assign(new URL(url), { username, password: 'x' }).href;
    await say(`create role ${first} login password 'x'`);
    await say(`alter database ${name} owner to ${first}`);
    const before = await openDb(as(first));
    await say(`create role ${second} login password 'x' in role ${first}`);
    await say(`alter role ${second} set role = '${first}'`);
    const after = await openDb(as(second));
    await say(`alter role ${first} nologin`);
    await expect(openDb(as(first))).rejects.toMatchObject({ facts: { code: 'database_refused' } });
    await sql`create table later (id integer)`.execute(after);
    const owners = await sql<{ owner: string }>`select distinct tableowner as owner from pg_tables
      where schemaname = 'public'`.execute(after);
    expect(owners.rows).toEqual([{ owner: first }]);
    await before.destroy();
    await after.destroy();
    await sql`drop schema public cascade; create schema public`.execute(await openDb(url));
    await say(`drop role ${second}`);
    await say(`alter database ${name} owner to docwright`);
    await say(`drop role ${first}`);
  });

  it('holds large numbers, bytes and every character, and orders text by its bytes', async () => {
    const db = await openDb(await makeDatabase());
    const large = 2 ** 51 + 1;
    await db.insertInto('limited_uses').values({ subject: 'a', place: 0, expires_at: large }).execute();
    const use = await db.selectFrom('limited_uses').selectAll().executeTakeFirstOrThrow();
    expect(use).toEqual({ id: 1, subject: 'a', place: 0, expires_at: large });
    for (const mark of ['_b', 'B', 'a', 'ä', 'nul \0 快']) {
      await db
        .insertInto('invitations')
        .values({ id: mark, token_hash: mark, role: 'viewer', invited_by: null, created_at: 0, expires_at: 0 })
        .execute();
    }
    const rows = await db.selectFrom('invitations').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual(['B', '_b', 'a', 'nul \uFFFD 快', 'ä']);
  });

  it('gives up on a line that passes nothing any more, and goes on over a new one', async () => {
    const url = new URL(await makeDatabase());
    const { hostname, port } = url;
    let isCut = false;
    // As a cable that is pulled out: nobody is told.
    const line = createServer((near) => {
      const far = connect(Number(port), hostname);
      near.on('data', (data) => isCut || far.write(data)).on('error', () => undefined);
      far.on('data', (data) => isCut || near.write(data)).on('error', () => undefined);
      near.on('close', () => far.destroy());
    }).listen(0, '127.0.0.1');
    await once(line, 'listening');
    const through = Object.assign(url, { port: String((line.address() as AddressInfo).port) }).href;
    const pool = createPostgresPool({ url: through, connections: 1, patience: 150 });
    const cut = await pool.connect();
    await cut.query('select 1', []);
    isCut = true;
    await expect(cut.query('select 1', [])).rejects.toThrow(DatabaseAway);
    cut.release();
    isCut = false;
    const mended = await pool.connect();
    await expect(mended.query('select 1', [])).resolves.toMatchObject({ rowCount: 1 });
    mended.release();
    await pool.end();
    line.close();
  });

  it('lets no statement of a transaction take too long, nor a process that vanished hold its locks', async () => {
    const db = await openDb(await makeDatabase());
    const limits = sql<{ statement: string; idle: string }>`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const told = await db.transaction().execute((transaction) => limits.execute(transaction));
    expect(told.rows).toEqual([{ statement: '30s', idle: '20s' }]);
  });

  it('measures leases by the clock of the server', async () => {
    const { db, leaseTime } = await openMain(await makeDatabase());
    const serverTime = sql<number>`extract(epoch from clock_timestamp()) * 1000`;
    const own = vi.spyOn(Date, 'now').mockReturnValue(0);
    const { rows } = await sql<{ before: number; now: number; after: number }>`
      select ${serverTime}::float8 as before, ${leaseTime()}::float8 as now, ${serverTime}::float8 as after`.execute(
      db,
    );
    own.mockRestore();
    const { before, now, after } = rows[0]!;
    // The lease time is in whole milliseconds.
    expect(now).toBeGreaterThanOrEqual(Math.floor(before));
    expect(now).toBeLessThanOrEqual(Math.ceil(after));
  });

  it('tries again what the server cut, but not what may have been committed', async () => {
    const url = await makeDatabase();
    const [here, there] = [await openDb(url), await openDb(url)];
    const ofOthers = sql`datname = current_database() and pid <> pg_backend_pid()`;
    const cut = () => sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ofOthers}`.execute(there);
    let tries = 0;
    const write = (mark: string, meanwhile: () => Promise<unknown>) =>
      onceThereIsRoom(() =>
        here.transaction().execute(async (transaction) => {
          tries += 1;
          await transaction.insertInto('belongings').values({ name: 'visits', mark }).execute();
          if (tries === 1) await meanwhile();
          await transaction.selectFrom('belongings').selectAll().execute();
        }),
      );
    await write('first', cut);
    expect(tries).toBe(2);
    await sql`create function linger() returns trigger language plpgsql as 'begin perform pg_sleep(25); return null; end'`.execute(
      there,
    );
    await sql`create constraint trigger linger after update on belongings deferrable initially deferred
      for each row execute function linger()`.execute(there);
    const commit = onceThereIsRoom(() =>
      here.transaction().execute(async (transaction) => {
        tries += 1;
        await transaction.updateTable('belongings').set({ mark: 'second' }).execute();
      }),
    );
    commit.catch(() => undefined);
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where query = 'commit' and state = 'active' and ${ofOthers}`.execute(
          there,
        );
      expect(rows).toHaveLength(1);
    }, 10_000);
    await cut();
    await expect(commit).rejects.toMatchObject({ facts: { code: 'database_away' }, isInDoubt: true });
    expect(tries).toBe(3);
  });

  it('wakes others by more names than one notification holds', async () => {
    const url = await makeDatabase();
    const [here, there] = [await openMain(url), await openMain(url)];
    await vi.waitFor(() => {
      expect([here, there].map(({ wakeups }) => wakeups.reachesAll())).toEqual([true, true]);
    }, 20_000);
    const names = Array.from({ length: 600 }, (_, index) => `job_01m85dx97kpqcpkbr5j46h4gt7_${index}`);
    const heard = new Set<string>();
    for (const name of names) there.wakeups.onWake(name, () => heard.add(name));
    for (const name of names) here.wakeups.wake(name);
    await vi.waitFor(() => {
      expect(heard.size).toBe(names.length);
    }, 10_000);
  });

  it('wakes other processes, also after its connections were cut, and rolls back what it was in the middle of', async () => {
    const url = await makeDatabase();
    const [here, there] = [await openMain(url), await openMain(url)];
    const everyoneListens = () =>
      vi.waitFor(() => {
        expect([here, there].map(({ wakeups }) => wakeups.reachesAll())).toEqual([true, true]);
      }, 20_000);
    const woken = async (name: string) => {
      const heard = there.wakeups.woken(name, AbortSignal.timeout(10_000)).then(() => name);
      here.wakeups.wake(name);
      return Promise.race([heard, delay(5_000, 'nobody')]);
    };
    await everyoneListens();
    expect(await woken('jobs')).toBe('jobs');
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    const write = here.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('belongings').values({ name: 'visits', mark: 'half' }).execute();
      await cut.execute(there.db);
      await transaction.selectFrom('belongings').selectAll().execute();
    });
    await expect(write).rejects.toThrow(DatabaseAway);
    await vi.waitFor(() => {
      expect([here, there].map(({ wakeups }) => wakeups.reachesAll())).toEqual([false, false]);
    }, 5_000);
    await everyoneListens();
    expect(await woken('jobs')).toBe('jobs');
    // Idle connections were cut as well, and it may be this question by which the pool learns it.
    await vi.waitFor(async () => {
      expect(await here.db.selectFrom('belongings').selectAll().execute()).toEqual([]);
    }, 5_000);
  });
});
