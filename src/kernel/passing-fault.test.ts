import { expect, it } from 'vitest';
import { DatabaseAway, StoredSecretUnreadable } from './errors.ts';
import { canPass } from './passing-fault.ts';
import { tryAgain } from './try-again.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

it.each([
  'ENOSPC',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EAGAIN',
  'EBUSY',
  'ENOMEM',
  'ETIMEDOUT',
  'ECONNRESET',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_CANTOPEN',
  'UND_ERR_SOCKET',
])('counts on %s to pass, as a cause too', (code) => {
  expect(canPass(withCode(code))).toBe(true);
  expect(canPass(new Error('outer', { cause: withCode(code) }))).toBe(true);
});

it('goes by what an error of ours says of itself, by the status of an answer, and by nothing else', () => {
  expect(canPass(new DatabaseAway('is gone', { cause: undefined }))).toBe(true);
  expect(canPass(new StoredSecretUnreadable('docs'))).toBe(false);
  for (const status of [429, 503]) expect(canPass(Object.assign(new Error('busy'), { status }))).toBe(true);
  for (const status of [400, 403, 404]) expect(canPass(Object.assign(new Error('no'), { status }))).toBe(false);
  expect(canPass(new DOMException('It took too long.', 'TimeoutError'))).toBe(true);
  const others = [withCode('ENOENT'), withCode('EACCES'), withCode('SQLITE_CORRUPT'), new TypeError('none'), 'text'];
  for (const other of others) expect(canPass(other)).toBe(false);
});

it('does again what may succeed then, as often as there are pauses', async () => {
  let [times, fault]: [number, Error | undefined] = [0, withCode('EIO')];
  const work = () => {
    times += 1;
    return fault === undefined || times > 3 ? Promise.resolve(times) : Promise.reject(fault);
  };
  expect(await tryAgain(work, { pauses: [0, 0, 0] })).toBe(4);
  times = 0;
  await expect(tryAgain(work, { pauses: [0] })).rejects.toBe(fault);
  expect(times).toBe(2);
  times = 0;
  fault = withCode('ENOENT');
  await expect(tryAgain(work, { pauses: [0, 0, 0] })).rejects.toBe(fault);
  expect(times).toBe(1);
});
