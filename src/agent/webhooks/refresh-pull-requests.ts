import { duration } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from '../jobs/job-store.ts';

/** Of one code host. */
const patience = 30 * duration.second;

/**
 * Reads the states of open pull requests from their code hosts, with one listing for each project. Serves projects without a
 * webhook, and catches events that were missed.
 */
export async function refreshPullRequests({
  projects,
  jobs,
  logger,
  signal,
}: {
  projects: Pick<Projects, 'connect'>;
  jobs: Pick<JobStore, 'openPullRequests' | 'recordPullRequestState'>;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> {
  for (const [projectId, numbers] of await jobs.openPullRequests()) {
    try {
      signal.throwIfAborted();
      const { codeHost, repository } = await projects.connect(projectId);
      const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const listed = await codeHost.listPullRequests(repository, within);
      for (const { number, state } of listed) {
        if (numbers.has(number)) await jobs.recordPullRequestState({ projectId, number, state });
      }
    } catch (error) {
      if (signal.aborted) return;
      // An unavailable host must not block the others; the next run asks it again.
      logger.warn({ projectId, error }, 'could not read the states of pull requests');
    }
  }
}
