import { recogniseCodeHost, type CodeHosts } from '../codehost/code-hosts.ts';
import { codeHostCredentials } from '../contract/code-host.ts';
import { newProjectSchema, type NewProject, type Project } from '../contract/project.ts';
import type { Logger } from '../kernel/logger.ts';
import { credentialSecrets, refuseHalfCredentials } from './credentials.ts';
import { parseInput } from './parse-input.ts';
import { withPreparedRepository } from './prepared-repository.ts';
import type { ProjectStore } from './project-store.ts';
import { requireSandboxFor, type CommandSandbox } from './require-sandbox.ts';
import { tryContextRepositories } from './try-context-repositories.ts';
import { tryRepository } from './try-repository.ts';

/**
 * Connects a repository: recognises its code host, prepares and optionally tests it, and stores the project with its
 * credentials. On failure nothing stays. `actor` goes into the audit log. Throws `InvalidRequest`, `ProjectNameTaken`,
 * `CodeHostUnclear`, repository errors, `ContextRepositoryUnreadable`, and `SandboxUnavailable` for a command.
 */
export type ConnectProject = (input: NewProject, actor: string) => Promise<Project>;

export function createConnectProject({
  store,
  codeHosts,
  logger,
  sandbox,
}: {
  store: Pick<ProjectStore, 'check' | 'create'>;
  codeHosts: CodeHosts;
  logger: Logger;
  sandbox: CommandSandbox;
}): ConnectProject {
  return async (input, actor) => {
    const projectInput = parseInput(newProjectSchema, input);
    const codeHost = projectInput.codeHost ?? (await recogniseCodeHost(codeHosts, projectInput.repositoryUrl));
    const schema = codeHostCredentials[codeHost];
    const secrets = credentialSecrets(schema, projectInput.credentials);
    refuseHalfCredentials(schema, Object.keys(secrets));
    await store.check({ ...input, codeHost });
    await requireSandboxFor(sandbox, projectInput.settings);
    const host = codeHosts[codeHost];
    const contexts = projectInput.settings.contextRepositories;
    const open = (repositoryUrl: string) => host.open({ projectId: 'none yet', repositoryUrl, secrets });
    if (contexts.length > 0) await tryContextRepositories(await open(projectInput.repositoryUrl), contexts);
    const repository = { address: projectInput.repositoryUrl, name: projectInput.name };
    return withPreparedRepository(host, repository, logger, async (url) => {
      if (projectInput.check) {
        const baseBranch = projectInput.baseBranch ?? undefined;
        await tryRepository(await open(url), { url, baseBranch });
      }
      return store.create({ ...input, codeHost, repositoryUrl: url }, actor, secrets);
    });
  };
}
