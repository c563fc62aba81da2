import type { DatabaseConnection } from '../db/open-database.ts';
import type { DeletionTime } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { VisitStore } from './visits/visit-store.ts';

/**
 * Removes views that came in the moment in which their project was removed. The audit log is the witness: views of a project
 * that this database never removed may belong to another one, so they stay.
 */
export function createSweepRemovedProjects({
  db,
  store,
  deletionTime,
  logger,
}: {
  db: DatabaseConnection;
  store: Pick<VisitStore, 'projects' | 'deleteProject'>;
  deletionTime: DeletionTime;
  logger: Logger;
}): () => Promise<void> {
  const reported = new Set<string>();
  const isThere = async (id: string): Promise<boolean> =>
    (await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  const wasRemoved = async (id: string): Promise<boolean> => {
    const removals = db.selectFrom('audit_log').select('id').where('action', '=', 'project.remove');
    return (await removals.where('target', '=', id).executeTakeFirst()) !== undefined;
  };
  return async () => {
    if (deletionTime() === undefined) return;
    for (const id of await store.projects()) {
      if (reported.has(id) || (await isThere(id))) continue;
      if (await wasRemoved(id)) {
        await store.deleteProject(id);
        logger.info({ projectId: id }, 'removed views that came after their project was removed');
      } else {
        reported.add(id);
        logger.warn({ projectId: id }, 'views belong to a project that this database does not know; they stay');
      }
    }
  };
}
