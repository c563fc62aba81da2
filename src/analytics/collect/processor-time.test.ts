import { expect, it } from 'vitest';
import { createProcessorWatch } from './processor-time.ts';

/** A thread whose work takes as long, and uses as much of the processor, as it says; counts how often the kernel is asked. */
function createThread() {
  let now = 1_000;
  let processor = 0;
  let asked = 0;
  const watch = createProcessorWatch({
    elapsed: () => now,
    used: () => {
      asked += 1;
      return processor;
    },
  });
  const work = (took: number, used: number) => {
    now += took;
    processor += used;
  };
  const measure = (took: number, used: number) => {
    const read = watch();
    work(took, used);
    return read();
  };
  return { work, measure, asked: () => asked };
}

it('counts what long work used, not the time in which others had the processor', () => {
  const { measure } = createThread();
  expect(measure(500, 20)).toBe(20);
  expect(measure(500, 500)).toBe(500);
});

it('never counts less than was used, and at most a millisecond that others used before', () => {
  const { measure, work } = createThread();
  measure(0.25, 0.25);
  work(0.5, 0.5);
  expect(measure(30, 20)).toBe(20.75);
  expect(measure(0.5, 0.5)).toBe(0.5);
});

it('asks the kernel once in a millisecond for however many short works', () => {
  const { measure, asked } = createThread();
  for (let index = 0; index < 16; index += 1) expect(measure(0.125, 0.125)).toBe(0.125);
  expect(asked()).toBe(2);
});
