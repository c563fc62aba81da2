import { expect, it } from 'vitest';
import { createManualClock } from '../../kernel/clock.ts';
import { createProcessorBudget } from './processor-budget.ts';

function watchOf(used: () => number) {
  return () => {
    const before = used();
    return () => used() - before;
  };
}

/** A budget whose work takes as long as it says. */
function createBudget() {
  const clock = createManualClock(1_000_000);
  let used = 0;
  const budget = createProcessorBudget({ clock, watch: watchOf(() => used) });
  const work = (sender: string, milliseconds: number) =>
    budget.meterOf({ name: sender, millisecondsPerMinute: 1_000 })(() => {
      used += milliseconds;
      return 'done';
    });
  return { clock, work };
}

it('lets a sender cost no more than its budget and one piece of work, in any minute', () => {
  const { clock, work } = createBudget();
  expect(work('a', 600)).toBe('done');
  clock.advance(30_000);
  expect(work('a', 600)).toBe('done');
  expect(() => work('a', 1)).toThrow(/limit of 1000 milliseconds of processor time per 60 seconds is reached/);
  clock.advance(29_999);
  expect(() => work('a', 1)).toThrow(/Try again in 1 seconds/);
  clock.advance(1);
  expect(work('a', 1)).toBe('done');
});

it('counts each sender by itself', () => {
  const { work } = createBudget();
  work('a', 5_000);
  expect(() => work('a', 1)).toThrow();
  expect(work('b', 1)).toBe('done');
});

it('counts work that throws', () => {
  const clock = createManualClock(0);
  let used = 0;
  const budget = createProcessorBudget({ clock, watch: watchOf(() => used) });
  const metered = budget.meterOf({ name: 'a', millisecondsPerMinute: 1_000 });
  const fail = () =>
    metered(() => {
      used += 2_000;
      throw new RangeError('too many');
    });
  expect(fail).toThrow(RangeError);
  expect(fail).toThrow(/is reached/);
});
