import type { CodeHost, PullRequestSummary, RepositoryRef } from '../../codehost/code-host.ts';
import { AppError } from '../../kernel/app-error.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { FollowPullRequests } from '../following/follow-pull-request.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageJob } from '../jobs/message-job.ts';
import { handleComment } from './handle-comment.ts';

/** Of one code host. */
const patience = 30 * duration.second;
/** Of one look at a pull request, which may fetch and push. */
const lookPatience = 2 * duration.minute;

export interface PullRequestWatch {
  /**
   * Reads states and new comments that no webhook reported, and follows each open pull request. Costs one listing for each
   * project with open pull requests, the comments of each that changed since the last check, and what `FollowPullRequests` asks.
   */
  check(signal: AbortSignal): Promise<void>;
}

export function watchPullRequests({
  projects,
  jobs,
  messageJob,
  following,
  clock,
  logger,
}: {
  projects: Pick<Projects, 'connect'>;
  jobs: Pick<JobStore, 'openPullRequests' | 'recordPullRequestState' | 'findByPullRequest'>;
  messageJob: MessageJob;
  following: Pick<FollowPullRequests, 'look'>;
  clock: Clock;
  logger: Logger;
}): PullRequestWatch {
  /** `updatedAt` of each open pull request at the last check, by project and number. */
  let seen = new Map<string, string>();

  /** Whether all comments are done, so that none has to be retried. */
  const handleComments = async (
    { number, url }: PullRequestSummary,
    place: { projectId: string; codeHost: CodeHost; rights: Pick<CodeHost, 'mayWrite'>; repository: RepositoryRef },
    signal: AbortSignal,
  ): Promise<boolean> => {
    let isWhole = true;
    const { projectId, codeHost, rights, repository } = place;
    for (const { body, date, ...comment } of await codeHost.readComments({ repository, number }, signal)) {
      const repositoryUrl = codeHost.webUrl(repository.url);
      const event = { ...comment, kind: 'comment', repositoryUrl, number, text: body, createdAt: date } as const;
      try {
        const options = { ...place, codeHost: rights, jobs, messageJob, clock };
        await handleComment({ ...event, pullRequestAuthor: undefined }, options);
      } catch (error) {
        signal.throwIfAborted();
        // A rejected comment, such as one beyond the hourly limit, must not block the others.
        if (!(error instanceof AppError)) throw error;
        if (error.facts.retryable) isWhole = false;
        logger.warn({ projectId, url, code: error.facts.code }, 'could not handle a comment');
      }
    }
    return isWhole;
  };

  return {
    async check(signal) {
      const next = new Map<string, string>();
      for (const [projectId, numbers] of await jobs.openPullRequests()) {
        try {
          signal.throwIfAborted();
          const { project, codeHost, repository } = await projects.connect(projectId);
          const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
          const rights = askOnce(codeHost);
          for (const pullRequest of await codeHost.listPullRequests(repository, within)) {
            const { number, state, updatedAt } = pullRequest;
            if (!numbers.has(number)) continue;
            await jobs.recordPullRequestState({ projectId, number, state });
            if (state !== 'open') continue;
            if (codeHost.reply !== undefined) {
              const key = `${projectId} ${number}`;
              const isSeen =
                seen.get(key) === updatedAt ||
                (await handleComments(pullRequest, { projectId, codeHost, rights, repository }, within));
              if (isSeen) next.set(key, updatedAt);
            }
            const enough = AbortSignal.any([signal, AbortSignal.timeout(lookPatience)]);
            await following.look({ project, codeHost, repository, summary: pullRequest }, enough);
          }
        } catch (error) {
          if (signal.aborted) return;
          // An unavailable host must not block the others; the next check asks it again.
          logger.warn({ projectId, error }, 'could not read pull requests');
        }
      }
      seen = next;
    },
  };
}

/** The rights of each account, asked for once: somebody without any who writes many comments costs one request. */
function askOnce(codeHost: CodeHost): Pick<CodeHost, 'mayWrite'> {
  const answers = new Map<string, boolean>();
  return {
    async mayWrite(query, signal) {
      const answer = answers.get(query.account) ?? (await codeHost.mayWrite?.(query, signal)) ?? false;
      answers.set(query.account, answer);
      return answer;
    },
  };
}
