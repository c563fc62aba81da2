import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { duration } from './clock.ts';
import { silentLogger } from './logger.ts';
import { createPeriodicTask } from './periodic-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function taskThatThrows(fault: () => Error | undefined) {
  const startedAt = Date.now();
  const runs: number[] = [];
  const noted: string[] = [];
  const task = createPeriodicTask({
    name: 'tidying',
    intervalMilliseconds: duration.hour,
    logger: silentLogger,
    work: {
      failed: (name) => Promise.resolve(void noted.push(`${name} failed`)),
      succeeded: (name) => Promise.resolve(void noted.push(`${name} succeeded`)),
    },
    run() {
      runs.push((Date.now() - startedAt) / duration.minute);
      const error = fault();
      return error === undefined ? Promise.resolve() : Promise.reject(error);
    },
  });
  return { task, runs, noted };
}

it('tries again sooner, and ever later, while the fault can pass', async () => {
  let fault: Error | undefined = Object.assign(new Error('for now'), { code: 'ENOSPC' });
  const { task, runs, noted } = taskThatThrows(() => fault);
  task.start();
  await vi.advanceTimersByTimeAsync(16 * duration.minute);
  expect(runs).toEqual([0, 1, 3, 7, 15]);
  fault = undefined;
  await vi.advanceTimersByTimeAsync(50 * duration.minute);
  expect(runs.slice(5)).toEqual([31, 60]);
  expect(noted).toEqual([...Array<string>(5).fill('tidying failed'), 'tidying succeeded', 'tidying succeeded']);
  await task.stop();
});

it('waits for the next interval where another try would fail as well, and stops', async () => {
  const { task, runs } = taskThatThrows(() => new TypeError('not a function'));
  task.start();
  await vi.advanceTimersByTimeAsync(61 * duration.minute);
  expect(runs).toEqual([0, 60]);
  await task.stop();
  await vi.advanceTimersByTimeAsync(5 * duration.hour);
  expect(runs).toHaveLength(2);
});

it('runs at once when told to, once for all that is told before it runs, and never while it is stopped', async () => {
  const { task, runs } = taskThatThrows(() => undefined);
  task.runNow();
  task.start();
  await vi.advanceTimersByTimeAsync(duration.minute);
  expect(runs).toEqual([0]);
  task.runNow();
  task.runNow();
  await vi.advanceTimersByTimeAsync(duration.minute);
  task.runNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toEqual([0, 1, 2]);
  await task.stop();
  task.runNow();
  await vi.advanceTimersByTimeAsync(duration.minute);
  expect(runs).toHaveLength(3);
});
