import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people wrote beside the chart of a project's visitors. */
export const chartNotes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('chart_notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('chart_notes_by_time').on('chart_notes').columns(['project_id', 'at']).execute();
  },
};
