import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for lists of reviews, which are few among many jobs; the first serves those of a rare status. */
export const reviewLists: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const lists = {
      reviews_by_project_status: ['project_id', 'status', 'id'],
      reviews_by_project: ['project_id', 'id'],
    };
    for (const [name, columns] of Object.entries(lists))
      await db.schema.createIndex(name).on('jobs').columns(columns).where('review', 'is not', null).execute();
  },
};
