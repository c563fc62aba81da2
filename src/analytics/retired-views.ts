import type { DatabaseConnection } from '../db/open-database.ts';
import { duration } from '../kernel/clock.ts';

/** For how long views past their retention are only hidden, and can be brought back. */
const hiddenFor = 7 * duration.day;

/** What retention has hidden: views of days before a moment. Nothing counts them, and a week later they are deleted. */
export interface RetiredViews {
  /** From `markedAt` on hides views before the moment. What was hidden already stays marked as it was. */
  hide(projectId: string, marked: { before: number; markedAt: number }): Promise<void>;
  /** Shows again what is hidden and not before the moment. */
  show(projectId: string, range: { after: number }): Promise<void>;
  /** Views before this moment are hidden; undefined where none are. */
  readonly hiddenBefore: (projectId: string) => Promise<number | undefined>;
  /** Views before this moment have been hidden for a week, as of `now`; undefined where none have. */
  dueBefore(projectId: string, now: number): Promise<number | undefined>;
  /** Views before the moment are deleted now. */
  settle(projectId: string, before: number): Promise<void>;
  /** Shows again all that is hidden; returns whether anything was. */
  restore(projectId: string): Promise<boolean>;
}

export function createRetiredViews({ db }: { db: DatabaseConnection }): RetiredViews {
  const latest = (projectId: string) =>
    db
      .selectFrom('retired_views')
      .select('before')
      .where('project_id', '=', projectId)
      .orderBy('before', 'desc')
      .limit(1);
  const show: RetiredViews['show'] = async (projectId, { after }) => {
    await db.deleteFrom('retired_views').where('project_id', '=', projectId).where('before', '>', after).execute();
  };
  return {
    show,
    async hide(projectId, { before, markedAt }) {
      const hidden = await latest(projectId).executeTakeFirst();
      if (hidden !== undefined && hidden.before >= before) return;
      await db
        .insertInto('retired_views')
        .values({ project_id: projectId, before, marked_at: markedAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    hiddenBefore: async (projectId) => (await latest(projectId).executeTakeFirst())?.before,
    dueBefore: async (projectId, now) =>
      (
        await latest(projectId)
          .where('marked_at', '<=', now - hiddenFor)
          .executeTakeFirst()
      )?.before,
    async settle(projectId, before) {
      await db.deleteFrom('retired_views').where('project_id', '=', projectId).where('before', '<=', before).execute();
    },
    async restore(projectId) {
      const { numDeletedRows } = await db
        .deleteFrom('retired_views')
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
