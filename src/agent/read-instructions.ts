import { findProjectInstructions, instructionPaths } from './agents/built-in/prompts/project-instructions.ts';
import type { CodeHost, RepositoryRef } from '../codehost/code-host.ts';
import type { AgentInstructions } from '../contract/agent-instructions.ts';
import type { Project } from '../contract/project.ts';
import { Unavailable } from '../http/errors.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Workspaces } from '../workspace/workspace.ts';

/** Longest that a person who looks at the settings waits, in milliseconds; the first look clones the repository. */
const patience = 30_000;

/** What the repository of a project tells the agent. Throws an AppError when it cannot be reached. */
export type ReadInstructions = (projectId: string) => Promise<AgentInstructions>;

export interface ReadInstructionsOptions {
  readonly connect: (projectId: string) => Promise<{ project: Project; codeHost: CodeHost; repository: RepositoryRef }>;
  readonly workspaces: Workspaces;
  readonly clock: Clock;
}

/** Reads the instructions file the very way a job does, so that what is shown is what the agent is told. */
export function createReadInstructions({ connect, workspaces, clock }: ReadInstructionsOptions): ReadInstructions {
  return async (projectId) => {
    const signal = AbortSignal.timeout(patience);
    try {
      const { project, codeHost, repository } = await connect(projectId);
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
