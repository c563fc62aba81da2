import type { SiteProblem } from '../site/site.ts';

/** A problem, and whether the change brought it; undefined when nothing is compared. */
export interface MarkedProblem {
  readonly problem: SiteProblem;
  readonly introduced: boolean | undefined;
}

/** An error about a page that is linked to, which the change has not brought. */
export function isOldErrorOfPage({ introduced, problem: { severity, sought } }: MarkedProblem): boolean {
  return severity === 'error' && introduced !== true && sought?.kind === 'page';
}
