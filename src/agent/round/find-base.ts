import type { RepositoryFacts } from '../../codehost/code-host.ts';
import type { Project } from '../../contract/project.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { ConnectRepository } from '../../projects/projects.ts';
import type { Workspace, Workspaces } from '../../workspace/workspace.ts';

/** The base branch of a project as it is now. */
export interface Base {
  readonly project: Project;
  readonly facts: RepositoryFacts;
  /** Checks it out into a working copy that is gone when `look` ends. */
  readonly open: <Result>(look: (workspace: Workspace) => Promise<Result>) => Promise<Result>;
}

export type FindBase = (projectId: string, signal: AbortSignal) => Promise<Base>;

export function createFindBase({
  connect,
  workspaces,
  clock,
}: {
  readonly connect: ConnectRepository;
  readonly workspaces: Workspaces;
  readonly clock: Clock;
}): FindBase {
  return async (projectId, signal) => {
    const { project, codeHost, repository } = await connect(projectId);
    const facts = await codeHost.preflight(repository, signal, 'read');
    return {
      project,
      facts,
      async open(look) {
        const { baseBranch } = facts;
        const remote = await codeHost.gitRemote(repository, signal);
        const id = newId('look', clock.now());
        const request = { jobId: id, remote, baseBranch, headBranch: `docwright/${id}`, resumeFrom: undefined };
        const workspace = await workspaces.open(request, signal);
        try {
          return await look(workspace);
        } finally {
          await workspace.dispose();
        }
      },
    };
  };
}
