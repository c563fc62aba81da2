// Clocks that somebody sets again and again, by seconds, days and years, and a server that is restarted in between.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOnSqlite, type TestDatabase } from '../../src/db/every-database.fixture.ts';
import { duration } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { createTrustedTime } from '../../src/trusted-time/trusted-time.ts';

const { second, minute, hour, day } = duration;
/** What the clock may be ahead by. Between any two lies less than a minute or more than a week. */
const offsets = [0, 30 * second, -30 * second, 10 * day, -10 * day, 40 * day, 400 * day, 3_650 * day, -3_650 * day];
/** A server that was off over a weekend is believed, and so is a clock that is wrong by as much. */
const believed = 48 * hour + minute;

type Step =
  | { readonly kind: 'pass'; readonly hours: number; readonly looks: boolean }
  | { readonly kind: 'set'; readonly offset: number }
  | { readonly kind: 'restart'; readonly offHours: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }), looks: fc.boolean() }),
  fc.record({ kind: fc.constant('set' as const), offset: fc.constantFrom(...offsets) }),
  fc.record({ kind: fc.constant('restart' as const), offHours: fc.integer({ min: 0, max: 40 }) }),
);

/** A server under a clock of which the truth is known. */
function createWorld(db: TestDatabase['db']) {
  let [steady, offset] = [0, 0];
  /** When the clock was last set to something else, by more than it may be wrong. */
  let setAt = 0;
  /** What the clock was ahead by when it had run for a day, until the server saw it set back. */
  let watched = 0;
  const noteWatched = () => {
    if (steady - setAt >= day) watched = Math.max(watched, offset);
  };
  const truth = () => Date.UTC(2026, 0) + steady;
  const clock = { now: () => truth() + offset };
  const start = () =>
    createTrustedTime({ db, clock, steady: { now: () => steady }, witnesses: [], logger: silentLogger });
  let server = start();
  let startedAt = 0;
  return {
    pass: (milliseconds: number) => (steady += milliseconds),
    set(next: number) {
      noteWatched();
      if (Math.abs(next - offset) > minute) setAt = steady;
      offset = next;
    },
    restart() {
      server = start();
      startedAt = steady;
    },
    async look() {
      await server.look();
      noteWatched();
      watched = Math.min(watched, offset);
    },
    /** What deletes by age would go by now. */
    deletionTime: () => server.deletionTime(),
    /** What it may be at the most, and whether it may be at all. */
    limits() {
      noteWatched();
      const most = Math.max(truth(), Math.min(clock.now(), truth() + Math.max(believed, watched)));
      return { most, isQuiet: steady - startedAt < hour };
    },
  };
}

export function describeHostileClocks(runs: number): void {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openOnSqlite();
  });
  afterEach(() => database.close());

  it('never delete by a time that was not watched for a day, nor in the first hour, and delete again at last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
        await database.db.deleteFrom('trusted_time').execute();
        const world = createWorld(database.db);
        await world.look();
        const check = () => {
          const time = world.deletionTime();
          const { most, isQuiet } = world.limits();
          if (isQuiet) expect(time).toBeUndefined();
          if (time !== undefined) expect(time).toBeLessThanOrEqual(most);
        };
        for (const step of steps) {
          if (step.kind === 'set') world.set(step.offset);
          if (step.kind === 'restart') {
            world.pass(step.offHours * hour);
            world.restart();
            await world.look();
          }
          for (let hours = 0; step.kind === 'pass' && hours < step.hours; hours += 1) {
            world.pass(hour);
            check();
            if (step.looks) await world.look();
            check();
          }
          check();
        }
        world.set(0);
        for (let hours = 0; hours < 26; hours += 1) {
          world.pass(hour);
          await world.look();
        }
        expect(world.deletionTime()).toBeDefined();
      }),
      { numRuns: runs },
    );
  });
}
