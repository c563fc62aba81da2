import type { Project } from '../../contract/project.ts';
import { rateLimitState } from '../../http/rate-limit-state.ts';
import { createSlidingWindow } from '../../http/sliding-window.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Metered } from '../in-turns.ts';
import { createProcessorWatch } from './processor-time.ts';

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

export function createProcessorBudget({
  clock,
  watch = createProcessorWatch(),
}: {
  clock: Clock;
  watch?: ReturnType<typeof createProcessorWatch>;
}): ProcessorBudget {
  const window = createSlidingWindow({ windowMilliseconds, clock });
  return {
    meterOf:
      (...payers) =>
      (work) => {
        for (const { name, millisecondsPerMinute: quota } of payers) {
          const use = window.look(name, quota);
          if (use.allowed) continue;
          rateLimitState({ name: 'milliseconds of processor time', quota, windowMilliseconds }, use);
        }
        const usedSince = watch();
        try {
          return work();
        } finally {
          const used = usedSince();
          for (const { name } of payers) window.add(name, used);
        }
      },
  };
}
