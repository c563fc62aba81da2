import type { CodeHosts } from '../codehost/code-hosts.ts';
import { codeHostCredentials } from '../contract/code-host.ts';
import { projectChangesSchema, type Project, type ProjectChanges } from '../contract/project.ts';
import type { Logger } from '../kernel/logger.ts';
import { credentialSecrets } from './credentials.ts';
import { parseInput } from './parse-input.ts';
import { withPreparedRepository } from './prepared-repository.ts';
import type { ProjectStore } from './project-store.ts';
import { requireProject } from './require-project.ts';

/**
 * Changes what is sent, credentials included, all of it or nothing. Another repository is made usable first, as for a new
 * project. Throws `ProjectNotFound`, `InvalidRequest`, `ProjectNameTaken`, what is wrong with the repository, and
 * `SandboxUnavailable` for a new build command that could not be run.
 */
export type ChangeProject = (id: string, changes: ProjectChanges, actor: string) => Promise<Project>;

export function createChangeProject({
  store,
  codeHosts,
  logger,
  sandbox,
}: {
  store: Pick<ProjectStore, 'get' | 'update'>;
  codeHosts: CodeHosts;
  logger: Logger;
  /** Throws what stands in the way of running build commands on this server. */
  sandbox: { requireAvailable(): Promise<void> };
}): ChangeProject {
  return async (id, changes, actor) => {
    const project = await requireProject(store, id);
    const wanted = parseInput(projectChangesSchema, changes);
    const command = wanted.settings?.['buildCommand'];
    if (typeof command === 'string' && command.trim() !== project.settings.buildCommand)
      await sandbox.requireAvailable();
    const { name = project.name, codeHost = project.codeHost, repositoryUrl: address = project.repositoryUrl } = wanted;
    const secrets = credentialSecrets(codeHostCredentials[codeHost], wanted.credentials ?? {});
    if (codeHost === project.codeHost && address === project.repositoryUrl) {
      return store.update(id, changes, actor, secrets);
    }
    return withPreparedRepository(codeHosts[codeHost], { address, name }, logger, (repositoryUrl) =>
      store.update(id, { ...changes, repositoryUrl }, actor, secrets),
    );
  };
}
