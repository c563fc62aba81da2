import { z } from 'zod';
import type { AgentJob } from '../../contract/agent-job.ts';

/** What is known of a job's open pull request beside its state. Times are milliseconds since the Unix epoch. */
const followSchema = z.object({
  /** Since when it waits for its checks, to be merged; null if people merge it. */
  mergeSince: z.int().nullable().default(null),
  /** Names of checks that fail on it and not on its base branch. */
  failedChecks: z.array(z.string()).default([]),
  /** Whether its branch has commits of others, which only people merge. */
  hasForeign: z.boolean().default(false),
  /** Messages that its failed checks became, and the head commit of the last. */
  repairs: z.int().default(0),
  repairedHead: z.string().nullable().default(null),
  /** Whether it conflicts with its base branch. */
  hasConflict: z.boolean().default(false),
  /** When Docwright last updated its branch, and the last activity before that, which a host counts together. */
  updatedSince: z.int().nullable().default(null),
  quietSince: z.int().nullable().default(null),
  /** Until when one process acts on it alone. */
  busyUntil: z.int().default(0),
});
export type PullRequestFollow = z.infer<typeof followSchema>;

/** Why a pull request is not merged. */
export const foreignCommits = 'its branch has commits that Docwright did not push.';

export function readFollow(stored: string | null): PullRequestFollow {
  return followSchema.parse(JSON.parse(stored ?? '{}'));
}

/** After a round: a new head has no failed checks and no conflict yet. What it was before stays with its pull request. */
export function followAfterRound(
  stored: string | null,
  { isSame, mergeSince, hasForeign = false }: { isSame: boolean; mergeSince: number | null; hasForeign?: boolean },
): PullRequestFollow {
  const { repairs, repairedHead, hasForeign: hadForeign } = readFollow(isSame ? stored : null);
  const isForeign = hadForeign || hasForeign;
  const merging = { mergeSince: isForeign ? null : mergeSince, hasForeign: isForeign };
  return followSchema.parse({ repairs, repairedHead, ...merging });
}

/** What a list of jobs says of an open pull request; null if there is nothing to say. */
export function conditionOf(state: string | null, stored: string | null): AgentJob['prCondition'] {
  if (state !== 'open' || stored === null) return null;
  const { hasConflict, failedChecks, mergeSince } = readFollow(stored);
  if (hasConflict) return 'conflict';
  if (failedChecks.length > 0) return 'checks_failed';
  return mergeSince === null ? null : 'merging';
}
