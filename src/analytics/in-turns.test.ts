import { expect, it } from 'vitest';
import { takeTurns } from './in-turns.ts';

/** Keeps the event loop for longer than a turn may go to such work. */
function work(): void {
  const until = performance.now() + 10;
  while (performance.now() < until);
}

/** Turns of the event loop until the work is done. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await done;
  clearImmediate(next);
  return turns;
}

it('does a long work in as many turns of the event loop as it takes', async () => {
  expect(await turnsUntil(takeTurns([1, 2, 3, 4, 5], work))).toBeGreaterThanOrEqual(4);
});

it('does many small works that had to wait in a few turns', async () => {
  const order: number[] = [];
  const small = Array.from({ length: 500 }, (_, index) => index);
  const all: Promise<void>[] = [];
  let doneAtOnce: number | undefined;
  await takeTurns([0], () => {
    work();
    queueMicrotask(() => {
      all.push(...small.map((item) => takeTurns([item], (of) => order.push(of))));
      doneAtOnce = order.length;
    });
  });
  expect(doneAtOnce).toBe(0);
  expect(await turnsUntil(Promise.all(all))).toBeLessThan(100);
  expect(order).toEqual(small);
});

it('goes on with the others where the meter refuses those that waited', async () => {
  const refuse = (): never => {
    throw new RangeError('used up');
  };
  const ends: Promise<PromiseSettledResult<void>[]>[] = [];
  await takeTurns([0], () => {
    work();
    queueMicrotask(() => {
      ends.push(Promise.allSettled([takeTurns([1], work, refuse), takeTurns([2], work, refuse), takeTurns([3], work)]));
    });
  });
  expect((await ends[0])?.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
