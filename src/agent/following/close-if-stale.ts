import { duration } from '../../kernel/clock.ts';
import { answerMarker } from '../webhooks/read-mention.ts';
import { actAlone, type FollowOptions, type LookedAt } from './looked-at.ts';

/** A host may count an update of ours a little later than we did it, in milliseconds. */
const slack = 10 * duration.minute;

/** Closes a pull request without activity, with a comment that says why. Updates of its branch by Docwright are no activity. */
export async function closeIfStale(
  looked: LookedAt,
  { jobs, clock }: Pick<FollowOptions, 'jobs' | 'clock'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { project, codeHost, repository, summary } = looked;
  const { closeAfterDays: days } = project.settings.pullRequests;
  if (days === null || codeHost.close === undefined) return false;
  if (clock.now() - lastActivity(looked) < days * duration.day) return false;
  await actAlone(looked, jobs, async () => {
    const { number } = summary;
    const why = `Closed because nothing happened here for ${days} ${days === 1 ? 'day' : 'days'}.`;
    const body = `${why} Reopen it to go on, or send its job a message for a new one.\n\n${answerMarker} stale -->`;
    await codeHost.close?.({ repository, number }, signal);
    await jobs.recordPullRequestState({ projectId: project.id, number, state: 'closed' });
    // Last, so that a host that refuses one of them gets no comment each minute.
    await codeHost.reply?.({ repository, number, thread: { kind: 'conversation', id: '' }, body }, signal);
    return { notice: `The pull request was closed because nothing happened on it for ${days} days.` };
  });
  return true;
}

/** In milliseconds since the Unix epoch. */
export function lastActivity({ summary, followed: { follow } }: LookedAt): number {
  const updated = Date.parse(summary.updatedAt);
  const isOurs = follow.updatedSince !== null && updated <= follow.updatedSince + slack;
  return isOurs ? (follow.quietSince ?? updated) : updated;
}
