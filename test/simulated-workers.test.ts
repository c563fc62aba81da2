import { expect, it } from 'vitest';
import { simulateWorkers } from '../bench/scale/simulate-workers.ts';
import { duration } from '../src/kernel/clock.ts';

it('gives each job to one worker at a time, takes over from those that vanish, and lets nobody wait behind a crowd', async () => {
  const report = await simulateWorkers({
    workers: 12,
    projects: 4,
    jobs: 60,
    arrivalMs: 10 * duration.minute,
    meanWorkMs: duration.minute,
    vanishEveryMs: 20 * duration.second,
    seed: 7,
  });
  expect(report).toMatchObject({ heldTwice: 0 });
  expect(report.ended + report.failed).toBe(60);
  expect(report.takeovers).toBeGreaterThan(0);
  expect(report.longestTakeoverMs).toBeLessThanOrEqual(45 * duration.second);
  // The crowd waits for itself; who orders beside it waits for one job to end at most.
  expect(report.waitedMs.others.longest).toBeLessThan(report.waitedMs.crowd.longest / 2);
});
