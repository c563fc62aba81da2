import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What jobs have asked of the web, over all their rounds. */
export const webUse: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of ['web_pages', 'web_bytes']) {
      await db.schema
        .alterTable('jobs')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
