import type { SiteProblem } from '../site/site.ts';

/** A problem, and whether the change brought it; undefined when nothing is compared. */
export interface MarkedProblem {
  readonly problem: SiteProblem;
  readonly introduced: boolean | undefined;
}

/** An error about an address from the top of a site, which the change has not brought. */
export function isAboutRoute({ introduced, problem: { severity, sought } }: MarkedProblem): boolean {
  return severity === 'error' && introduced !== true && sought?.kind === 'page' && sought.at.startsWith('/');
}
