import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a job waits for, and how long its round was worked on. */
export const waitingJobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('jobs').addColumn('waiting', 'text').execute();
    await db.schema
      .alterTable('jobs')
      .addColumn('worked', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
