import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { within } from './within.ts';

const late = (said: string, cause: unknown) => new Error(said, { cause });

it('gives what the work gives, and its error as it is', async () => {
  const failure = new Error('refused');
  expect(await within(60_000, () => Promise.resolve('answer'), late)).toBe('answer');
  await expect(within(60_000, () => Promise.reject(failure), late)).rejects.toBe(failure);
});

it('stops the work when its time has passed, and says so in place of its error', async () => {
  const work = (signal: AbortSignal) => delay(60_000, 'answer', { signal });
  await expect(within(20, work, late)).rejects.toMatchObject({
    message: 'no answer within 0.02 seconds',
    cause: { name: 'AbortError' },
  });
});
