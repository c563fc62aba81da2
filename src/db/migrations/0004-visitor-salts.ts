import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The secret that visitor ids of a project and period are keyed with, sealed by the master key. */
export const visitorSalts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('visitor_salts')
      .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('visitor_salts_pk', ['project_id', 'period'])
      .execute();
  },
};
