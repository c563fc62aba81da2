import { addMetrics } from './add-metrics.ts';
import { addPages, docsFolder } from './add-pages.ts';
import { createAccounts, type Accounts } from './accounts/accounts.ts';
import { createAgent, type Agent, type AgentOptions } from './agent/agent.ts';
import { createAnalytics, type Analytics } from './analytics/analytics.ts';
import type { Config } from './config/config.ts';
import { createDashboardApi } from './dashboard-api/create-dashboard-api.ts';
import { dashboardFolder } from './dashboard-files/build-dashboard.ts';
import type { openSqliteDatabase } from './db/open-database.ts';
import { createDoctor } from './doctor/doctor.ts';
import { createHttpApp, type HttpApp } from './http/create-http-app.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { createHttpMetrics } from './http/http-metrics.ts';
import type { Logger } from './kernel/logger.ts';
import { proveWritable } from './kernel/prove-writable.ts';
import { createModels, createResolveModel } from './model/create-models.ts';
import { addMcpRoutes } from './mcp/mcp.ts';
import { createOAuth } from './oauth/oauth.ts';
import type { LostPart } from './open-data.ts';
import { openProjects } from './open-projects.ts';
import type { Projects } from './projects/projects.ts';
import { createNotices, createWeeklyMail } from './weekly-mail/weekly-mail.ts';

/** The whole program, wired: one face of each feature; what the command line and the server process hold on to. */
export interface Application {
  readonly projects: Projects;
  readonly accounts: Accounts;
  readonly agent: Agent;
  readonly analytics: Analytics;
  readonly http: HttpApp;
  /** Aborted by whoever stops the server, before it drains. */
  readonly draining: AbortController;
  /** Begins what a process does that stays: to work on agent jobs, if that is its role. Without it this one only serves. */
  startWorkers(): void;
  /** Claims no more jobs; lets running ones reach a stored turn within the grace period, then hands them back. */
  stopWorkers(options: { graceMilliseconds: number }): Promise<void>;
  /** Stops the workers and closes the database. Requests must have been answered by then. */
  close(): Promise<void>;
}

/** What the tests of crashes replace: shorter times, and a database that counts what is written to it. */
export interface ApplicationParts extends Pick<AgentOptions, 'leaseMilliseconds' | 'workerTimes'> {
  readonly openDatabase?: typeof openSqliteDatabase;
  /** What of the data directory is lost for good, and to be gone on without. */
  readonly lost?: LostPart | undefined;
  /** Where the built dashboard lies, and when it lies there. */
  readonly dashboard?: { readonly folder: string; readonly ready: Promise<unknown> };
}

/** Opens the data directory and wires everything. Adapters are named here, or in the registry beside their port. */
export async function openApplication({
  config,
  publicUrl,
  logger,
  openDatabase,
  dashboard = { folder: dashboardFolder, ready: Promise.resolve() },
  lost,
  ...times
}: {
  config: Config;
  /** How people reach this server, without a slash at the end. */
  publicUrl: string;
  logger: Logger;
} & ApplicationParts): Promise<Application> {
  const { duties, isOneOfSeveral, trustedProxies, addressHeader } = config;
  const draining = new AbortController();
  const opened = await openProjects({ config, publicUrl, logger, openDatabase, lost });
  const { ground, codeHosts, projects, localRepositoryUrl } = opened;
  const visits = await opened.visits().catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const accounts = createAccounts({ ...ground, signIn: config.signIn, notices: createNotices({ projects }) });
  const models = createModels({ config: config.models });
  const resolveModel = createResolveModel({ models, projects });
  const agent = createAgent({
    ...ground,
    projects,
    codeHosts,
    resolveModel,
    localRepositoryUrl,
    serverSecrets: config.secrets,
    concurrency: config.workers,
    ...times,
  });
  const analytics = await createAnalytics({
    ...ground,
    projects,
    visits: visits.store,
    ...config.lookUps,
    repositories: agent,
    draining: draining.signal,
  });
  await analytics.obeyRestoredErasures();
  const weeklyMail = createWeeklyMail({ ...ground, projects, beginRead: analytics.beginRead });
  const { registry, onRequest } = createHttpMetrics(config.role);
  addMetrics(registry, { ground, visits });
  const http = createHttpApp({ ...ground, publicUrl, trustedProxies, addressHeader, onRequest });
  addHealthRoutes(http, {
    checks: { database: () => ground.prove(), storage: () => proveWritable(ground.dataDirectory) },
    draining: draining.signal,
    waitingViews: visits.waiting,
    clockVerdict: async () => (await ground.trustedTime.read()).verdict,
    missingRepositories: duties.usesRepositories && isOneOfSeveral ? projects.withoutRepository : undefined,
    registry,
    metrics: config.metrics,
  });
  const doctor = createDoctor({ ...ground, ...analytics, config, visits: opened.visits, projects, resolveModel });
  const oauth = createOAuth({ ...ground, clientDocuments: config.clientDocuments });
  const dashboardApi = createDashboardApi({
    ...ground,
    ...agent,
    oauth,
    doctor,
    accounts,
    projects,
    codeHosts,
    models,
    pullRequests: projects.reviewPullRequests(agent.jobs),
    backup: config.backup,
  });
  const access = { authenticator: dashboardApi.authenticator, draining: draining.signal };
  if (duties.answers === 'views') analytics.addCollectRoutes(http, access);
  if (duties.answers === 'everything') {
    const features = [agent, analytics, weeklyMail, projects, oauth, dashboardApi];
    for (const feature of features) feature.addRoutes(http, access);
    addMcpRoutes(http, { projects, oauth, agent, analytics, publicUrl, docsFolder, draining: draining.signal, logger });
    addPages(http, { dashboard, publicUrl });
  }
  return {
    projects,
    accounts,
    agent,
    analytics,
    http,
    draining,
    startWorkers() {
      void visits.prepare();
      ground.trustedTime.start();
      if (!duties.works) return;
      for (const feature of [agent, analytics, weeklyMail]) feature.start();
    },
    stopWorkers: ({ graceMilliseconds }) => agent.stopWorkers(graceMilliseconds),
    async close() {
      await agent.stop();
      for (const part of [weeklyMail, analytics, ground.trustedTime]) await part.stop();
      await opened.close();
    },
  };
}
