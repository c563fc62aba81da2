import type { SiteProblem } from '../site/site.ts';

export const settingsPath = '.docwright/check.yml';

/** What a project asks of the checker. */
export interface CheckSettings {
  /** The problem as the project wants to see it, or undefined when it does not want to. */
  apply(problem: SiteProblem): SiteProblem | undefined;
  readonly problems: readonly SiteProblem[];
}
