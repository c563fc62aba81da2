import type { CodeHosts } from '../../codehost/code-hosts.ts';
import type { ReadInstructions } from '../../contract/agent-instructions.ts';
import { Unavailable } from '../../http/errors.ts';
import { duration } from '../../kernel/clock.ts';
import { within } from '../../kernel/within.ts';
import type { FindBase } from './find-base.ts';
import { findProjectInstructions, instructionPaths } from './project-instructions.ts';

/** Longest that a person who looks at the settings waits; the first look clones the repository. */
const patience = 30 * duration.second;

/** Reads the instructions file the very way a job does, so that what is shown is what the agent is told. */
export function createReadInstructions({
  codeHosts,
  findBase,
}: {
  readonly codeHosts: CodeHosts;
  readonly findBase: FindBase;
}): ReadInstructions {
  return (projectId) =>
    within(
      patience,
      async (signal) => {
        const { project, facts, open } = await findBase(projectId, signal);
        const { baseBranch, webUrl } = facts;
        return open(async (workspace) => {
          const instructions = (await findProjectInstructions(workspace)) ?? null;
          const place = { webUrl, branch: baseBranch, path: instructions?.path };
          const editUrl = codeHosts[project.codeHost].editPage(place);
          return { paths: [...instructionPaths], found: instructions, baseBranch, editUrl };
        });
      },
      (reason, cause) => new Unavailable(`The repository cannot be read: ${reason}.`, cause),
    );
}
