import type { SavedView } from '../../contract/shared-view.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { SavedViewRow } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { SavedViewNotFound } from '../errors.ts';
import { factsOf, listViews, prepareView, removeView, type NewView, type OfProject } from './named-views.ts';

/** Addresses of the analytics page that people gave a name, for everybody who sees the project. */
export interface SavedViews {
  /** By name. */
  list(projectId: string): Promise<SavedView[]>;
  /** Throws `ProjectNotFound`, `ViewNameTaken`, `TooManyViews`. */
  create(view: NewView): Promise<SavedView>;
  /** Throws `SavedViewNotFound`. */
  remove(view: OfProject): Promise<void>;
}

export function createSavedViews({
  db,
  clock,
  publicUrl,
}: {
  db: DatabaseConnection;
  clock: Clock;
  publicUrl: string;
}): SavedViews {
  const toSavedView = (row: SavedViewRow): SavedView => ({
    ...factsOf(row),
    url: `${publicUrl}/projects/${row.project_id}/analytics${row.search === '' ? '' : `?${row.search}`}`,
  });
  return {
    list: async (projectId) => (await listViews(db, 'saved_views', projectId)).map(toSavedView),
    create: (view) =>
      db.transaction().execute(async (transaction) => {
        await prepareView(transaction, 'saved_views', view);
        const now = clock.now();
        const row: SavedViewRow = {
          id: newId('view', now),
          project_id: view.projectId,
          name: view.name,
          search: view.search,
          created_by: view.by,
          created_at: now,
        };
        await transaction.insertInto('saved_views').values(row).execute();
        await recordAudit(transaction, clock, {
          projectId: view.projectId,
          actor: view.by,
          action: 'view.save',
          target: row.id,
          details: { name: row.name },
        });
        return toSavedView(row);
      }),
    async remove(view) {
      const isRemoved = await removeView(db, clock, { ...view, table: 'saved_views', action: 'view.remove' });
      if (!isRemoved) throw new SavedViewNotFound(view.id);
    },
  };
}
