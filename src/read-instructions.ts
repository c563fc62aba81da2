import type { ReadInstructions } from './dashboard-api/project-routes.ts';
import { findProjectInstructions, instructionPaths } from './agent/agents/built-in/prompts/project-instructions.ts';
import type { CodeHost, RepositoryRef } from './codehost/code-host.ts';
import { Unavailable } from './http/errors.ts';
import type { Clock } from './kernel/clock.ts';
import { newId } from './kernel/ids.ts';
import type { Workspaces } from './workspace/workspace.ts';

/** Longest that a person who looks at the settings waits, in milliseconds; the first look clones the repository. */
const patience = 30_000;

export interface ReadInstructionsOptions {
  readonly connect: (projectId: string) => Promise<{ codeHost: CodeHost; repository: RepositoryRef }>;
  readonly workspaces: Workspaces;
  readonly clock: Clock;
}

/** Reads the instructions file the very way a job does, so that what is shown is what the agent is told. */
export function createReadInstructions({ connect, workspaces, clock }: ReadInstructionsOptions): ReadInstructions {
  return async (project) => {
    const signal = AbortSignal.timeout(patience);
    try {
      const { codeHost, repository } = await connect(project.id);
      const { baseBranch, webUrl } = await codeHost.preflight(repository, signal, 'read');
      const remote = await codeHost.gitRemote(repository, signal);
      const id = newId('look', clock.now());
      const request = { jobId: id, remote, baseBranch, headBranch: `docwright/${id}`, resumeFrom: undefined };
      const workspace = await workspaces.open(request, signal);
      try {
        const found = (await findProjectInstructions((path) => workspace.readAtBase(path))) ?? null;
        const editUrl = project.codeHost === 'github' ? editPage(webUrl, baseBranch, found?.path) : null;
        return { paths: [...instructionPaths], found, baseBranch, editUrl };
      } finally {
        await workspace.dispose();
      }
    } catch (error) {
      if (signal.aborted)
        throw new Unavailable(`The repository did not answer within ${patience / 1000} seconds.`, error);
      throw error;
    }
  };
}

function editPage(webUrl: string, branch: string, path: string | undefined): string {
  const segments = (text: string) => text.split('/').map(encodeURIComponent).join('/');
  return path === undefined
    ? `${webUrl}/new/${segments(branch)}?filename=AGENTS.md`
    : `${webUrl}/edit/${segments(branch)}/${segments(path)}`;
}
