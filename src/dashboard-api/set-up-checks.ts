import type { Project } from '../contract/project.ts';
import type { SetUpCheck } from '../contract/set-up-check.ts';

/** Port: each check tries the real thing and reports a failure as a value. Wired in main.ts, over code host and model. */
export interface SetUpChecks {
  repository(project: Project): Promise<SetUpCheck>;
  model(project: Project): Promise<SetUpCheck>;
}
