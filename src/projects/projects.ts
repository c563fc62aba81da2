import type { CodeHosts } from '../codehost/code-hosts.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { createApiKeys, type ApiKeys } from './api-keys.ts';
import { createChangeProject, type ChangeProject } from './change-project.ts';
import { createConnectProject, type ConnectProject } from './connect-project.ts';
import { createProjectStore, type ProjectStore } from './project-store.ts';
import { createRemoveProject } from './remove-project.ts';
import { createConnectRepository, type ConnectRepository } from './repository-connection.ts';

/** Projects, as every entrance sees them. */
export interface Projects extends Omit<ProjectStore, 'check' | 'create' | 'update'> {
  readonly keys: ApiKeys;
  readonly create: ConnectProject;
  readonly update: ChangeProject;
  /** The way to the repository of a project. */
  readonly connect: ConnectRepository;
}

export function createProjects({
  db,
  secretBox,
  clock,
  codeHosts,
  logger,
  forgetVisits,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
  codeHosts: CodeHosts;
  logger: Logger;
  /** Removes every view of a project from where views are kept. */
  forgetVisits: (projectId: string) => Promise<void>;
}): Projects {
  const store = createProjectStore({ db, secretBox, clock });
  return {
    ...store,
    keys: createApiKeys({ db, clock }),
    create: createConnectProject({ store, codeHosts, logger }),
    update: createChangeProject({ store, codeHosts, logger }),
    remove: createRemoveProject({ store, forgetVisits }),
    connect: createConnectRepository({ projects: store, codeHosts }),
  };
}
