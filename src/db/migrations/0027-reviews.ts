import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For jobs that review a pull request of a person: which one, and what came of it. */
export const reviews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('jobs').addColumn('review', 'text').execute();
  },
};
