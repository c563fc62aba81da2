import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrations } from '../migrate.ts';
import type { Database } from '../schema.ts';

it('gives the setting of drafts its present name, and leaves all others as they are', async () => {
  const database = new SqliteDatabase(':memory:');
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database }) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  await migrator.migrateTo('0025-background-failures');
  const stored = ['{"draftPullRequests":true,"jobsPerHour":5}', '{"draftPullRequests":false}', '{"jobsPerHour":7}'];
  const project = { code_host: 'local', repository_url: 'local:docs', docs_folder: '', base_branch: null, model: null };
  for (const [index, settings] of stored.entries())
    await db
      .insertInto('projects')
      .values({ ...project, id: String(index), name: String(index), settings, created_at: 0, updated_at: 0 })
      .execute();
  await migrator.migrateTo('0026-followed-pull-requests');
  const rows = await db.selectFrom('projects').select('settings').orderBy('id').execute();
  expect(rows.map(({ settings }) => JSON.parse(settings) as unknown)).toEqual([
    { jobsPerHour: 5, pullRequests: { mode: 'draft' } },
    {},
    { jobsPerHour: 7 },
  ]);
  await db.destroy();
});
