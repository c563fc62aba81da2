import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Members may come in by an identity provider: then they have an identity there, and need no password. */
export const memberIdentities: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite cannot make a column nullable, and rebuilding the table would end every session by its foreign key.
    await db.schema.alterTable('members').addColumn('optional_password_hash', 'text').execute();
    await sql`update members set optional_password_hash = password_hash`.execute(db);
    await db.schema.alterTable('members').dropColumn('password_hash').execute();
    await db.schema.alterTable('members').renameColumn('optional_password_hash', 'password_hash').execute();
    await db.schema.alterTable('members').addColumn('identity_issuer', 'text').execute();
    await db.schema.alterTable('members').addColumn('identity_subject', 'text').execute();
    await db.schema
      .createIndex('members_by_identity')
      .on('members')
      .columns(['identity_issuer', 'identity_subject'])
      .unique()
      .execute();
  },
};
