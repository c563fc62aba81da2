import type { SiteProblem } from '../site/site.ts';

/** A problem, and whether the change brought it; undefined when nothing is compared. */
export interface MarkedProblem {
  readonly problem: SiteProblem;
  readonly introduced: boolean | undefined;
}
