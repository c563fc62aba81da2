import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files that came with the messages of people. */
export const attachments: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('job_attachments')
      .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('content', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_attachments_pk', ['job_id', 'name'])
      .execute();
  },
};
