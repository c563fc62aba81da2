import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What is known of open pull requests, former pull requests of jobs, and who wrote a message. The setting
 * `draftPullRequests` becomes `pullRequests.mode`.
 */
export const followedPullRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of ['pull_request_follow', 'former_pull_requests'])
      await db.schema.alterTable('jobs').addColumn(name, 'text').execute();
    await db.schema.alterTable('job_messages').addColumn('author', 'text').execute();
    const { rows } = await sql<{ id: string; settings: string }>`select id, settings from projects`.execute(db);
    for (const { id, settings } of rows) {
      const renamed = withMode(settings);
      if (renamed !== settings) await sql`update projects set settings = ${renamed} where id = ${id}`.execute(db);
    }
  },
};

function withMode(stored: string): string {
  const { draftPullRequests, ...settings } = JSON.parse(stored) as { draftPullRequests?: boolean };
  if (draftPullRequests === undefined) return stored;
  return JSON.stringify(draftPullRequests ? { ...settings, pullRequests: { mode: 'draft' } } : settings);
}
