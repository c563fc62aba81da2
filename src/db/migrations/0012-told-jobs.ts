import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a job waits for an answer of a person, and what jobs cost, in millionths of a dollar. */
export const toldJobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of ['needs_answer', 'cached_input_tokens', 'cost', 'unpriced_calls']) {
      await db.schema
        .alterTable('jobs')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    // What was paid for before is not known.
    await sql`update jobs set unpriced_calls = model_calls`.execute(db);
    await db.schema
      .createTable('project_costs')
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('cost', 'bigint', (column) => column.notNull())
      .addColumn('unpriced_calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('project_costs_key', ['project_id', 'month'])
      .execute();
  },
};
