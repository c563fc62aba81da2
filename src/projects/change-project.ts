import type { CodeHosts } from '../codehost/code-hosts.ts';
import {
  codeHostCredentials,
  credentialSecretName,
  credentialSecretPrefix,
  type CodeHostKind,
} from '../contract/code-host.ts';
import { projectChangesSchema, projectSettingsSchema, type Project, type ProjectChanges } from '../contract/project.ts';
import type { Logger } from '../kernel/logger.ts';
import { credentialSecrets } from './credentials.ts';
import { parseInput } from './parse-input.ts';
import { withPreparedRepository } from './prepared-repository.ts';
import type { ProjectStore, UpdateOptions } from './project-store.ts';
import { requireProject } from './require-project.ts';
import { requireSandboxFor, type CommandSandbox } from './require-sandbox.ts';
import { tryContextRepositories } from './try-context-repositories.ts';

/**
 * Changes what is sent, credentials included, all of it or nothing. Another repository is made usable first, as for a new
 * project, and new context repositories are tried. Throws `ProjectNotFound`, `InvalidRequest`, `ProjectNameTaken`, what
 * is wrong with the repository, `ContextRepositoryUnreadable`, `SandboxUnavailable` for a new command that could
 * not be run, and `ProjectChanged` where the project is not the expected one any more.
 */
export type ChangeProject = (
  id: string,
  changes: ProjectChanges,
  actor: string,
  options?: Pick<UpdateOptions, 'expected'>,
) => Promise<Project>;

export function createChangeProject({
  store,
  codeHosts,
  logger,
  sandbox,
}: {
  store: Pick<ProjectStore, 'get' | 'getSecrets' | 'update'>;
  codeHosts: CodeHosts;
  logger: Logger;
  sandbox: CommandSandbox;
}): ChangeProject {
  return async (id, changes, actor, { expected } = {}) => {
    const project = await requireProject(store, id);
    const changesInput = parseInput(projectChangesSchema, changes);
    await requireSandboxFor(sandbox, changesInput.settings ?? {}, project.settings);
    const {
      name = project.name,
      codeHost = project.codeHost,
      repositoryUrl: address = project.repositoryUrl,
    } = changesInput;
    const secrets = {
      ...(isSameServer(codeHosts, project, { codeHost, address }) ? {} : withoutAny(codeHostCredentials[codeHost])),
      ...credentialSecrets(codeHostCredentials[codeHost], changesInput.credentials ?? {}),
    };
    const contexts = projectSettingsSchema.shape.contextRepositories.safeParse(
      changesInput.settings?.['contextRepositories'] ?? undefined,
    ).data;
    if (contexts !== undefined && contexts.length > 0) {
      const storedSecrets = codeHost === project.codeHost ? await store.getSecrets(id, credentialSecretPrefix) : {};
      const connection = { projectId: id, repositoryUrl: address, secrets: withChanges(storedSecrets, secrets) };
      const host = await codeHosts[codeHost].open(connection);
      await tryContextRepositories(host, contexts, project.settings.contextRepositories);
    }
    if (codeHost === project.codeHost && address === project.repositoryUrl) {
      return store.update(id, changes, actor, { secrets, expected });
    }
    return withPreparedRepository(codeHosts[codeHost], { address, name }, logger, (repositoryUrl) =>
      store.update(id, { ...changes, repositoryUrl }, actor, { secrets, expected }),
    );
  };
}

/** Whether both addresses are on one server. An unreadable address counts as another server. */
function isSameServer(
  codeHosts: CodeHosts,
  project: Project,
  next: { codeHost: CodeHostKind; address: string },
): boolean {
  if (next.codeHost === project.codeHost && next.address === project.repositoryUrl) return true;
  const host = codeHosts[project.codeHost];
  try {
    return next.codeHost === project.codeHost && host.serverOf(project.repositoryUrl) === host.serverOf(next.address);
  } catch {
    return false;
  }
}

/** A stored token belongs to one server: a changed address must not send it to another. */
function withoutAny({ shape }: { readonly shape: object }): Record<string, undefined> {
  return Object.fromEntries(Object.keys(shape).map((field) => [credentialSecretName(field), undefined]));
}

function withChanges(
  storedSecrets: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const all = Object.entries({ ...storedSecrets, ...changed });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
