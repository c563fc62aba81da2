import type { ProjectStore } from './project-store.ts';

/**
 * Removes a project with its keys, secrets, jobs and visits; the repository stays. Visits lie in a store of their own: they
 * go first, so that a project whose removal was interrupted is still there to be removed, and once more afterwards, for
 * views that were being written meanwhile. Throws `ProjectNotFound`.
 */
export function createRemoveProject({
  store,
  forgetVisits,
}: {
  store: Pick<ProjectStore, 'get' | 'remove'>;
  forgetVisits: (projectId: string) => Promise<void>;
}): ProjectStore['remove'] {
  return async (id, actor) => {
    if ((await store.get(id)) !== undefined) await forgetVisits(id);
    await store.remove(id, actor);
    await forgetVisits(id);
  };
}
