import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { createAccounts, type Accounts } from './accounts/accounts.ts';
import { createIdentityProvider } from './accounts/oidc/identity-provider.ts';
import { createSessionAuthenticator } from './accounts/session-authenticator.ts';
import { createSessionCookie } from './accounts/session-cookie.ts';
import { createAgent, type Agent, type AgentOptions } from './agent/agent.ts';
import { createAnalytics, type Analytics } from './analytics/analytics.ts';
import { createEmbeddedVisitStore } from './analytics/visits/embedded/embedded-visit-store.ts';
import { createCodeHosts, describeCodeHosts } from './codehost/code-hosts.ts';
import { createLocalPullRequests } from './codehost/local/local-pull-requests.ts';
import { createLocalRepositories } from './codehost/local/local-repositories.ts';
import type { Config } from './config/config.ts';
import { addDashboardApi } from './dashboard-api/dashboard-api.ts';
import { keyOrSession } from './dashboard-api/key-or-session.ts';
import { createTryProject } from './dashboard-api/try-project.ts';
import { dashboardFolder } from './dashboard-files/build-dashboard.ts';
import { databaseFile, prepareDataDirectory } from './data-directory/data-directory.ts';
import { openSqliteDatabase } from './db/open-database.ts';
import { addGuideRoutes } from './guide/guide-routes.ts';
import { parseNetwork } from './http/client-address.ts';
import { createHttpApp, type HttpApp } from './http/create-http-app.ts';
import { addDashboardFiles } from './dashboard-files/dashboard-files.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { createHttpMetrics } from './http/http-metrics.ts';
import { addReferenceRoutes } from './http/reference/add-reference-routes.ts';
import { loadErrorCatalogue } from './http/reference/error-catalogue.ts';
import { duration, systemClock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import { createSecretBox } from './kernel/secret-box.ts';
import { createModels } from './model/create-models.ts';
import { loadMasterKey } from './projects/master-key.ts';
import { addProjectListRoute } from './projects/project-list-route.ts';
import { createProjects, type Projects } from './projects/projects.ts';
import { createReviewPullRequests } from './projects/review-pull-requests.ts';

const { version } = packageFile;

/** The whole program, wired: one face of each feature; what the command line and the server process hold on to. */
export interface Application {
  readonly projects: Projects;
  readonly accounts: Accounts;
  readonly agent: Agent;
  readonly analytics: Analytics;
  readonly http: HttpApp;
  /** Aborted by whoever stops the server, before it drains. */
  readonly draining: AbortController;
  /** Begins to work on agent jobs; without it this process only serves. */
  startWorkers(): Promise<void>;
  /** Claims no more jobs; lets running ones reach a stored turn within the grace period, then hands them back. */
  stopWorkers(options?: { graceMilliseconds?: number }): Promise<void>;
  /** Stops the workers and closes the database. Requests must have been answered by then. */
  close(): Promise<void>;
}

/** What the tests of crashes replace: shorter times, and a database that counts what is written to it. */
export interface ApplicationParts extends Pick<AgentOptions, 'leaseMilliseconds' | 'workerTimes'> {
  readonly openDatabase?: typeof openSqliteDatabase;
  /** Where the built dashboard lies, and when it lies there. */
  readonly dashboard?: { readonly folder: string; readonly ready: Promise<unknown> };
}

/** Opens the data directory and wires everything. The only place that names concrete adapters. */
export async function openApplication({
  config,
  publicUrl,
  logger,
  openDatabase = openSqliteDatabase,
  dashboard = { folder: dashboardFolder, ready: Promise.resolve() },
  ...times
}: {
  config: Config;
  /** How people reach this server, without a slash at the end. */
  publicUrl: string;
  logger: Logger;
} & ApplicationParts): Promise<Application> {
  const clock = systemClock;
  const { dataDir: dataDirectory } = config;
  const draining = new AbortController();
  await prepareDataDirectory(dataDirectory);
  const masterKey = await loadMasterKey({ fromEnvironment: config.masterKey, dataDir: dataDirectory });
  const db = await openDatabase(databaseFile(dataDirectory));
  const secretBox = createSecretBox(masterKey);
  const accounts = createAccounts({ db, clock, signIn: config.signIn });
  const models = createModels({ config: config.models });
  const resolveModel = (name: string | undefined) => models.resolve(name);
  const localRepositories = createLocalRepositories({ dataDirectory });
  const localPullRequests = createLocalPullRequests({ clock });

  const localRepositoryUrl = (projectId: string): string => `${publicUrl}/projects/${projectId}/pulls`;
  const codeHosts = createCodeHosts({
    local: { repositories: localRepositories, pullRequests: localPullRequests, pageUrlOf: localRepositoryUrl },
    ...config.codeHosts,
  });
  const projects = createProjects({ db, secretBox, clock, codeHosts, logger });

  const agent = createAgent({
    db,
    clock,
    logger,
    dataDirectory,
    projects,
    codeHosts,
    resolveModel,
    localRepositoryUrl,
    serverSecrets: config.secrets,
    concurrency: config.workers,
    ...times,
  });
  const visits = createEmbeddedVisitStore({ directory: dataDirectory, clock, logger });
  const analytics = await createAnalytics({
    db,
    clock,
    logger,
    secretBox,
    dataDirectory,
    projects,
    visits,
    refreshRanges: config.refreshRanges !== 'off',
    reverseDns: config.reverseDns !== 'off',
    draining: draining.signal,
  });

  const { registry, onRequest } = createHttpMetrics();
  const http = createHttpApp({ logger, clock, trustedProxies: config.trustedProxies.map(parseNetwork), onRequest });
  addHealthRoutes(http, {
    checks: { database: () => db.selectFrom('projects').select('id').limit(1).execute() },
    draining: draining.signal,
    registry,
  });
  const cookie = createSessionCookie({ publicUrl });
  const sessions = createSessionAuthenticator({ db, sessions: accounts.sessions, cookie, publicUrl });
  const authenticator = keyOrSession({ keys: projects.keys, sessions });
  agent.addRoutes(http, { authenticator, draining: draining.signal });
  analytics.addRoutes(http, { authenticator });
  addProjectListRoute(http, { authenticator, projects });
  addDashboardApi(http, {
    db,
    accounts,
    cookie,
    projects,
    publicUrl,
    clock,
    logger,
    secretBox,
    signIn: {
      passwords: config.signIn.passwords,
      provider: config.signIn.provider && createIdentityProvider({ ...config.signIn.provider, publicUrl }),
    },
    tryProject: createTryProject({ connect: projects.connect, resolveModel }),
    pullRequests: createReviewPullRequests({ db, clock, connect: projects.connect, jobsOf: agent.jobs.ofPullRequests }),
    readInstructions: agent.readInstructions,
    codeHosts: describeCodeHosts(codeHosts),
    models: {
      available: models.list().flatMap(({ configured, example }) => (configured ? [example] : [])),
      default: models.default() ?? null,
    },
  });
  addReferenceRoutes(http, { version, loadErrorCatalogue });
  addGuideRoutes(http, { folder: join(import.meta.dirname, '..', 'docs') });
  addDashboardFiles(http, dashboard);

  return {
    projects,
    accounts,
    agent,
    analytics,
    http,
    draining,
    async startWorkers() {
      await agent.start();
      analytics.start();
    },
    stopWorkers: ({ graceMilliseconds = 10 * duration.second } = {}) => agent.stopWorkers(graceMilliseconds),
    async close() {
      await agent.stop();
      await analytics.stop();
      await visits.close();
      await projects.keys.flush();
      await db.destroy();
    },
  };
}
