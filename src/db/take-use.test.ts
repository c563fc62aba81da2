import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteDatabase, type DatabaseConnection } from './open-database.ts';
import { takeUse } from './take-use.ts';

let folder: string;
let db: DatabaseConnection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-uses-'));
  db = await openSqliteDatabase(join(folder, 'main.sqlite'));
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const windowMilliseconds = 60_000;
const take = (now: number, { subject = 'jobs one', quota = 3 } = {}) =>
  db.transaction().execute((transaction) => takeUse(transaction, { subject, quota, windowMilliseconds, now }));
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
  expect(await kept()).toEqual(['jobs two', 'jobs one']);
});

it('says when there is room for a quota that was lowered meanwhile', async () => {
  for (const now of [0, 10_000, 20_000]) await take(now);
  expect(await take(30_000, { quota: 2 })).toEqual({ allowed: false, remaining: 0, resetMilliseconds: 40_000 });
});

it('names no longer wait than a window after the clock was set back', async () => {
  await take(500_000, { quota: 1 });
  expect(await take(0, { quota: 1 })).toMatchObject({ allowed: false, resetMilliseconds: windowMilliseconds });
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
