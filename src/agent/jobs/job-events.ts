import { sql, type Transaction } from 'kysely';
import { jobEventDataSchema, type JobEvent, type JobEventData } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database } from '../../db/schema.ts';
import { createLocalWakeups, type Wakeups } from '../../db/wakeups.ts';
import { duration } from '../../kernel/clock.ts';
import { redactGrowing } from '../../secrets/redact-secrets.ts';

/**
 * Other processes write events too; a reader that was not woken looks again after this time, in milliseconds: the longer one
 * where others wake it.
 */
const pollInterval = { alone: duration.second, woken: 2 * duration.second };

/** What readers can wait for beside the log of a job, by its id: a change of any job, and growing words of one. */
export const anyJob = 'any-job';
export const wordsOf = (jobId: string) => `words-of-${jobId}`;

/** Least milliseconds between two times that readers are woken because the words of a turn grew. */
const speechInterval = 100;

/**
 * Appends to the log of a job, in the transaction that makes the events true. Sequences have no gaps, and nobody sees one
 * before those below it: others wait until the transaction that took one ends, so that those after it are its own too.
 */
export async function appendEvents(
  transaction: Transaction<Database>,
  { jobId, at }: { jobId: string; at: number },
  ...[first, ...others]: readonly JobEventData[]
): Promise<void> {
  if (first === undefined) return;
  const row = (data: JobEventData) => ({ job_id: jobId, at, type: data.type, data: JSON.stringify(data) });
  let taken: { sequence: number } | undefined;
  while (taken === undefined) {
    taken = await transaction
      .insertInto('job_events')
      .values((insert) => ({
        ...row(first),
        sequence: insert
          .selectFrom('job_events')
          .where('job_id', '=', jobId)
          .select((select) => select(select.fn.coalesce(select.fn.max('sequence'), sql.lit(0)), '+', 1).as('next')),
      }))
      .onConflict((conflict) => conflict.columns(['job_id', 'sequence']).doNothing())
      .returning('sequence')
      .executeTakeFirst();
  }
  if (others.length === 0) return;
  const { sequence } = taken;
  await transaction
    .insertInto('job_events')
    .values(others.map((data, index) => ({ ...row(data), sequence: sequence + index + 1 })))
    .execute();
}

/** Reads the logs of jobs, also as they grow. */
export interface JobEvents {
  read(query: { jobId: string; after: number; limit: number }): Promise<{ events: JobEvent[]; hasMore: boolean }>;
  /** Resolves when one of these may have changed, when a short while has passed, or when `signal` aborts. */
  changed(names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Wakes readers; called after the commit. */
  wake(jobId: string): void;
  /** Lets others read the words of the turn that is being written, in this process alone; undefined once they are void or stored. */
  speak(jobId: string, words: (() => string) | undefined): void;
  /** These words so far, without secrets. */
  spoken(jobId: string): string;
}

/** What a model is writing, as it stands and without secrets once somebody asked for it. */
interface Speaker {
  words: () => string;
  redacted: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

export function createJobEvents({ db, wakeups }: { db: DatabaseConnection; wakeups: Wakeups }): JobEvents {
  const speakers = new Map<string, Speaker>();
  const speech = createLocalWakeups();
  return {
    async read({ jobId, after, limit }) {
      const rows = await db
        .selectFrom('job_events')
        .select(['sequence', 'at', 'data'])
        .where('job_id', '=', jobId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit + 1)
        .execute();
      const events = rows.slice(0, limit).map((row): JobEvent => ({
        sequence: row.sequence,
        at: new Date(row.at).toISOString(),
        ...jobEventDataSchema.parse(JSON.parse(row.data)),
      }));
      return { events, hasMore: rows.length > limit };
    },
    async changed(names, signal) {
      const longest = wakeups.reachesAll() ? pollInterval.woken : pollInterval.alone;
      const heard = new AbortController();
      const end = AbortSignal.any([signal, heard.signal, AbortSignal.timeout(longest)]);
      await Promise.race(names.flatMap((name) => [wakeups.woken(name, end), speech.woken(name, end)]));
      heard.abort();
    },
    wake(jobId) {
      wakeups.wake(jobId);
      wakeups.wake(anyJob);
    },
    speak(jobId, words) {
      const before = speakers.get(jobId);
      if (words === undefined) {
        clearTimeout(before?.timer);
        if (speakers.delete(jobId)) speech.wake(wordsOf(jobId));
        return;
      }
      const speaker: Speaker = before ?? { words, redacted: undefined, timer: undefined };
      speaker.words = words;
      speaker.redacted = undefined;
      speaker.timer ??= setTimeout(() => {
        speaker.timer = undefined;
        speech.wake(wordsOf(jobId));
      }, speechInterval);
      speakers.set(jobId, speaker);
    },
    spoken(jobId) {
      const speaker = speakers.get(jobId);
      // Once for all who read along.
      return speaker === undefined ? '' : (speaker.redacted ??= redactGrowing(speaker.words()));
    },
  };
}
