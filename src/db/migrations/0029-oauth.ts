import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Clients that registered themselves, and what members granted to clients. */
export const oauth: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('oauth_clients')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('redirect_uris', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('connected_at', 'bigint')
      .execute();
    await db.schema
      .createTable('oauth_grants')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('member_id', 'text', (column) => column.notNull().references('members.id').onDelete('cascade'))
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('client_name', 'text', (column) => column.notNull())
      .addColumn('client_document', 'text')
      .addColumn('redirect_uri', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('code_challenge', 'text', (column) => column.notNull())
      .addColumn('family_hash', 'text')
      .addColumn('refresh_hashes', 'text', (column) => column.notNull())
      .addColumn('former_refresh_hashes', 'text', (column) => column.notNull())
      .addColumn('refreshed_at', 'bigint')
      .addColumn('access_tokens', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    for (const column of ['project_id', 'member_id', 'client_id'])
      await db.schema
        .createIndex(`oauth_grants_by_${column.slice(0, -3)}`)
        .on('oauth_grants')
        .columns([column])
        .execute();
  },
};
