import { closeIfStale } from './close-if-stale.ts';
import { createJudgeChecks } from './judge-checks.ts';
import { createKeepUp } from './keep-up.ts';
import type { FollowOptions, LookedAt } from './looked-at.ts';

/** Acts on open pull requests between rounds of their jobs. */
export interface FollowPullRequests {
  /**
   * Looks at one: closes it if it is stale, merges its base branch into it, turns failed checks into a message to its job, merges
   * it if the project wants that. Does little if nothing changed since the last look.
   */
  look(pull: Omit<LookedAt, 'followed'>, signal: AbortSignal): Promise<void>;
  /** The next look at pull requests of this project takes nothing for known: an event said that something changed. */
  forget(projectId: string): void;
}

export function createFollowPullRequests(options: FollowOptions): FollowPullRequests {
  const { jobs, logger } = options;
  const keepUp = createKeepUp(options);
  const judgeChecks = createJudgeChecks({ ...options, readBase: keepUp.readBase });
  return {
    async look(pull, signal) {
      const { project, summary } = pull;
      const followed = await jobs.findFollowed(project.id, summary.number);
      if (followed === undefined) return;
      const looked = { ...pull, followed };
      try {
        if (await closeIfStale(looked, options, signal)) return;
        if (followed.status === 'archived') return;
        if (await keepUp.mergeBase(looked, signal)) return;
        await judgeChecks.judge(looked, signal);
      } catch (error) {
        signal.throwIfAborted();
        // One pull request must not block the others; the next look tries again.
        logger.warn({ projectId: project.id, url: followed.url, error }, 'could not follow a pull request');
      }
    },
    forget(projectId) {
      keepUp.forget(projectId);
      judgeChecks.forget(projectId);
    },
  };
}
