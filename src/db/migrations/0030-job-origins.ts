import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who began a job, how many lines it changed, and indexes by author, pull request and latest change. */
export const jobOrigins: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['created_by', 'created_by_name'])
      await db.schema.alterTable('jobs').addColumn(column, 'text').execute();
    for (const column of ['lines_added', 'lines_removed'])
      await db.schema.alterTable('jobs').addColumn(column, 'integer').execute();
    const indexes = {
      jobs_by_project_change: ['project_id', 'updated_at'],
      jobs_by_project_author: ['project_id', 'created_by', 'id'],
      jobs_by_pull_request_state: ['project_id', 'pull_request_state', 'id'],
      jobs_by_pull_request: ['project_id', 'pull_request_number'],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema.createIndex(name).on('jobs').columns(columns).execute();
  },
};
