import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who gets the weekly mail of a project, and which week was sent to whom. */
export const weeklyMails: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('weekly_mail_recipients')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('weekly_mail_recipients_address', ['project_id', 'address'])
      .execute();
    await db.schema
      .createTable('weekly_mails')
      .addColumn('recipient_id', 'text', (column) =>
        column.notNull().references('weekly_mail_recipients.id').onDelete('cascade'),
      )
      .addColumn('week', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('claimed_until', 'bigint', (column) => column.notNull())
      .addColumn('handed_over_at', 'bigint')
      .addColumn('sent_at', 'bigint')
      .addColumn('fault', 'text')
      .addColumn('unsubscribe_hash', 'text', (column) => column.notNull().unique())
      .addPrimaryKeyConstraint('weekly_mails_key', ['recipient_id', 'week'])
      .execute();
  },
};
