import type { Followed } from '../../http/event-stream.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { JobFinder } from './find-jobs.ts';
import { sendLog } from './follow-log.ts';
import { JobNotFound } from './errors.ts';
import { anyJob, wordsOf, type JobEvents } from './job-events.ts';

/** How long after a later change an earlier one may become visible: transactions overlap, and clocks of processes differ. */
const overlap = 10 * duration.second;
/** Changes that are named at once; of more, the latest. */
const mostChanges = 100;
/** Least milliseconds between two looks for changes. */
const lookInterval = duration.second;

/** The job whose log is shown, and the last event of it that is. */
export interface ShownJob {
  readonly id: string;
  readonly after: number;
}

/** What changes in a project, for as long as somebody looks. Throws JobNotFound. */
export type FollowProject = (projectId: string, shown: ShownJob | undefined) => Promise<Followed>;

/**
 * Sends `jobs` with the ids of jobs that changed and whether pull requests did; for the shown job also its log, and
 * `words`: what its model is writing now. Words come only from the process that works on the job; elsewhere a turn shows when
 * it has ended.
 */
export function createFollowProject({
  jobs,
  events,
  clock,
}: {
  jobs: Pick<JobFinder, 'find' | 'latestChanges'>;
  events: JobEvents;
  clock: Clock;
}): FollowProject {
  return async (projectId, shown) => {
    if (shown !== undefined && (await jobs.find(projectId, shown.id)) === undefined) throw new JobNotFound(shown.id);
    const log = shown && sendLog(events, { jobId: shown.id, after: shown.after });
    const takeChanges = readChanges({ jobs, clock, projectId });
    let lookedAt = -Infinity;
    /** Undefined before the first: whoever comes back may still show words of a turn that is over. */
    let sentWords: string | undefined;
    return {
      async send(stream) {
        const ofLog = (await log?.(stream)) ?? 'nothing';
        if (ofLog === 'more') return ofLog;
        const words = shown && events.spoken(shown.id);
        const hasWords = words !== undefined && words !== sentWords;
        if (hasWords) {
          // Only what is new: the words of a turn grow, until the next turn begins with none.
          const from = sentWords !== undefined && words.startsWith(sentWords) ? sentWords.length : 0;
          await stream.writeSSE({ event: 'words', data: JSON.stringify({ from, text: words.slice(from) }) });
          sentWords = words;
        }
        let changes: Changes | undefined;
        if (performance.now() - lookedAt >= lookInterval) {
          lookedAt = performance.now();
          changes = await takeChanges();
        }
        if (changes !== undefined) await stream.writeSSE({ event: 'jobs', data: JSON.stringify(changes) });
        return hasWords || changes !== undefined ? 'some' : ofLog;
      },
      changed: (signal) =>
        events.changed(shown === undefined ? [anyJob] : [anyJob, shown.id, wordsOf(shown.id)], signal),
    };
  };
}

interface Changes {
  readonly ids: readonly string[];
  readonly pullRequests: boolean;
}

/** Gives what changed since the last look; at the first, what did so within the overlap. */
export function readChanges({
  jobs,
  clock,
  projectId,
}: {
  jobs: Pick<JobFinder, 'latestChanges'>;
  clock: Clock;
  projectId: string;
}): () => Promise<Changes | undefined> {
  const told = new Map<string, { readonly at: number; readonly pullRequest: string }>();
  let latest = clock.now();
  return async () => {
    const since = Math.min(latest, clock.now()) - overlap;
    const rows = await jobs.latestChanges(projectId, { since, limit: mostChanges });
    const fresh = rows.filter(({ id, at }) => told.get(id)?.at !== at);
    const pullRequests = fresh.some(({ id, pullRequest }) => (told.get(id)?.pullRequest ?? '') !== pullRequest);
    latest = Math.max(latest, ...rows.map(({ at }) => at));
    for (const { id, ...change } of fresh) told.set(id, change);
    for (const [id, { at }] of told) if (at < since) told.delete(id);
    return fresh.length === 0 ? undefined : { ids: fresh.map(({ id }) => id), pullRequests };
  };
}
