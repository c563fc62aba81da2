import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from './every-database.fixture.ts';
import type { DatabaseConnection } from './open-database.ts';
import { takeUse } from './take-use.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  let db: DatabaseConnection;
  beforeEach(async () => {
    database = await open();
    ({ db } = database);
  });
  afterEach(() => database.close());

  const windowMilliseconds = 60_000;
  const take = (now: number, { subject = 'jobs one', quota = 3, on = db } = {}) =>
    on.transaction().execute((transaction) => takeUse(transaction, { subject, quota, windowMilliseconds, now }));
  const kept = async () =>
    (await db.selectFrom('limited_uses').select('subject').execute()).map(({ subject }) => subject);

  it('never lets more than the quota into any window, and says when there is room', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40_000), { maxLength: 25 }), async (pauses) => {
        run += 1;
        const subject = `run ${run}`;
        const allowedAt: number[] = [];
        // Later than every run before it, whose uses it sweeps away.
        let now = run * 10_000_000;
        for (const pause of pauses) {
          now += pause;
          const { allowed, remaining, resetMilliseconds } = await take(now, { subject });
          const within = allowedAt.filter((at) => at > now - windowMilliseconds);
          expect(allowed).toBe(within.length < 3);
          if (allowed) allowedAt.push(now);
          expect(remaining).toBe(Math.max(0, 3 - within.length - (allowed ? 1 : 0)));
          expect(resetMilliseconds).toBe((within[0] ?? now) + windowMilliseconds - now);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('counts each subject by itself, and forgets what has left the window', async () => {
    await take(0, { quota: 1 });
    expect(await take(1, { quota: 1 })).toMatchObject({ allowed: false, resetMilliseconds: 59_999 });
    expect(await take(1, { quota: 1, subject: 'jobs two' })).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take(60_000, { quota: 1 })).toMatchObject({ allowed: true });
    expect((await kept()).sort()).toEqual(['jobs one', 'jobs two']);
  });

  it('says when there is room for a quota that was lowered meanwhile', async () => {
    for (const now of [0, 10_000, 20_000]) await take(now);
    expect(await take(30_000, { quota: 2 })).toEqual({ allowed: false, remaining: 0, resetMilliseconds: 40_000 });
  });

  it('makes nobody wait for longer than a window after the clock was set back, however far', async () => {
    await take(50_000, { quota: 1 });
    expect(await take(0, { quota: 1 })).toMatchObject({ allowed: false, resetMilliseconds: windowMilliseconds });
    await take(31_536_000_000, { quota: 1, subject: 'jobs of a wrong year' });
    expect(await take(0, { quota: 1, subject: 'jobs of a wrong year' })).toMatchObject({ allowed: true });
  });

  it('never lets more than the quota in, however many processes ask at once', async () => {
    const processes = [db, await database.another(), await database.another()];
    const takeAt = (now: number) =>
      Promise.all(Array.from({ length: 12 }, (_, index) => take(now, { quota: 5, on: processes[index % 3] ?? db })));
    // In each window some forget what others are about to replace, in whatever order they come.
    const windows = Array.from({ length: 40 }, (_, turn) => turn * windowMilliseconds);
    for (const now of [0, 1, ...windows.slice(1)]) {
      const allowed = (await takeAt(now)).filter((use) => use.allowed);
      expect(allowed).toHaveLength(now === 1 ? 0 : 5);
    }
  });

  it('counts nothing that is rolled back', async () => {
    const refused = new Error('refused later');
    const attempt = db.transaction().execute(async (transaction) => {
      await takeUse(transaction, { subject: 'jobs one', quota: 1, windowMilliseconds, now: 0 });
      throw refused;
    });
    await expect(attempt).rejects.toBe(refused);
    expect(await take(0, { quota: 1 })).toMatchObject({ allowed: true });
  });
});
