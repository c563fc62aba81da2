import type { Project } from '../../contract/project.ts';
import { rateLimitState } from '../../http/rate-limit-state.ts';
import { createSlidingWindow } from '../../http/sliding-window.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Metered } from '../in-turns.ts';

const windowMilliseconds = duration.minute;

/** Who pays for work, and how many milliseconds of it in any minute. */
export interface Payer {
  readonly name: string;
  readonly millisecondsPerMinute: number;
}

/** What those who send views may cost: processor time in any minute, each sender by itself. */
export interface ProcessorBudget {
  /**
   * Meters work that each of the payers pays for in full. The meter throws RateLimited in place of a piece of work once one
   * of them has used up its time, so that no more than one piece goes beyond.
   */
  meterOf(...payers: readonly Payer[]): Metered;
}

/** Who pays for what is sent to a project in this name, within the time that the project gives each. */
export function payerOfProject({ settings }: Project, name: string): Payer {
  return { name, millisecondsPerMinute: settings.analytics.collectSecondsPerMinute * duration.second };
}

/** Meters the work on what a payer sends to a project. */
export type MeterFor = (project: Project, payer: string) => Metered;

export function createMeterFor(budget: ProcessorBudget): MeterFor {
  return (project, payer) => budget.meterOf(payerOfProject(project, payer));
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
    meterOf:
      (...payers) =>
      (work) => {
        for (const { name, millisecondsPerMinute: quota } of payers) {
          const limit = { name: 'milliseconds of processor time', quota, windowMilliseconds };
          rateLimitState(limit, window.look(name, quota));
        }
        const before = usedMilliseconds();
        try {
          return work();
        } finally {
          const used = Math.max(0, usedMilliseconds() - before);
          for (const { name } of payers) window.add(name, used);
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
