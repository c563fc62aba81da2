import type { Check } from '../../codehost/code-host.ts';
import { MergeRefused, PermissionMissing } from '../../codehost/errors.ts';
import { AppError } from '../../kernel/app-error.ts';
import { duration } from '../../kernel/clock.ts';
import { foreignCommits } from '../jobs/pull-request-follow.ts';
import { describeFailedChecks, nameOf } from './failed-checks.ts';
import { actAlone, isWhereWeLeftIt, type FollowOptions, type LookedAt } from './looked-at.ts';
import type { KeepUp } from './keep-up.ts';

/** Messages about failed checks of one pull request. */
const mostRepairs = 2;
/** Times in milliseconds. New checks may appear on a young pull request; failed ones wait for the others. */
const youth = 30 * duration.minute;
/** After this, checks that never end are asked for no more. */
const longestChecks = duration.day;
/** How long a merge waits: for the first check to appear, for a host that refuses, for checks to end. */
const mergePatience = { start: duration.minute, refusal: 10 * duration.minute, checks: 2 * duration.hour };

export interface JudgeChecks {
  judge(looked: LookedAt, signal: AbortSignal): Promise<void>;
  forget(projectId: string): void;
}

/** Reads the checks of a pull request's head: failed ones become a message to the job, and passed ones allow the merge. */
export function createJudgeChecks({
  jobs,
  messageJob,
  secretsOf,
  clock,
  readBase,
}: FollowOptions & Pick<KeepUp, 'readBase'>): JudgeChecks {
  /** Heads whose checks have ended, by project and number. */
  const settled = new Map<string, string>();

  const stayOpen = (looked: LookedAt, why: string): Promise<void> =>
    actAlone(looked, jobs, ({ follow }) =>
      Promise.resolve(
        follow.mergeSince === null
          ? {}
          : { follow: { mergeSince: null }, notice: `The pull request was not merged and stays open: ${why}` },
      ),
    );

  const readChecks = async (looked: LookedAt, sha: string, signal: AbortSignal): Promise<Check[]> => {
    const { codeHost, repository } = looked;
    return (await codeHost.readChecks?.({ repository, sha }, signal)) ?? [];
  };

  /** Failed on the pull request, and not on the tip of its base branch. */
  const ownFailures = async (looked: LookedAt, checks: readonly Check[], signal: AbortSignal): Promise<Check[]> => {
    const failed = checks.filter(({ state }) => state === 'failed');
    if (failed.length === 0) return [];
    const base = await readBase(looked, signal);
    const atBase = base === undefined ? [] : await readChecks(looked, base, signal);
    const failing = new Set(atBase.filter(({ state }) => state === 'failed').map(({ name }) => name));
    return failed.filter(({ name }) => !failing.has(name));
  };

  const repair = (looked: LookedAt, failed: readonly Check[], signal: AbortSignal): Promise<void> =>
    actAlone(looked, jobs, async ({ jobId, number, headSha, follow }) => {
      const names = failed.map(({ name }) => name).sort();
      const isKnown = JSON.stringify(names) === JSON.stringify(follow.failedChecks);
      const isTried = follow.repairedHead === headSha;
      if (isTried || follow.repairs >= mostRepairs) {
        if (isKnown && follow.mergeSince === null) return {};
        const shown = failed.map((check) => `\`${nameOf(check)}\``).join(', ');
        const notice = `Checks fail, and the agent ${isTried ? 'did not mend them' : `has tried ${mostRepairs} times`}: ${shown}. The pull request stays open.`;
        return { follow: { failedChecks: names, mergeSince: null }, notice };
      }
      const { project, codeHost, repository } = looked;
      const ownSecrets = await secretsOf(project.id);
      await messageJob({
        projectId: project.id,
        jobId,
        prompt: await describeFailedChecks(failed, { number, codeHost, repository, ownSecrets, signal }),
        idempotencyKey: `checks-of-${number}-${headSha ?? ''}`,
        origin: { number, isFromChecks: true },
      });
      const repairs = follow.repairs + 1;
      return { follow: { failedChecks: names, repairs, repairedHead: headSha, mergeSince: null } };
    });

  const merge = (looked: LookedAt, head: string, signal: AbortSignal): Promise<void> =>
    actAlone(looked, jobs, async ({ number, follow }) => {
      const { project, codeHost, repository } = looked;
      if (follow.mergeSince === null || codeHost.merge === undefined) return {};
      try {
        await codeHost.merge({ repository, number, head }, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        const isPassing = error.facts.retryable || error instanceof MergeRefused;
        if (isPassing && clock.now() - follow.mergeSince < mergePatience.refusal) return {};
        const notice = `The pull request was not merged and stays open: ${error.message}`;
        return { follow: { mergeSince: null }, notice };
      }
      await jobs.recordPullRequestState({ projectId: project.id, number, state: 'merged' });
      return { follow: { mergeSince: null }, notice: 'The pull request was merged.' };
    });

  return {
    async judge(looked, signal) {
      const { project, codeHost, summary, followed } = looked;
      const { headSha: head, follow } = followed;
      const { mergeSince } = follow;
      const isToMerge = mergeSince !== null;
      const key = `${project.id} ${summary.number}`;
      if (head === null || !isWhereWeLeftIt(looked)) {
        if (isToMerge) await stayOpen(looked, foreignCommits);
        return;
      }
      if (isToMerge && codeHost.merge === undefined) {
        await stayOpen(looked, 'Docwright cannot merge on this code host.');
        return;
      }
      if (isToMerge && follow.hasConflict) {
        await stayOpen(looked, `it conflicts with ${summary.baseBranch}.`);
        return;
      }
      if (!isToMerge && (codeHost.readChecks === undefined || settled.get(key) === head)) return;
      let checks: Check[];
      let failed: Check[];
      try {
        checks = await readChecks(looked, head, signal);
        failed = await ownFailures(looked, checks, signal);
      } catch (error) {
        if (!(error instanceof PermissionMissing)) throw error;
        settled.set(key, head);
        if (isToMerge) await stayOpen(looked, error.message);
        return;
      }
      const pending = checks.filter(({ state }) => state === 'pending');
      const age = clock.now() - Date.parse(summary.updatedAt);
      if (age > youth && (pending.length === 0 || age > longestChecks)) settled.set(key, head);
      if (failed.length > 0) {
        if (pending.length === 0 || age > youth) await repair(looked, failed, signal);
        return;
      }
      if (follow.failedChecks.length > 0)
        await actAlone(looked, jobs, () => Promise.resolve({ follow: { failedChecks: [] } }));
      if (!isToMerge) return;
      // No reason to change the docs, but none to merge unseen either.
      const failedAtBase = checks.filter(({ state }) => state === 'failed');
      if (failedAtBase.length > 0 && pending.length === 0) {
        await stayOpen(looked, `these checks fail on the base branch too: ${failedAtBase.map(nameOf).join(', ')}.`);
        return;
      }
      const waited = clock.now() - mergeSince;
      const mayStillStart = codeHost.readChecks !== undefined && checks.length === 0 && waited < mergePatience.start;
      if (pending.length === 0 && !mayStillStart) await merge(looked, head, signal);
      else if (waited > mergePatience.checks)
        await stayOpen(looked, `these checks have not ended: ${pending.map(nameOf).join(', ')}.`);
    },
    forget(projectId) {
      for (const key of settled.keys()) if (key.startsWith(`${projectId} `)) settled.delete(key);
    },
  };
}
