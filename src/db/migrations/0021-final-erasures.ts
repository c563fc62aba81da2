import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What must not come back, and what retention has hidden and will delete. */
export const finalErasures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Without a reference: they outlive their project.
    await db.schema
      .createTable('erasures')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('mark', 'text', (column) => column.notNull())
      .addColumn('erased_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('erasures_key', ['project_id', 'mark'])
      .execute();
    await db.schema
      .createTable('retired_views')
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('before', 'bigint', (column) => column.notNull())
      .addColumn('marked_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('retired_views_key', ['project_id', 'before'])
      .execute();
  },
};
