import { z } from 'zod';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { duration, type Clock } from '../../kernel/clock.ts';

/** Where a message was written, if not here: the thread of a pull request that waits for an answer. */
export const messageOriginSchema = z.object({
  number: z.number().int().positive(),
  thread: z.object({ kind: z.enum(['conversation', 'line']), id: z.string() }),
});
export type MessageOrigin = z.infer<typeof messageOriginSchema>;

/** A message whose job has ended a round since, with what came of it. */
export interface DueAnswer {
  readonly messageId: string;
  readonly projectId: string;
  readonly jobId: string;
  readonly origin: MessageOrigin;
  /** Of the message, in milliseconds. */
  readonly createdAt: number;
}

/** The answers that threads of pull requests wait for. */
export interface MessageOrigins {
  /**
   * Claims the next answer that can be given, for two minutes, within which nobody else gets it; of one job, or of all.
   * Undefined where there is none.
   */
  claimAnswer(jobId?: string): Promise<DueAnswer | undefined>;
  /** The answer was given, or nobody waits for it any more. */
  settleAnswer(messageId: string): Promise<void>;
}

const claimMilliseconds = 2 * duration.minute;

export function createMessageOrigins({ db, clock }: { db: DatabaseConnection; clock: Clock }): MessageOrigins {
  return {
    async claimAnswer(jobId) {
      const now = clock.now();
      let due = db
        .selectFrom('job_messages')
        .innerJoin('jobs', 'jobs.id', 'job_messages.job_id')
        .select(['job_messages.id as messageId', 'job_id as jobId', 'project_id as projectId', 'origin', 'answer_due'])
        .select('job_messages.created_at as createdAt')
        .where('answer_due', '<=', now)
        .where('status', '!=', 'active')
        .where('turn_index', 'is not', null);
      if (jobId !== undefined) due = due.where('job_id', '=', jobId);
      for (const { messageId, origin, answer_due: before, ...job } of await due.orderBy('job_messages.id').execute()) {
        const { numUpdatedRows } = await db
          .updateTable('job_messages')
          .set({ answer_due: now + claimMilliseconds })
          .where('id', '=', messageId)
          .where('answer_due', '=', before)
          .executeTakeFirst();
        if (numUpdatedRows === 1n)
          return { messageId, ...job, origin: messageOriginSchema.parse(JSON.parse(origin ?? '')) };
      }
      return undefined;
    },

    async settleAnswer(messageId) {
      await db.updateTable('job_messages').set({ answer_due: null }).where('id', '=', messageId).execute();
    },
  };
}
