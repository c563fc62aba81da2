import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For messages from pull-request comments: their thread, and when a reply is due. */
export const messageOrigins: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('job_messages').addColumn('origin', 'text').execute();
    await db.schema.alterTable('job_messages').addColumn('answer_due', 'bigint').execute();
    await db.schema.createIndex('job_messages_by_answer').on('job_messages').column('answer_due').execute();
  },
};
