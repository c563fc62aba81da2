import { duration } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from '../jobs/job-store.ts';

/** Longest that one code host is waited for. */
const patience = 30 * duration.second;

/**
 * Asks the code host of each project with open pull requests what became of them: one listing a project. For servers that
 * no webhook reaches, and for what a webhook reported while nobody listened.
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
      // One host that is away keeps nobody from the others; the next look asks again.
      logger.warn({ projectId, error }, 'the states of pull requests could not be read');
    }
  }
}
