import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Uses of whatever is limited in one table: jobs of an hour, attempts to sign in of a quarter of one. */
export const limitedUses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('limited_uses')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('limited_uses_by_subject')
      .on('limited_uses')
      .columns(['subject', 'expires_at'])
      .execute();
    await db.schema.createIndex('limited_uses_by_end').on('limited_uses').columns(['expires_at']).execute();
    await sql`insert into limited_uses (subject, expires_at) select 'jobs ' || project_id, at + 3600000 from quota_uses`.execute(
      db,
    );
    await sql`insert into limited_uses (subject, expires_at) select subject, at + 900000 from sign_in_attempts`.execute(
      db,
    );
    await db.schema.dropTable('quota_uses').execute();
    await db.schema.dropTable('sign_in_attempts').execute();
  },
};
