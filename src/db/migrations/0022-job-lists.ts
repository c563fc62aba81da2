import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for lists of one status, and for the oldest ended jobs. */
export const jobLists: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createIndex('jobs_by_project_status').on('jobs').columns(['project_id', 'status', 'id']).execute();
    await db.schema
      .createIndex('jobs_by_project_age')
      .on('jobs')
      .columns(['project_id', 'status', 'updated_at'])
      .execute();
  },
};
