import { sql, type Transaction } from 'kysely';
import type { JobEventData } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import type { ModelUsage } from '../../model/language-model.ts';
import type { Clock } from '../../kernel/clock.ts';
import { countLines } from '../../kernel/read-diff-files.ts';
import { attachmentNote } from './attachments.ts';
import { nothingSpent, spend, type Paid, type Spent } from './budget.ts';
import type { Fence } from './fence.ts';
import { messageAuthorSchema, type MessageAuthor } from './message-author.ts';
import { isFromThread, messageOriginSchema } from './message-origins.ts';
import { progress } from './next-round.ts';
import { presentUsage } from './present-job.ts';
import { addToMonth, costOfMonth } from './project-cost.ts';
import { isNote, type PersonMessage, type TranscriptEntry } from './transcript.ts';

/** A tree as stored between turns. */
export interface StoredTree {
  readonly commit: string;
  readonly bundle: Uint8Array;
}

/** The transcript of a job so far, over all its rounds. */
export interface StoredTranscript {
  readonly entries: readonly TranscriptEntry[];
  /** The tree after the last entry that changed it, of this round or of those before that ended without publishing theirs. */
  readonly tree: StoredTree | undefined;
  /** What this round has already paid for. */
  readonly spent: Spent;
}

/** The transcript as one worker reads and extends it. Progress resets the count of attempts. */
export interface JobTurns {
  transcript(): Promise<StoredTranscript>;
  /** What the job and its project paid so far. */
  paid(): Promise<Paid>;
  /** What people said that the agent has seen, the prompt first. Failed checks are nobody's words. */
  said(): Promise<readonly string[]>;
  /** People who wrote messages that the agent has seen, each once. */
  authors(): Promise<readonly MessageAuthor[]>;
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
  /** Gives up the stored tree, which cannot be restored: `entries` say so, and the round works on the branch as it is. */
  loseTree(loss: { entries: readonly TranscriptEntry[]; events: readonly JobEventData[] }): Promise<void>;
  /** Stores what an answer cost that broke off: it is paid for, and nothing came of it. */
  recordLost(usage: ModelUsage): Promise<void>;
}

/** After which a round leaves nothing that a later one has to take up: its tree is on the branch, or is not wanted. */
const closingSteps = ['push', 'complete'] as const;
export type ClosingStep = (typeof closingSteps)[number];

/** The steps of a round whose outcome holds for its tree alone. */
const stepsOfTree = ['prepare', 'change'];

/** The step of a round that takes up nothing of those before: their pull request has ended. */
export const startsAnew = 'anew';

export function createJobTurns({
  db,
  clock,
  job,
  fenced,
}: {
  db: DatabaseConnection;
  clock: Clock;
  job: JobRow;
  fenced: Fence;
}): JobTurns {
  const appendTurn = async (
    transaction: Transaction<Database>,
    time: number,
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
        at: time,
      })
      .execute();
    return next;
  };

  const seenMessages = () =>
    db
      .selectFrom('job_messages')
      .select(['prompt', 'origin', 'author'])
      .where('job_id', '=', job.id)
      .where('turn_index', 'is not', null)
      .orderBy('turn_index')
      .orderBy('id')
      .execute();

  const recordPaid = (
    { entries, usage, events: data = [] }: Parameters<JobTurns['recordModelTurn']>[0],
    further: Partial<typeof progress>,
  ): Promise<void> =>
    fenced(
      async ({ transaction, now, append }) => {
        await appendTurn(transaction, now, { entries, usage });
        await addToMonth(transaction, { projectId: job.project_id, usage, now });
        const row = await transaction.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
        await append(...data, { type: 'usage', ...presentUsage(row) });
      },
      {
        ...further,
        input_tokens: sql`input_tokens + ${usage.inputTokens}`,
        output_tokens: sql`output_tokens + ${usage.outputTokens}`,
        cached_input_tokens: sql`cached_input_tokens + ${usage.cachedInputTokens}`,
        model_calls: sql`model_calls + 1`,
        cost: sql`cost + ${usage.cost ?? 0}`,
        unpriced_calls: sql`unpriced_calls + ${usage.cost === undefined ? 1 : 0}`,
      },
    );

  return {
    async transcript() {
      const rows = await db
        .selectFrom('job_turns')
        .select(['round', 'entries', 'model_calls', 'tokens', 'tree_commit', 'tree_bundle'])
        .where('job_id', '=', job.id)
        .orderBy('turn_index')
        .execute();
      const { closed } = await db
        .selectFrom('job_steps')
        .select(
          sql<number>`coalesce(max(case when name = ${startsAnew} then round - 1 else round end), 0)`.as('closed'),
        )
        .where('job_id', '=', job.id)
        .where('name', 'in', [...closingSteps, startsAnew])
        .executeTakeFirstOrThrow();
      const roundRows = rows.filter((row) => row.round === job.round);
      const entries = rows.map((row) => JSON.parse(row.entries) as TranscriptEntry[]);
      const lostAt = entries.findLastIndex((those) => those.some((entry) => isNote(entry, 'change-lost')));
      const unpublished = rows.filter((row, at) => at > lostAt && (row.round === job.round || row.round > closed));
      const changed = unpublished.findLast((row) => row.tree_commit !== null);
      return {
        entries: entries.flat(),
        tree:
          changed?.tree_commit == null || changed.tree_bundle === null
            ? undefined
            : { commit: changed.tree_commit, bundle: changed.tree_bundle },
        spent: {
          modelCalls: roundRows.reduce((sum, row) => sum + row.model_calls, 0),
          tokens: roundRows.reduce((sum, row) => sum + row.tokens, 0),
          // Paid for, and nothing came of it: `recordLost`.
          brokenOff: roundRows.filter((row) => row.model_calls > 0 && row.entries === '[]').length,
        },
      };
    },

    async paid() {
      const row = await db.selectFrom('jobs').select('cost').where('id', '=', job.id).executeTakeFirstOrThrow();
      const month = await costOfMonth(db, { projectId: job.project_id, now: clock.now() });
      return { job: row.cost, month: month.cost };
    },

    async said() {
      const isByPerson = ({ origin }: { origin: string | null }) =>
        origin === null || isFromThread(messageOriginSchema.parse(JSON.parse(origin)));
      return (await seenMessages()).filter(isByPerson).map(({ prompt }) => prompt);
    },

    async authors() {
      const authors = (await seenMessages()).flatMap(({ author }) =>
        author === null ? [] : [messageAuthorSchema.parse(JSON.parse(author))],
      );
      return [...new Map(authors.map((author) => [author.email.toLowerCase(), author])).values()];
    },

    async takeMessages() {
      return fenced(async ({ transaction, now }) => {
        const rows = await transaction
          .selectFrom('job_messages')
          .select(['id', 'prompt'])
          .where('job_id', '=', job.id)
          .where('turn_index', 'is', null)
          .orderBy('id')
          .execute();
        if (rows.length === 0) return [];
        const entries: PersonMessage[] = [];
        for (const { id, prompt } of rows) {
          entries.push({ role: 'user', text: prompt + (await attachmentNote(transaction, id)) });
        }
        const index = await appendTurn(transaction, now, { entries });
        const ids = rows.map((row) => row.id);
        await transaction.updateTable('job_messages').set({ turn_index: index }).where('id', 'in', ids).execute();
        return entries;
      });
    },

    async loseTree({ entries, events: data }) {
      await fenced(async ({ transaction, now, append }) => {
        const steps = await transaction
          .selectFrom('job_steps')
          .select('name')
          .where('job_id', '=', job.id)
          .where('round', '=', job.round)
          .execute();
        // What was pushed is on the branch already.
        if (!steps.some(({ name }) => name === ('push' satisfies ClosingStep)))
          await transaction
            .deleteFrom('job_steps')
            .where('job_id', '=', job.id)
            .where('round', '=', job.round)
            .where('name', 'in', stepsOfTree)
            .execute();
        await appendTurn(transaction, now, { entries });
        await append(...data);
      }, progress);
    },

    async recordEntries({ entries, tree, events: data = [] }) {
      const lines = tree && countLines(tree.diff);
      await fenced(
        async ({ transaction, now, append }) => {
          await appendTurn(transaction, now, { entries, tree: tree?.snapshot });
          if (tree !== undefined) {
            await transaction
              .insertInto('job_diffs')
              .values({ job_id: job.id, diff: tree.diff, updated_at: now })
              .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ diff: tree.diff, updated_at: now }))
              .execute();
          }
          await append(...data);
        },
        { ...progress, ...(lines && { lines_added: lines.added, lines_removed: lines.removed }) },
      );
    },

    recordModelTurn: (turn) => recordPaid(turn, progress),

    // A model that never comes to an end is given up at some time, so this is no progress.
    recordLost: (usage) => recordPaid({ entries: [], usage }, {}),
  };
}
