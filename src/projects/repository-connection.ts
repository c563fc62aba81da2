import type { CodeHost, RepositoryRef } from '../codehost/code-host.ts';
import type { CodeHosts } from '../codehost/code-hosts.ts';
import { credentialSecretPrefix } from '../contract/code-host.ts';
import type { Project } from '../contract/project.ts';
import type { ProjectStore } from './project-store.ts';
import { requireProject } from './require-project.ts';

/** A project and its repository, with the code host opened as the project may use it. */
export interface RepositoryConnection {
  readonly project: Project;
  readonly codeHost: CodeHost;
  readonly repository: RepositoryRef;
}

/** Reaches no network. Throws `ProjectNotFound`. */
export type ConnectRepository = (projectId: string) => Promise<RepositoryConnection>;

/** Every way to a repository goes through here: jobs, checks of the set-up, pages that show what lies in it. */
export function createConnectRepository({
  projects,
  codeHosts,
}: {
  projects: Pick<ProjectStore, 'get' | 'getSecrets'>;
  codeHosts: CodeHosts;
}): ConnectRepository {
  return async (projectId) => {
    const project = await requireProject(projects, projectId);
    const secrets = await projects.getSecrets(projectId, credentialSecretPrefix);
    const { codeHost, repositoryUrl, baseBranch } = project;
    return {
      project,
      codeHost: await codeHosts[codeHost].open({ projectId, repositoryUrl, secrets }),
      repository: { url: repositoryUrl, baseBranch: baseBranch ?? undefined },
    };
  };
}
