import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every use of a quota has a place of its own among those that the quota has, so that no two processes take the same. */
export const placesOfUses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('limited_uses')
      .addColumn('place', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`
      update limited_uses set place = (
        select count(*) from limited_uses as earlier
        where earlier.subject = limited_uses.subject and earlier.id < limited_uses.id)`.execute(db);
    await db.schema
      .createIndex('limited_uses_by_place')
      .on('limited_uses')
      .columns(['subject', 'place'])
      .unique()
      .execute();
  },
};
