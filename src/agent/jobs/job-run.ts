import { sql, type Transaction } from 'kysely';
import type { JobEventData, JobFailure, JobPhase } from '../../contract/agent-job.ts';
import type { PullRequestState } from '../../contract/pull-request.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { attachmentContent, attachmentNames } from './attachments.ts';
import { createFence } from './fence.ts';
import type { JobEvents } from './job-events.ts';
import type { Lease } from './job-queue.ts';
import { createJobTurns, type ClosingStep, type JobTurns } from './job-turns.ts';
import { moveJob } from './move-job.ts';
import { progress, roundAfter } from './next-round.ts';
import { followAfterRound, foreignCommits } from './pull-request-follow.ts';
import { readWaiting, type Waiting } from './waiting.ts';

/**
 * What one worker may write about the job it leased. Every method is one transaction that first proves the lease, and
 * throws LeaseLost when the job was taken over, archived or ended meanwhile. Progress resets the count of attempts.
 */
export interface JobRun extends JobTurns {
  readonly job: JobRow;
  /** Attempts since the last progress, this one included. */
  attempts(): Promise<number>;
  emit(...data: JobEventData[]): Promise<void>;
  /** See `JobEvents`. */
  speak(words: (() => string) | undefined): void;
  enterPhase(phase: JobPhase): Promise<void>;
  /** Whether this round has done the step. */
  hasDone(name: string): Promise<boolean>;
  /** The recorded output of a step of this round, or the output of `work`, recorded before it is returned. */
  step<Output>(name: string, work: () => Promise<Output>): Promise<Output>;
  /** Keeps what the next steps and the client need to know; also proof that the lease is still held. */
  update(
    fields: Partial<
      Pick<
        JobRow,
        'title' | 'summary' | 'needs_answer' | 'head_branch' | 'head_sha' | 'repository' | 'base_branch' | 'review'
      >
    >,
  ): Promise<void>;
  /**
   * Ends the round. When a message arrived that the agent has not seen, the job does not end but is queued for its next
   * round in the same transaction, so that no message is ever lost between two rounds. `isToMerge`: once its checks pass.
   */
  complete(pullRequest: PublishedPullRequest | undefined, merge?: MergeWanted): Promise<void>;
  /** Counts that the round was too much for its checker; how often it was. */
  countCheckerEnd(): Promise<number>;
  /** Counts what was asked of the web; what it was with this, in all rounds of the job. */
  countWebUse(further: Partial<WebUse>): Promise<WebUse>;
  /** Names of the files that people sent with their messages, all of the job. */
  attachments(): Promise<readonly string[]>;
  /** One of them; undefined once nobody reads it again. */
  attachment(name: string): Promise<Uint8Array | undefined>;
  /** What the round has waited for since it last got further. */
  waiting(): Promise<Waiting | undefined>;
  /** Says what the round waits for; whatever it gets done next, it waits no more. The time that it took was no work. */
  waitFor(waiting: Waiting): Promise<void>;
  /** Ends the job. Unread messages stay unread until a further message makes the job active again. */
  fail(failure: JobFailure): Promise<void>;
}

export interface WebUse {
  readonly pages: number;
  readonly bytes: number;
}

/** Whether a pull request waits to be merged, which it does not once its branch has commits of others. */
export interface MergeWanted {
  readonly isToMerge: boolean;
  readonly hasForeign: boolean;
}

export interface PublishedPullRequest {
  readonly url: string;
  readonly number: number;
  readonly state: PullRequestState;
}

export function createJobRun({
  db,
  clock,
  events,
  job,
  lease,
  signal,
  lastRoom,
}: {
  db: DatabaseConnection;
  clock: Clock;
  events: JobEvents;
  job: JobRow;
  lease: Lease;
  /** Ends the wait of a write that the disk refuses. */
  signal?: AbortSignal;
  lastRoom?: (() => Promise<boolean>) | undefined;
}): JobRun {
  const fenced = createFence({ db, clock, events, jobId: job.id, lease, signal, lastRoom });

  const hasUnreadMessage = async (transaction: Transaction<Database>): Promise<boolean> => {
    const unread = await transaction
      .selectFrom('job_messages')
      .select('id')
      .where('job_id', '=', job.id)
      .where('turn_index', 'is', null)
      .executeTakeFirst();
    return unread !== undefined;
  };

  const fieldsOf = async (
    transaction: Transaction<Database>,
    { url, number, state }: PublishedPullRequest,
    merge: { mergeSince: number | null; hasForeign: boolean },
  ) => {
    const before = await transaction
      .selectFrom('jobs')
      .select(['pull_request_number as number', 'pull_request_follow as follow', 'former_pull_requests as former'])
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    const isSame = before.number === number;
    const former = isSame || before.number === null ? before.former : `${before.former ?? ','}${before.number},`;
    const follow = followAfterRound(before.follow, { isSame, ...merge });
    const fields = {
      pull_request_url: url,
      pull_request_number: number,
      pull_request_state: state,
      pull_request_follow: JSON.stringify(follow),
      former_pull_requests: former,
    };
    return { fields, follow };
  };

  const recorded = (name: string) =>
    db
      .selectFrom('job_steps')
      .select('output')
      .where('job_id', '=', job.id)
      .where('round', '=', job.round)
      .where('name', '=', name)
      .executeTakeFirst();

  const insertStep = async (
    transaction: Transaction<Database>,
    { name, value, now }: { name: string; value: unknown; now: number },
  ): Promise<void> => {
    const step = { job_id: job.id, round: job.round, name, epoch: lease.epoch, at: now };
    await transaction
      .insertInto('job_steps')
      .values({ ...step, output: JSON.stringify({ value }) })
      .execute();
  };

  return {
    job,
    ...createJobTurns({ db, clock, job, fenced }),

    async attempts() {
      const row = await db.selectFrom('jobs').select('attempts').where('id', '=', job.id).executeTakeFirstOrThrow();
      return row.attempts;
    },

    async emit(...data) {
      await fenced(({ append }) => append(...data));
    },

    speak: (words) => {
      events.speak(job.id, words);
    },

    async enterPhase(phase) {
      await fenced(({ append }) => append({ type: 'phase', phase, round: job.round }), { phase });
    },

    hasDone: async (name) => (await recorded(name)) !== undefined,

    async step(name, work) {
      const stored = await recorded(name);
      type Output = Awaited<ReturnType<typeof work>>;
      if (stored !== undefined) return (JSON.parse(stored.output) as { value: Output }).value;
      const value = await work();
      await fenced(({ transaction, now }) => insertStep(transaction, { name, value, now }), progress);
      return value;
    },

    async update(fields) {
      await fenced(() => Promise.resolve(), fields);
    },

    async complete(pullRequest, { isToMerge, hasForeign } = { isToMerge: false, hasForeign: false }) {
      await fenced(async ({ transaction, append, now }) => {
        const merge = { mergeSince: isToMerge ? now : null, hasForeign };
        const published = pullRequest && (await fieldsOf(transaction, pullRequest, merge));
        await insertStep(transaction, { name: 'complete' satisfies ClosingStep, value: null, now });
        if (pullRequest !== undefined) await append({ type: 'pull_request', ...pullRequest });
        if (isToMerge && published?.follow.hasForeign === true)
          await append({ type: 'notice', text: `The pull request was not merged and stays open: ${foreignCommits}` });
        if (await hasUnreadMessage(transaction)) {
          const { fields, event } = roundAfter(job.round);
          const handedOn = { ...fields, ...published?.fields, lease_epoch: lease.epoch + 1 };
          const update = transaction.updateTable('jobs').set(handedOn);
          await update.where('id', '=', job.id).execute();
          await append(event);
        } else {
          await moveJob(transaction, { id: job.id, to: 'completed', fields: { ...released, ...published?.fields } });
          await append({ type: 'status', status: 'completed', failure: null });
        }
      });
    },

    async countCheckerEnd() {
      return fenced(
        async ({ transaction }) => {
          const row = await transaction
            .selectFrom('jobs')
            .select('checker_ends')
            .where('id', '=', job.id)
            .executeTakeFirstOrThrow();
          return row.checker_ends;
        },
        { checker_ends: sql`checker_ends + 1` },
      );
    },

    async countWebUse({ pages = 0, bytes = 0 }) {
      return fenced(
        ({ transaction }) =>
          transaction
            .selectFrom('jobs')
            .select(['web_pages as pages', 'web_bytes as bytes'])
            .where('id', '=', job.id)
            .executeTakeFirstOrThrow(),
        { web_pages: sql`web_pages + ${pages}`, web_bytes: sql`web_bytes + ${bytes}` },
      );
    },

    attachments: () => attachmentNames(db, job.id),
    attachment: (name) => attachmentContent(db, { jobId: job.id, name }),

    async waiting() {
      const { waiting } = await db
        .selectFrom('jobs')
        .select('waiting')
        .where('id', '=', job.id)
        .executeTakeFirstOrThrow();
      return waiting === null ? undefined : readWaiting(waiting);
    },

    async waitFor(waiting) {
      // What came since the claim was only waiting, unless something was done meanwhile, which clears `waiting`.
      const worked = sql`case when waiting is null then worked else ${job.worked} end`;
      const fields = { waiting: JSON.stringify(waiting), worked };
      await fenced(({ append }) => append({ type: 'waiting', ...waiting.shown }), fields);
    },

    async fail(failure) {
      await fenced(async ({ transaction, append }) => {
        const fields = { ...released, failure: JSON.stringify(failure) };
        await moveJob(transaction, { id: job.id, to: 'failed', fields });
        await append({ type: 'status', status: 'failed', failure });
      });
    },
  };
}

const released = { lease_owner: null, lease_until: 0, attempts: 0, waiting: null };
