import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { migrations } from '../db/migrate.ts';
import { openSqliteDatabase, type DatabaseConnection } from '../db/open-database.ts';
import type { Database } from '../db/schema.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { describeClock } from './describe-clock.ts';
import { isTrusted, nextRecord, type TimeRecord } from './time-record.ts';
import { createTrustedTime, type TimeWitness } from './trusted-time.ts';

const { hour, day } = duration;
const start = Date.UTC(2026, 10, 29);
const threeYears = 3 * 365 * day;

/** A process with a clock that anybody may set and one that nobody can. */
class SimulatedProcess {
  readonly #steady = createManualClock(5_000);
  readonly #clock: ManualClock;
  readonly lines: string[] = [];
  readonly trusted: ReturnType<typeof createTrustedTime>;

  constructor(db: DatabaseConnection, clock: ManualClock, witnesses: readonly TimeWitness[] = []) {
    this.#clock = clock;
    const log = (_: object, line: string) => this.lines.push(line);
    const logger = { ...silentLogger, error: log, warn: log };
    this.trusted = createTrustedTime({ db, clock, steady: this.#steady, witnesses, logger });
  }

  /** Time passes; the process looks every ten minutes. */
  async run(milliseconds: number): Promise<void> {
    await this.trusted.look();
    for (let passed = 0; passed < milliseconds; passed += 10 * duration.minute) {
      this.#clock.advance(10 * duration.minute);
      this.#steady.advance(10 * duration.minute);
      await this.trusted.look();
    }
  }

  get deletesBy(): number | undefined {
    return this.trusted.deletionTime();
  }
}

onEveryDatabase((open) => {
  let database: TestDatabase;
  let clock: ManualClock;
  beforeEach(async () => {
    database = await open();
    clock = createManualClock(start);
  });
  afterEach(() => database.close());
  const begin = (witnesses?: readonly TimeWitness[]) => new SimulatedProcess(database.db, clock, witnesses);

  it('deletes nothing in the first hour after a start, then by the clock', async () => {
    const server = begin();
    expect(server.deletesBy).toBeUndefined();
    await server.run(50 * duration.minute);
    expect(server.deletesBy).toBeUndefined();
    await server.run(10 * duration.minute);
    expect(server.deletesBy).toBe(clock.now());
    expect(server.lines).toEqual([]);
  });

  it('trusts a server that was off over a weekend, and not one that wakes three years later', async () => {
    await begin().run(hour);
    clock.advance(2 * day);
    const monday = begin();
    await monday.run(hour);
    expect(monday.deletesBy).toBe(clock.now());
    clock.advance(threeYears);
    const wrong = begin();
    await wrong.run(2 * hour);
    expect(wrong.deletesBy).toBeUndefined();
    expect(await wrong.trusted.read()).toMatchObject({ verdict: 'jumped', remaining: 22 * hour });
    expect(wrong.lines).toEqual([expect.stringContaining('the clock is not trusted')]);
  });

  it('needs no person for a server that was off for a week: a day of steady time is enough, over restarts too', async () => {
    await begin().run(hour);
    clock.advance(7 * day);
    await begin().run(15 * hour);
    clock.advance(hour);
    const server = begin();
    await server.run(8 * hour + 50 * duration.minute);
    expect(server.deletesBy).toBeUndefined();
    await server.run(10 * duration.minute);
    expect(server.deletesBy).toBe(clock.now());
    expect(server.lines.at(-1)).toBe('the clock is trusted again');
  });

  it('counts a day once, however many processes watch', async () => {
    await begin().run(hour);
    clock.advance(7 * day);
    const [one, other] = [begin(), begin()];
    await one.trusted.look();
    await other.trusted.look();
    const watched = async () =>
      (await database.db.selectFrom('trusted_time').select('watched').executeTakeFirst())?.watched;
    await one.run(6 * hour);
    // The clock of the test moved by six hours, and the other has measured none of them.
    await other.trusted.look();
    expect(await watched()).toBe(6 * hour);
  });

  it('notices a jump while it runs before it looks again, and trusts the clock when it is set right', async () => {
    const server = begin();
    await server.run(2 * hour);
    clock.advance(threeYears);
    expect(server.deletesBy).toBeUndefined();
    await server.run(hour);
    expect(await server.trusted.read()).toMatchObject({ verdict: 'jumped' });
    clock.advance(-threeYears);
    await server.run(0);
    expect(server.deletesBy).toBe(clock.now());
  });

  it('begins to watch anew when a clock that jumped jumps again', async () => {
    await begin().run(hour);
    clock.advance(7 * day);
    const server = begin();
    await server.run(23 * hour);
    clock.advance(threeYears);
    await server.run(2 * hour);
    expect(server.deletesBy).toBeUndefined();
  });

  it('lets a person accept the clock, for all processes', async () => {
    await begin().run(hour);
    clock.advance(threeYears);
    const server = begin();
    await server.run(2 * hour);
    expect(await begin().trusted.accept()).toMatchObject({ verdict: 'trusted' });
    await server.run(0);
    expect(server.deletesBy).toBe(clock.now());
  });

  it('trusts no clock that the database server disputes, and tells the others nothing of it', async () => {
    const witness = () => Promise.resolve(start + hour);
    const right = begin([witness]);
    await right.run(2 * hour);
    expect(right.deletesBy).toBe(clock.now());
    const wrongClock = createManualClock(start + threeYears);
    const wrong = new SimulatedProcess(database.db, wrongClock, [witness]);
    await wrong.run(3 * day);
    expect(wrong.deletesBy).toBeUndefined();
    expect(await wrong.trusted.accept()).toMatchObject({ verdict: 'disputed', witness: start + hour });
    await right.run(0);
    expect(right.deletesBy).toBe(clock.now());
  });

  it('trusts nothing while a witness does not answer', async () => {
    const server = begin([() => Promise.reject(new Error('away'))]);
    await expect(server.trusted.look()).rejects.toThrow('away');
    expect(server.deletesBy).toBeUndefined();
  });
});

describe('a record', () => {
  const trusted: TimeRecord = { trusted: start, claimed: null, watched: 0 };
  it.each([
    ['of nothing', { trusted: null, claimed: null, watched: 0 }, start + threeYears, 0, true],
    ['within two days', trusted, start + 2 * day, 0, true],
    ['beyond two days', trusted, start + 2 * day + 1, 0, false],
    ['beyond two days that were measured', trusted, start + 9 * day, 7 * day, true],
    ['behind', trusted, start - threeYears, 0, true],
  ])('%s', (_, record, now, measured, isThere) => {
    expect(nextRecord(record, { now, measured }).claimed === null).toBe(isThere);
    if (measured === 0) expect(isTrusted(record, now)).toBe(isThere);
  });
});

it('takes the newest thing in a database of an earlier version for the time that was trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-time-'));
  const file = join(folder, 'docwright.sqlite');
  const before = new SqliteDatabase(file);
  const earlier = new Kysely<Database>({ dialect: new SqliteDialect({ database: before }) });
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await new Migrator({ db: earlier, provider }).migrateTo('0019-server-secrets');
  before.exec(
    `INSERT INTO audit_log (id, project_id, at, actor, action, target, details) VALUES ('a', NULL, ${start}, 'cli', 'x', 'y', '{}')`,
  );
  before.close();
  const db = await openSqliteDatabase(file);
  const clock = createManualClock(start + threeYears);
  const server = new SimulatedProcess(db, clock);
  await server.run(2 * hour);
  expect(server.deletesBy).toBeUndefined();
  const { message, remedy } = describeClock(await server.trusted.read());
  expect(message).toBe(
    'The clock shows 2029-11-28T02:00:00.000Z. The last trusted time is 2026-11-29T00:00:00.000Z, more than two days earlier. Nothing is deleted by age.',
  );
  expect(remedy).toContain('`docwright clock accept`, or wait: it is trusted after 22 hours');
  await db.destroy();
  rmSync(folder, { recursive: true });
});
