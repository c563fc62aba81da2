import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Secrets of the whole server, such as keys for models, encrypted like those of projects. */
export const serverSecrets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('server_secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
