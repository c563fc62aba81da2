import { expect, it } from 'vitest';
import { ConnectionFailed, DocwrightError } from './errors.ts';
import { outlast, type Pace } from './outlast.ts';

function paceWith(random: number) {
  let now = 0;
  const waits: number[] = [];
  const pace: Pace = {
    now: () => now,
    random: () => random,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
  return { pace, waits, now: () => now };
}
const lost = new ConnectionFailed('http://docwright.test/job', new Error('reset'));
const problem = (status: number) =>
  new DocwrightError(
    { type: '/problems/x', title: 'x', status, instance: '', detail: 'x', error: 'x', details: [] },
    1,
  );

it('gives up after five minutes, with the failure that it met, and says once that it began to wait', async () => {
  const { pace, waits, now } = paceWith(0.99);
  const said: Error[] = [];
  const asking = outlast(() => Promise.reject(lost), { signal: undefined, onAway: (error) => said.push(error) }, pace);
  await expect(asking).rejects.toBe(lost);
  expect(now()).toBe(300_000);
  expect(said).toEqual([lost]);
  expect(waits.slice(0, 5).every((wait, index) => index === 0 || wait > waits[index - 1]!)).toBe(true);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
});

it('waits differently long than others that lost the same server', async () => {
  const [early, late] = [paceWith(0), paceWith(0.99)];
  for (const { pace } of [early, late]) {
    let failures = 3;
    await outlast(
      () => (failures-- > 0 ? Promise.reject(lost) : Promise.resolve()),
      { signal: undefined, onAway: undefined },
      pace,
    );
  }
  expect(early.waits).toEqual([250, 500, 1000]);
  expect(late.waits.every((wait, index) => wait > early.waits[index]!)).toBe(true);
});

it.each([[500], [502], [503], [504], [429]])('takes %i for a server that is away', async (status) => {
  let failures = 1;
  const ask = () => (failures-- > 0 ? Promise.reject(problem(status)) : Promise.resolve('there'));
  expect(await outlast(ask, { signal: undefined, onAway: undefined }, paceWith(0).pace)).toBe('there');
});

it.each([[401], [403], [404], [410]])('takes %i for the last word', async (status) => {
  const { pace, waits } = paceWith(0);
  const asking = outlast(() => Promise.reject(problem(status)), { signal: undefined, onAway: undefined }, pace);
  await expect(asking).rejects.toMatchObject({ status });
  expect(waits).toEqual([]);
});

it('ends with the signal', async () => {
  const reason = new Error('given up');
  const asking = outlast(() => Promise.reject(lost), { signal: AbortSignal.abort(reason), onAway: undefined });
  await expect(asking).rejects.toBe(reason);
});
