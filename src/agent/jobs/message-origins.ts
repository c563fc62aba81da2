import { z } from 'zod';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { duration, type Clock } from '../../kernel/clock.ts';

const number = z.number().int().positive();
const threadOriginSchema = z.object({
  number,
  thread: z.object({ kind: z.enum(['conversation', 'line']), id: z.string() }),
});
/** The pull-request thread in which a message was written, and which waits for a reply; or failed checks, which wait for none. */
export const messageOriginSchema = z.union([threadOriginSchema, z.object({ number, isFromChecks: z.literal(true) })]);
export type MessageOrigin = z.infer<typeof messageOriginSchema>;

export function isFromThread(origin: MessageOrigin | undefined): boolean {
  return origin !== undefined && 'thread' in origin;
}

/** A message whose job has since ended a round, so that its thread is due a reply. */
export interface DueAnswer {
  readonly messageId: string;
  readonly projectId: string;
  readonly jobId: string;
  readonly origin: z.infer<typeof threadOriginSchema>;
  /** When the message was written, in milliseconds. */
  readonly createdAt: number;
}

/** Replies that pull-request threads wait for. */
export interface MessageOrigins {
  /** Claims the next due reply, of one job or of all, for two minutes; undefined if none is due. */
  claimAnswer(jobId?: string): Promise<DueAnswer | undefined>;
  /** Marks a reply as sent or given up. */
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
          return { messageId, ...job, origin: threadOriginSchema.parse(JSON.parse(origin ?? '')) };
      }
      return undefined;
    },

    async settleAnswer(messageId) {
      await db.updateTable('job_messages').set({ answer_due: null }).where('id', '=', messageId).execute();
    },
  };
}
