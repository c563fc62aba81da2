import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of one status, and the oldest ended jobs, are read without a look at every job of the project. */
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
