import { sql, type Transaction } from 'kysely';
import type { JobEventData, JobFailure, JobPhase } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ModelUsage } from '../../model/language-model.ts';
import { nothingSpent, spend, type Spent } from './budget.ts';
import type { PersonMessage, TranscriptEntry } from './transcript.ts';
import { LeaseLost } from './errors.ts';
import { appendEvent, type JobEvents } from './job-events.ts';
import type { Lease } from './job-queue.ts';
import { moveJob } from './move-job.ts';

/** A tree as stored between turns. */
export interface StoredTree {
  readonly commit: string;
  readonly bundle: Uint8Array;
}

/** The transcript of a job so far, over all its rounds. */
export interface StoredTranscript {
  readonly entries: readonly TranscriptEntry[];
  /** The tree after the last entry of this round that changed it. */
  readonly tree: StoredTree | undefined;
  /** What this round has already paid for. */
  readonly spent: Spent;
}

/**
 * What one worker may write about the job it leased. Every method is one transaction that first proves the lease, and
 * throws LeaseLost when the job was taken over, archived or ended meanwhile. Progress resets the count of attempts.
 */
export interface JobRun {
  readonly job: JobRow;
  /** Attempts since the last progress, this one included. */
  attempts(): Promise<number>;
  emit(...data: JobEventData[]): Promise<void>;
  enterPhase(phase: JobPhase): Promise<void>;
  /** The recorded output of a step of this round, or the output of `work`, recorded before it is returned. */
  step<Output>(name: string, work: () => Promise<Output>): Promise<Output>;
  transcript(): Promise<StoredTranscript>;
  /** Messages of people that the agent has not seen; they are appended to the transcript when taken. */
  takeMessages(): Promise<PersonMessage[]>;
  /** Stores what cost nothing: results of tools with the tree they left, and notes to the model. */
  recordEntries(turn: {
    entries: readonly TranscriptEntry[];
    tree?: { snapshot: StoredTree; diff: string };
    events?: readonly JobEventData[];
  }): Promise<void>;
  /** Stores an answer of the model together with what it cost, so that it is never paid for twice. */
  recordModelTurn(turn: {
    entries: readonly TranscriptEntry[];
    usage: ModelUsage;
    events?: readonly JobEventData[];
  }): Promise<void>;
  /** Keeps what the next steps and the client need to know; also proof that the lease is still held. */
  update(fields: Partial<Pick<JobRow, 'title' | 'summary' | 'head_sha' | 'repository' | 'base_branch'>>): Promise<void>;
  /**
   * Ends the round. When a message arrived that the agent has not seen, the job does not end but is queued for its next
   * round in the same transaction, so that no message is ever lost between two rounds.
   */
  complete(pullRequest: PublishedPullRequest | undefined): Promise<void>;
  /** Counts that the round was too much for its checker; how often it was. */
  countCheckerEnd(): Promise<number>;
  /** Ends the job. Unread messages stay unread until a further message makes the job active again. */
  fail(failure: JobFailure): Promise<void>;
}

export interface PublishedPullRequest {
  readonly url: string;
  readonly number: number;
  readonly state: string;
}

export function createJobRun({
  db,
  clock,
  events,
  job,
  lease,
}: {
  db: DatabaseConnection;
  clock: Clock;
  events: JobEvents;
  job: JobRow;
  lease: Lease;
}): JobRun {
  /** The fence: the write lock is taken and the lease proven before anything else is written. */
  const fenced = async <Result>(
    work: (transaction: Transaction<Database>, now: number) => Promise<Result>,
    fields: object = {},
  ): Promise<Result> => {
    const now = clock.now();
    const result = await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('jobs')
        .set({ updated_at: now, ...fields })
        .where('id', '=', job.id)
        .where('lease_epoch', '=', lease.epoch)
        .where('status', '=', 'active')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new LeaseLost(job.id);
      return work(transaction, now);
    });
    events.wake(job.id);
    return result;
  };

  const append = async (transaction: Transaction<Database>, at: number, data: readonly JobEventData[]) => {
    for (const event of data) await appendEvent(transaction, { jobId: job.id, at, data: event });
  };

  const appendTurn = async (
    transaction: Transaction<Database>,
    at: number,
    turn: { entries: readonly TranscriptEntry[]; tree?: StoredTree | undefined; usage?: ModelUsage },
  ): Promise<number> => {
    const { next } = await transaction
      .selectFrom('job_turns')
      .select(sql<number>`coalesce(max(turn_index), -1) + 1`.as('next'))
      .where('job_id', '=', job.id)
      .executeTakeFirstOrThrow();
    const cost = turn.usage === undefined ? nothingSpent : spend(nothingSpent, turn.usage);
    await transaction
      .insertInto('job_turns')
      .values({
        job_id: job.id,
        turn_index: next,
        round: job.round,
        entries: JSON.stringify(turn.entries),
        model_calls: cost.modelCalls,
        tokens: cost.tokens,
        tree_commit: turn.tree?.commit ?? null,
        tree_bundle: turn.tree?.bundle ?? null,
        at,
      })
      .execute();
    return next;
  };

  const hasUnreadMessage = async (transaction: Transaction<Database>): Promise<boolean> => {
    const unread = await transaction
      .selectFrom('job_messages')
      .select('id')
      .where('job_id', '=', job.id)
      .where('turn_index', 'is', null)
      .executeTakeFirst();
    return unread !== undefined;
  };

  return {
    job,

    async attempts() {
      const row = await db.selectFrom('jobs').select('attempts').where('id', '=', job.id).executeTakeFirstOrThrow();
      return row.attempts;
    },

    async emit(...data) {
      await fenced((transaction, now) => append(transaction, now, data));
    },

    async enterPhase(phase) {
      await fenced((transaction, now) => append(transaction, now, [{ type: 'phase', phase, round: job.round }]), {
        phase,
      });
    },

    async step(name, work) {
      const stored = await db
        .selectFrom('job_steps')
        .select('output')
        .where('job_id', '=', job.id)
        .where('round', '=', job.round)
        .where('name', '=', name)
        .executeTakeFirst();
      type Output = Awaited<ReturnType<typeof work>>;
      if (stored !== undefined) return (JSON.parse(stored.output) as { value: Output }).value;
      const value = await work();
      await fenced(
        async (transaction, now) => {
          const step = { job_id: job.id, round: job.round, name, epoch: lease.epoch, at: now };
          await transaction
            .insertInto('job_steps')
            .values({ ...step, output: JSON.stringify({ value }) })
            .execute();
        },
        { attempts: 1 },
      );
      return value;
    },

    async transcript() {
      const rows = await db
        .selectFrom('job_turns')
        .select(['round', 'entries', 'model_calls', 'tokens', 'tree_commit', 'tree_bundle'])
        .where('job_id', '=', job.id)
        .orderBy('turn_index')
        .execute();
      const ofThisRound = rows.filter((row) => row.round === job.round);
      const changed = ofThisRound.findLast((row) => row.tree_commit !== null);
      return {
        entries: rows.flatMap((row) => JSON.parse(row.entries) as TranscriptEntry[]),
        tree:
          changed?.tree_commit == null || changed.tree_bundle === null
            ? undefined
            : { commit: changed.tree_commit, bundle: changed.tree_bundle },
        spent: {
          modelCalls: ofThisRound.reduce((sum, row) => sum + row.model_calls, 0),
          tokens: ofThisRound.reduce((sum, row) => sum + row.tokens, 0),
        },
      };
    },

    async takeMessages() {
      return fenced(async (transaction, now) => {
        const rows = await transaction
          .selectFrom('job_messages')
          .select(['id', 'prompt'])
          .where('job_id', '=', job.id)
          .where('turn_index', 'is', null)
          .orderBy('id')
          .execute();
        if (rows.length === 0) return [];
        const entries = rows.map((row): PersonMessage => ({ role: 'user', text: row.prompt }));
        const index = await appendTurn(transaction, now, { entries });
        const ids = rows.map((row) => row.id);
        await transaction.updateTable('job_messages').set({ turn_index: index }).where('id', 'in', ids).execute();
        return entries;
      });
    },

    async recordEntries({ entries, tree, events: data = [] }) {
      await fenced(
        async (transaction, now) => {
          await appendTurn(transaction, now, { entries, tree: tree?.snapshot });
          if (tree !== undefined) {
            await transaction
              .insertInto('job_diffs')
              .values({ job_id: job.id, diff: tree.diff, updated_at: now })
              .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ diff: tree.diff, updated_at: now }))
              .execute();
          }
          await append(transaction, now, data);
        },
        { attempts: 1 },
      );
    },

    async recordModelTurn({ entries, usage, events: data = [] }) {
      await fenced(
        async (transaction, now) => {
          await appendTurn(transaction, now, { entries, usage });
          const row = await transaction
            .selectFrom('jobs')
            .select(['input_tokens', 'output_tokens', 'model_calls'])
            .where('id', '=', job.id)
            .executeTakeFirstOrThrow();
          const total = { inputTokens: row.input_tokens, outputTokens: row.output_tokens, modelCalls: row.model_calls };
          await append(transaction, now, [...data, { type: 'usage', ...total }]);
        },
        {
          attempts: 1,
          input_tokens: sql`input_tokens + ${usage.inputTokens}`,
          output_tokens: sql`output_tokens + ${usage.outputTokens}`,
          model_calls: sql`model_calls + 1`,
        },
      );
    },

    async update(fields) {
      await fenced(() => Promise.resolve(), fields);
    },

    async complete(pullRequest) {
      await fenced(async (transaction, now) => {
        const goesOn = await hasUnreadMessage(transaction);
        const fields = {
          ...released,
          ...(pullRequest && { pull_request_url: pullRequest.url, pull_request_number: pullRequest.number }),
        };
        if (goesOn) {
          const nextRound = {
            phase: 'queued',
            round: job.round + 1,
            started_at: null,
            available_at: 0,
            worker_ends: 0,
            checker_ends: 0,
          };
          await transaction
            .updateTable('jobs')
            .set({ ...fields, ...nextRound })
            .where('id', '=', job.id)
            .execute();
        } else {
          await moveJob(transaction, { id: job.id, to: 'completed', fields });
        }
        if (pullRequest !== undefined) await append(transaction, now, [{ type: 'pull_request', ...pullRequest }]);
        await append(transaction, now, [
          goesOn
            ? { type: 'phase', phase: 'queued', round: job.round + 1 }
            : { type: 'status', status: 'completed', failure: null },
        ]);
      });
    },

    async countCheckerEnd() {
      return fenced(
        async (transaction) => {
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

    async fail(failure) {
      await fenced(async (transaction, now) => {
        const fields = { ...released, failure: JSON.stringify(failure) };
        await moveJob(transaction, { id: job.id, to: 'failed', fields });
        await append(transaction, now, [{ type: 'status', status: 'failed', failure }]);
      });
    },
  };
}

const released = { lease_owner: null, lease_until: 0, attempts: 0 };
