import { notChecked, type Finding } from '../../../check/src/check.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { DocsBeyondChecker } from './errors.ts';

/** Times that a round may end its checker: after the first the agent can still put right what it wrote. */
const most = 2;

/** Counts how often a round was too much for its checker. */
export interface CheckerEnds {
  /** Aborts with DocsBeyondChecker when that was too often. */
  readonly signal: AbortSignal;
  /** Looks at what a check found; gives it back. */
  look<Findings extends readonly Finding[]>(findings: Findings): Promise<Findings>;
}

export function countCheckerEnds(run: Pick<JobRun, 'countCheckerEnd'>): CheckerEnds {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    async look(findings) {
      const ended = findings.find(({ rule }) => rule === notChecked);
      if (ended !== undefined && (await run.countCheckerEnd()) >= most) {
        controller.abort(new DocsBeyondChecker(ended.message));
      }
      return findings;
    },
  };
}
