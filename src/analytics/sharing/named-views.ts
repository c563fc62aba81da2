import type { Transaction } from 'kysely';
import type { SavedView } from '../../contract/shared-view.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, SavedViewRow } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ProjectNotFound } from '../../projects/errors.ts';
import { TooManyViews, ViewNameTaken } from '../errors.ts';

export interface NewView {
  readonly projectId: string;
  readonly name: string;
  /** What stands behind `?` in the address of the analytics page. */
  readonly search: string;
  /** Who acts, as the audit log says it. */
  readonly by: string;
}

export interface OfProject {
  readonly projectId: string;
  readonly id: string;
  readonly by: string;
}

type Table = 'saved_views' | 'share_links';

/** Of each kind, for one project. */
const most = 200;

/**
 * Whether the project may have one more of that name. Holds the row of the project until the transaction ends, so that of two who
 * ask at once the second is told of the first. Throws `ProjectNotFound`, `ViewNameTaken`, `TooManyViews`.
 */
export async function prepareView(
  transaction: Transaction<Database>,
  table: Table,
  { projectId, name }: NewView,
): Promise<void> {
  const project = await transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (project === undefined) throw new ProjectNotFound(projectId);
  const existing = await transaction.selectFrom(table).select('name').where('project_id', '=', projectId).execute();
  if (existing.some((view) => view.name === name)) throw new ViewNameTaken(name);
  if (existing.length >= most) throw new TooManyViews(most);
}

/** By name. */
export function listViews(db: DatabaseConnection, table: Table, projectId: string): Promise<SavedViewRow[]> {
  const columns = ['id', 'project_id', 'name', 'search', 'created_by', 'created_at'] as const;
  return db.selectFrom(table).select(columns).where('project_id', '=', projectId).orderBy('name').execute();
}

/** False where the project has none of that id. */
export function removeView(
  db: DatabaseConnection,
  clock: Clock,
  { table, action, projectId, id, by }: OfProject & { table: Table; action: 'view.remove' | 'share.revoke' },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom(table)
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .returning('name')
      .executeTakeFirst();
    if (row === undefined) return false;
    await recordAudit(transaction, clock, { projectId, actor: by, action, target: id, details: { name: row.name } });
    return true;
  });
}

/** What is told of each. */
export function factsOf(row: SavedViewRow): Omit<SavedView, 'url'> {
  return {
    id: row.id,
    name: row.name,
    search: row.search,
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
