import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Agent jobs and everything that belongs to one. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('phase', 'text', (column) => column.notNull())
      .addColumn('prompt', 'text', (column) => column.notNull())
      .addColumn('title', 'text')
      .addColumn('summary', 'text')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('repository', 'text', (column) => column.notNull())
      .addColumn('base_branch', 'text')
      .addColumn('head_branch', 'text', (column) => column.notNull())
      .addColumn('head_sha', 'text')
      .addColumn('draft', 'integer', (column) => column.notNull())
      .addColumn('pull_request_number', 'integer')
      .addColumn('pull_request_url', 'text')
      .addColumn('failure', 'text')
      .addColumn('input_tokens', 'integer', (column) => column.notNull())
      .addColumn('output_tokens', 'integer', (column) => column.notNull())
      .addColumn('model_calls', 'integer', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('lease_epoch', 'integer', (column) => column.notNull())
      .addColumn('available_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('archived_at', 'bigint')
      .execute();
    // Claiming looks only at active jobs, listing only at one project: one index for each.
    await db.schema.createIndex('jobs_by_status').on('jobs').columns(['status', 'lease_until']).execute();
    await db.schema.createIndex('jobs_by_project').on('jobs').columns(['project_id', 'id']).execute();
    await db.schema.createIndex('jobs_by_start').on('jobs').columns(['project_id', 'started_at']).execute();
    await db.schema
      .createTable('job_steps')
      .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('output', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_steps_pk', ['job_id', 'round', 'name'])
      .execute();
    await db.schema
      .createTable('job_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('prompt', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('turn_index', 'integer')
      .execute();
    await db.schema.createIndex('job_messages_by_job').on('job_messages').columns(['job_id', 'id']).execute();
    await db.schema
      .createTable('job_turns')
      .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('turn_index', 'integer', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('entries', 'text', (column) => column.notNull())
      .addColumn('model_calls', 'integer', (column) => column.notNull())
      .addColumn('tokens', 'integer', (column) => column.notNull())
      .addColumn('tree_commit', 'text')
      .addColumn('tree_bundle', 'blob')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_turns_pk', ['job_id', 'turn_index'])
      .execute();
    await db.schema
      .createTable('job_diffs')
      .addColumn('job_id', 'text', (column) => column.primaryKey().references('jobs.id').onDelete('cascade'))
      .addColumn('diff', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('job_events')
      .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_events_pk', ['job_id', 'sequence'])
      .execute();
    await db.schema
      .createTable('quota_uses')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('quota_uses_by_project').on('quota_uses').columns(['project_id', 'at']).execute();
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('request_hash', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['project_id', 'key'])
      .execute();
  },
};
