import type { CodeHost, PullRequestSummary, RepositoryRef } from '../../codehost/code-host.ts';
import { AppError } from '../../kernel/app-error.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageJob } from '../jobs/message-job.ts';
import { takeComment } from './take-comment.ts';

/** Longest that one code host is waited for. */
const patience = 30 * duration.second;

export interface PullRequestWatch {
  /**
   * Asks the code host of each project with open pull requests what became of them, and takes new comments: one listing a
   * project, and the comments of pull requests that changed since the last look. Finds what no webhook reported.
   */
  look(signal: AbortSignal): Promise<void>;
}

export function watchPullRequests({
  projects,
  jobs,
  messageJob,
  clock,
  logger,
}: {
  projects: Pick<Projects, 'connect'>;
  jobs: Pick<JobStore, 'openPullRequests' | 'recordPullRequestState' | 'ofPullRequests'>;
  messageJob: MessageJob;
  clock: Clock;
  logger: Logger;
}): PullRequestWatch {
  /** When each open pull request had changed last, by project and number, at the last look. */
  let seen = new Map<string, string>();

  /** Whether nothing is left that may be taken later. */
  const takeComments = async (
    { number, url }: PullRequestSummary,
    place: { projectId: string; codeHost: CodeHost; repository: RepositoryRef },
    signal: AbortSignal,
  ): Promise<boolean> => {
    let isWhole = true;
    const { projectId, codeHost, repository } = place;
    for (const { body, date, ...comment } of await codeHost.readComments({ repository, number }, signal)) {
      const repositoryUrl = codeHost.webUrl(repository.url);
      const event = { ...comment, kind: 'comment', repositoryUrl, number, text: body, createdAt: date } as const;
      try {
        await takeComment({ ...event, pullRequestAuthor: undefined }, { ...place, jobs, messageJob, clock });
      } catch (error) {
        signal.throwIfAborted();
        // One comment that cannot be taken, such as one beyond the limit of an hour, keeps no other from it.
        if (!(error instanceof AppError)) throw error;
        if (error.facts.retryable) isWhole = false;
        logger.warn({ projectId, url, code: error.facts.code }, 'a comment was not taken');
      }
    }
    return isWhole;
  };

  return {
    async look(signal) {
      const next = new Map<string, string>();
      for (const [projectId, numbers] of await jobs.openPullRequests()) {
        try {
          signal.throwIfAborted();
          const { codeHost, repository } = await projects.connect(projectId);
          const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
          for (const pullRequest of await codeHost.listPullRequests(repository, within)) {
            const { number, state, updatedAt } = pullRequest;
            if (!numbers.has(number)) continue;
            await jobs.recordPullRequestState({ projectId, number, state });
            if (state !== 'open' || codeHost.reply === undefined) continue;
            const key = `${projectId} ${number}`;
            const isSeen =
              seen.get(key) === updatedAt ||
              (await takeComments(pullRequest, { projectId, codeHost, repository }, within));
            if (isSeen) next.set(key, updatedAt);
          }
        } catch (error) {
          if (signal.aborted) return;
          // One host that is away keeps nobody from the others; the next look asks again.
          logger.warn({ projectId, error }, 'the pull requests could not be read');
        }
      }
      seen = next;
    },
  };
}
