import type { CodeHosts } from '../codehost/code-hosts.ts';
import { projectChangesSchema, type Project, type ProjectChanges } from '../contract/project.ts';
import type { Logger } from '../kernel/logger.ts';
import { parseInput } from './parse-input.ts';
import { withPreparedRepository } from './prepared-repository.ts';
import type { ProjectStore } from './project-store.ts';
import { requireProject } from './require-project.ts';

/**
 * Changes what is sent. Another repository is made usable first, as for a new project, or nothing changes. Throws
 * `ProjectNotFound`, `InvalidRequest`, `ProjectNameTaken`, and what is wrong with the repository.
 */
export type ChangeProject = (id: string, changes: ProjectChanges, actor: string) => Promise<Project>;

export function createChangeProject({
  store,
  codeHosts,
  logger,
}: {
  store: Pick<ProjectStore, 'get' | 'update'>;
  codeHosts: CodeHosts;
  logger: Logger;
}): ChangeProject {
  return async (id, changes, actor) => {
    const project = await requireProject(store, id);
    const wanted = parseInput(projectChangesSchema, changes);
    const { name = project.name, codeHost = project.codeHost, repositoryUrl: address = project.repositoryUrl } = wanted;
    if (codeHost === project.codeHost && address === project.repositoryUrl) return store.update(id, changes, actor);
    return withPreparedRepository(codeHosts[codeHost], { address, name }, logger, (repositoryUrl) =>
      store.update(id, { ...changes, repositoryUrl }, actor),
    );
  };
}
