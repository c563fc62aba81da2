import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Failures of background work. */
export const backgroundFailures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('background_failures')
      .addColumn('work', 'text', (column) => column.primaryKey())
      .addColumn('in_a_row', 'integer', (column) => column.notNull())
      .addColumn('in_all', 'integer', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('remedy', 'text')
      .execute();
  },
};
