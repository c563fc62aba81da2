import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What lies beside this database and belongs to it, each with the mark by which it is known again. */
export const belongings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('belongings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('mark', 'text', (column) => column.notNull())
      .execute();
  },
};
