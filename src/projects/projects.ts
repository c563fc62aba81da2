import type { RepositoryFacts } from '../codehost/code-host.ts';
import type { CodeHosts } from '../codehost/code-hosts.ts';
import type { CodeHostEntry } from '../codehost/define-code-host.ts';
import type { Project } from '../contract/project.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { createApiKeys, type ApiKeys } from './api-keys.ts';
import { createChangeProject, type ChangeProject } from './change-project.ts';
import { createGithubAppConnection, type GithubAppConnection } from './connect-github-app.ts';
import { createConnectProject, type ConnectProject } from './connect-project.ts';
import { createGithubAppStore } from './github-app-store.ts';
import { createModelKeys, type StoredModelKeys } from './model-keys.ts';
import { addProjectRoutes } from './project-routes.ts';
import { createProjectStore, type ProjectStore } from './project-store.ts';
import { createRemoveProject } from './remove-project.ts';
import type { CommandSandbox } from './require-sandbox.ts';
import { createConnectRepository, type ConnectRepository } from './repository-connection.ts';
import { requireProject, requireProjectNamed } from './require-project.ts';
import { createReviewPullRequests, type JobsOfPullRequests, type ReviewPullRequests } from './review-pull-requests.ts';
import { createServerMail, type ServerMail } from './server-mail.ts';
import { createStoreSecret } from './store-secret.ts';
import { tryRepository } from './try-repository.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export { githubAppPaths } from './connect-github-app.ts';
export { createGithubAppStore } from './github-app-store.ts';
export type { ConnectRepository } from './repository-connection.ts';
export type { ReviewPullRequests } from './review-pull-requests.ts';

/** Projects, as every entrance sees them. */
export interface Projects extends Omit<ProjectStore, 'check' | 'create' | 'update'>, StoredModelKeys {
  readonly keys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly githubApp: GithubAppConnection;
  readonly serverMail: ServerMail;
  readonly create: ConnectProject;
  readonly update: ChangeProject;
  /** The project of this id. Throws `ProjectNotFound`. */
  require(id: string): Promise<Project>;
  /** The project that a person means by its id or its name. Throws `ProjectNotFound`. */
  requireNamed(idOrName: string): Promise<Project>;
  /** How people are told where its repository lies: in a word, and in full, to push to and pull from. */
  describeAddress(project: Project): ReturnType<CodeHostEntry['describeAddress']>;
  /** Those whose repository the server keeps itself, and has lost. */
  readonly withoutRepository: () => Promise<Project[]>;
  /** The way to the repository of a project. */
  readonly connect: ConnectRepository;
  /** Tries for real whether jobs could push there and open pull requests. Throws what is missing. */
  tryRepository(projectId: string): Promise<RepositoryFacts>;
  reviewPullRequests(jobs: JobsOfPullRequests): ReviewPullRequests;
  addRoutes(app: HttpApp, options: { authenticator: Authenticator }): void;
}

export function createProjects({
  db,
  secretBox,
  clock,
  codeHosts,
  publicUrl,
  logger,
  forgetVisits,
  sandbox,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
  codeHosts: CodeHosts;
  publicUrl: string;
  logger: Logger;
  /** Removes every view of a project from where views are kept. */
  forgetVisits: (projectId: string) => Promise<void>;
  sandbox: CommandSandbox;
}): Projects {
  const store = createProjectStore({ db, secretBox, clock });
  const connect = createConnectRepository({ projects: store, codeHosts });
  return {
    ...store,
    ...createModelKeys({ db, secretBox, clock, store }),
    keys: createApiKeys({ db, clock }),
    serverMail: createServerMail({ db, secretBox, clock }),
    webhooks: createWebhooks({ store, codeHosts, publicUrl }),
    githubApp: createGithubAppConnection({
      store: createGithubAppStore({ db, secretBox, clock }),
      projects: store,
      codeHosts,
      publicUrl,
    }),
    create: createConnectProject({ store, codeHosts, logger, sandbox }),
    update: createChangeProject({ store, codeHosts, logger, sandbox }),
    remove: createRemoveProject({ store, forgetVisits }),
    setSecret: createStoreSecret({ store }),
    require: (id) => requireProject(store, id),
    requireNamed: (idOrName) => requireProjectNamed(store, idOrName),
    describeAddress: ({ codeHost, repositoryUrl }) => codeHosts[codeHost].describeAddress(repositoryUrl),
    async withoutRepository() {
      const all = await store.list();
      return all.filter(({ codeHost, repositoryUrl }) => !codeHosts[codeHost].isKept(repositoryUrl));
    },
    connect,
    async tryRepository(projectId) {
      const { codeHost, repository } = await connect(projectId);
      return tryRepository(codeHost, repository);
    },
    reviewPullRequests: (jobs) => createReviewPullRequests({ db, clock, connect, jobs }),
    addRoutes(app, { authenticator }) {
      addProjectRoutes(app, { authenticator, projects: store });
    },
  };
}
