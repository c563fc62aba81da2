import type { CodeHosts } from '../../codehost/code-hosts.ts';
import type { ReadInstructions } from '../../contract/agent-instructions.ts';
import { Unavailable } from '../../http/errors.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { within } from '../../kernel/within.ts';
import type { ConnectRepository } from '../../projects/projects.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import { findProjectInstructions, instructionPaths } from './project-instructions.ts';

/** Longest that a person who looks at the settings waits; the first look clones the repository. */
const patience = 30 * duration.second;

export interface ReadInstructionsOptions {
  readonly codeHosts: CodeHosts;
  readonly connect: ConnectRepository;
  readonly workspaces: Workspaces;
  readonly clock: Clock;
}

/** Reads the instructions file the very way a job does, so that what is shown is what the agent is told. */
export function createReadInstructions(options: ReadInstructionsOptions): ReadInstructions {
  const { codeHosts, connect, workspaces, clock } = options;
  return (projectId) =>
    within(
      patience,
      async (signal) => {
        const { project, codeHost, repository } = await connect(projectId);
        const { baseBranch, webUrl } = await codeHost.preflight(repository, signal, 'read');
        const remote = await codeHost.gitRemote(repository, signal);
        const id = newId('look', clock.now());
        const request = { jobId: id, remote, baseBranch, headBranch: `docwright/${id}`, resumeFrom: undefined };
        const workspace = await workspaces.open(request, signal);
        try {
          const instructions = (await findProjectInstructions(workspace)) ?? null;
          const place = { webUrl, branch: baseBranch, path: instructions?.path };
          const editUrl = codeHosts[project.codeHost].editPage(place);
          return { paths: [...instructionPaths], found: instructions, baseBranch, editUrl };
        } finally {
          await workspace.dispose();
        }
      },
      (reason, cause) => new Unavailable(`The repository cannot be read: ${reason}.`, cause),
    );
}
