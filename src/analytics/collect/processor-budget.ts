import type { Project } from '../../contract/project.ts';
import { rateLimitState } from '../../http/rate-limit-state.ts';
import { createSlidingWindow } from '../../http/sliding-window.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Metered } from '../in-turns.ts';

const windowMilliseconds = duration.minute;

/** What those who send views may cost: processor time in any minute, each sender by itself. */
export interface ProcessorBudget {
  /**
   * Meters the work on a request of the sender, who may cost so many milliseconds in any minute. The meter throws
   * RateLimited in place of a piece of work once they are used up, so that no more than one piece goes beyond.
   */
  meterOf(sender: string, millisecondsPerMinute: number): Metered;
}

/** Meters the work on what a payer sends to a project, within the time that the project gives each. */
export type MeterFor = (project: Project, payer: string) => Metered;

export function createMeterFor(budget: ProcessorBudget): MeterFor {
  return ({ settings }, payer) => budget.meterOf(payer, settings.analytics.collectSecondsPerMinute * duration.second);
}

/** `usedMilliseconds`: processor time that this thread has used, from any moment on. */
export function createProcessorBudget({
  clock,
  usedMilliseconds = processorTime,
}: {
  clock: Clock;
  usedMilliseconds?: () => number;
}): ProcessorBudget {
  const window = createSlidingWindow({ windowMilliseconds, clock });
  return {
    meterOf: (sender, millisecondsPerMinute) => (work) => {
      const limit = { name: 'milliseconds of processor time', quota: millisecondsPerMinute, windowMilliseconds };
      rateLimitState(limit, window.look(sender, millisecondsPerMinute));
      const before = usedMilliseconds();
      try {
        return work();
      } finally {
        window.add(sender, Math.max(0, usedMilliseconds() - before));
      }
    },
  };
}

/** Node 22 does not tell what a thread used; the time that its work took is never less. */
function processorTime(): number {
  if (!('threadCpuUsage' in process)) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
