import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links with which members choose a new password; one for each member at most. */
export const passwordResets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('password_resets')
      .addColumn('member_id', 'text', (column) => column.primaryKey().references('members.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
