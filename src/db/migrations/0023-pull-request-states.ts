import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Null for what earlier versions stored: nobody has asked the code host since. */
export const pullRequestStates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('jobs').addColumn('pull_request_state', 'text').execute();
  },
};
