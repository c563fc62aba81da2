import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
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

/** Of each kind, for one project. */
const most = 200;

/**
 * Whether the project may have one more of that name. Holds the row of the project until the transaction ends, so that of two who
 * ask at once the second is told of the first. Throws `ProjectNotFound`, `ViewNameTaken`, `TooManyViews`.
 */
export async function prepareView(
  transaction: Transaction<Database>,
  table: 'saved_views' | 'share_links',
  { projectId, name }: NewView,
): Promise<void> {
  const project = await transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (project === undefined) throw new ProjectNotFound(projectId);
  const others = await transaction.selectFrom(table).select('name').where('project_id', '=', projectId).execute();
  if (others.some((other) => other.name === name)) throw new ViewNameTaken(name);
  if (others.length >= most) throw new TooManyViews(most);
}
