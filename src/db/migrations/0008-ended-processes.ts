import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often a job ended the process that worked on it, and the one that checked its documentation. */
export const endedProcesses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of ['worker_ends', 'checker_ends']) {
      await db.schema
        .alterTable('jobs')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
