import type { SavedView } from '../../contract/shared-view.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { SavedViewRow } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { SavedViewNotFound } from '../errors.ts';
import { prepareView, type NewView, type OfProject } from './prepare-view.ts';

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
    id: row.id,
    name: row.name,
    search: row.search,
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    url: `${publicUrl}/projects/${row.project_id}/analytics${row.search === '' ? '' : `?${row.search}`}`,
  });
  return {
    async list(projectId) {
      const rows = await db
        .selectFrom('saved_views')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('name')
        .execute();
      return rows.map(toSavedView);
    },
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
    remove: ({ projectId, id, by }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('saved_views')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returning('name')
          .executeTakeFirst();
        if (row === undefined) throw new SavedViewNotFound(id);
        await recordAudit(transaction, clock, {
          projectId,
          actor: by,
          action: 'view.remove',
          target: id,
          details: { name: row.name },
        });
      }),
  };
}
