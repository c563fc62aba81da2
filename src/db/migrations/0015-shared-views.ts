import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Views of the numbers that people gave a name, and links by which others may see the numbers of a project. */
export const sharedViews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const namedViews = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('search', 'text', (column) => column.notNull())
        .addColumn('created_by', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint(`${table}_name`, ['project_id', 'name']);
    await namedViews('saved_views').execute();
    await namedViews('share_links')
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .execute();
  },
};
