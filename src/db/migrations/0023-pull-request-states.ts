import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Null for pull requests of earlier versions, until the code host reports them. */
export const pullRequestStates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('jobs').addColumn('pull_request_state', 'text').execute();
  },
};
