import type { CodeHosts } from '../../codehost/code-hosts.ts';
import type { CreateJob } from '../../contract/agent-job.ts';
import type { ResolveModel } from '../../model/create-models.ts';
import type { Projects } from '../../projects/projects.ts';
import { idempotentRequest } from './idempotency.ts';
import type { Orderer } from './message-author.ts';
import type { JobStore } from './job-store.ts';

/**
 * Accepts an instruction from whatever entrance it came by: what the request leaves open is as the project says, then as
 * the server does. Throws `ProjectNotFound`, `RateLimited`, `IdempotencyKeyReused`, and what `resolveModel` throws.
 */
export type AcceptJob = (order: {
  readonly projectId: string;
  readonly request: CreateJob;
  /** The same key and request within a day are one job. */
  readonly idempotencyKey?: string | undefined;
  /** Undefined for what the server does by itself. */
  readonly by?: Orderer | undefined;
}) => ReturnType<JobStore['accept']>;

export function createAcceptJob({
  projects,
  jobs,
  codeHosts,
  resolveModel,
}: {
  projects: Pick<Projects, 'require'>;
  jobs: Pick<JobStore, 'accept' | 'replay'>;
  codeHosts: CodeHosts;
  resolveModel: ResolveModel;
}): AcceptJob {
  return async ({ projectId, request, idempotencyKey, by }) => {
    const project = await projects.require(projectId);
    const idempotent = idempotentRequest(idempotencyKey, ['createAgentJob', JSON.stringify(request)]);
    // Before the model is asked for: it may be gone by now, and the job exists.
    const replay = await jobs.replay({ projectId, idempotent });
    if (replay !== undefined) return replay;
    const { repositoryUrl } = project;
    const codeHost = await codeHosts[project.codeHost].open({ projectId, repositoryUrl, secrets: {} });
    const model = await resolveModel(request.model ?? project.model ?? undefined, project);
    return jobs.accept({
      projectId,
      request,
      model: model.name,
      repository: codeHost.webUrl(repositoryUrl),
      baseBranch: request.branch ?? project.baseBranch,
      draft: request.draft ?? project.settings.pullRequests.mode === 'draft',
      jobsPerHour: project.settings.jobsPerHour,
      idempotent,
      author: project.settings.pullRequests.coAuthors ? by?.person : undefined,
      createdBy: by,
    });
  };
}
