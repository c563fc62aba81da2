import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOnSqlite, type TestDatabase } from '../db/every-database.fixture.ts';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createMailPasswordReset, type Notices } from './mail-password-reset.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openOnSqlite();
});
afterEach(() => database.close());

/** Asks for a link while each try to mail one ends like this; what was noted at the end. */
async function askFor(ends: readonly (Error | undefined)[]) {
  let tries = 0;
  const { promise: noted, resolve } = Promise.withResolvers<string>();
  const notices: Notices = {
    canSend: () => Promise.resolve(true),
    send: () => {
      const end = ends[tries];
      tries += 1;
      return end === undefined ? Promise.resolve() : Promise.reject(end);
    },
  };
  const mail = createMailPasswordReset({
    db: database.db,
    clock: createManualClock(Date.UTC(2026, 0, 1)),
    logger: silentLogger,
    publicUrl: 'https://docs.example',
    passwordResets: { createForMail: () => Promise.resolve('token') } as never,
    notices,
    work: {
      failed(name) {
        resolve(`${name} failed`);
        return Promise.resolve();
      },
      succeeded(name) {
        resolve(`${name} succeeded`);
        return Promise.resolve();
      },
    },
    pauses: [0, 0],
  });
  await mail({ email: 'ada@example.org', address: '203.0.113.7' });
  return [await noted, tries];
}

const busy = Object.assign(new Error('greylisted'), { code: 'ETIMEDOUT' });
const name = 'mailing a link to reset a password';

it('mails again while the mail server is busy, and notes how it ended', async () => {
  expect(await askFor([busy, busy, undefined])).toEqual([`${name} succeeded`, 3]);
  expect(await askFor([busy, busy, busy, undefined])).toEqual([`${name} failed`, 3]);
  expect(await askFor([new Error('no such user'), undefined])).toEqual([`${name} failed`, 1]);
});
