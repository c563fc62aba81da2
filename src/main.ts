import { hostname } from 'node:os';
import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { createAccounts, type Accounts } from './accounts/accounts.ts';
import { createIdentityProvider } from './accounts/oidc/identity-provider.ts';
import { createPageAccess } from './dashboard-api/page-access.ts';
import { accountRoutes } from './dashboard-api/routes.ts';
import { createSessionAuthenticator } from './accounts/session-authenticator.ts';
import { createSessionCookie } from './accounts/session-cookie.ts';
import { archiveOldJobs } from './agent/jobs/archive-old-jobs.ts';
import { createJobEvents } from './agent/jobs/job-events.ts';
import { createJobQueue } from './agent/jobs/job-queue.ts';
import { createJobStore } from './agent/jobs/job-store.ts';
import { addAgentRoutes } from './agent/jobs/routes.ts';
import { createRunJob } from './agent/round/run-job.ts';
import { createWorkOnJob } from './agent/round/work-on-job.ts';
import { createWorker, type WorkerTimes } from './agent/jobs/worker.ts';
import { addBeaconRoute } from './analytics/collect/beacon-route.ts';
import { addDrainRoutes } from './analytics/collect/drain-routes.ts';
import { addIngestRoutes } from './analytics/collect/ingest-routes.ts';
import { createTrackerRoute } from './analytics/collect/tracker-script.ts';
import { createExportAccess } from './analytics/export-access.ts';
import { addExportRoutes } from './analytics/export-routes.ts';
import { addOverviewRoutes } from './analytics/overview-routes.ts';
import { createRecordHits, type RecordHits } from './analytics/record-hits.ts';
import { createForgetVisitor, type ForgetVisitor } from './analytics/forget-visitor.ts';
import { retireVisits } from './analytics/retire-visits.ts';
import { loadCatalogue } from './analytics/traffic/catalogue.ts';
import { createTrafficClassifier } from './analytics/traffic/classify.ts';
import { createRefreshedClassifier } from './analytics/traffic/refreshed-classifier.ts';
import { createReverseDns } from './analytics/traffic/reverse-dns.ts';
import { systemNameResolver } from './analytics/traffic/system-name-resolver.ts';
import { createVisitorSalts } from './analytics/visitor-salts.ts';
import { createEmbeddedVisitStore } from './analytics/visits/embedded/embedded-visit-store.ts';
import type { VisitStore } from './analytics/visits/visit-store.ts';
import type { CodeHost, RepositoryRef } from './codehost/code-host.ts';
import { createGithubCodeHost } from './codehost/github/github-code-host.ts';
import { createLocalCodeHost } from './codehost/local/local-code-host.ts';
import { createLocalPullRequests } from './codehost/local/local-pull-requests.ts';
import { localPullRequestRoutes } from './codehost/local/pull-request-routes.ts';
import { createLocalRepositories, type LocalRepositories } from './codehost/local/local-repositories.ts';
import type { Config } from './config.ts';
import type { Project } from './contract/project.ts';
import { dashboardFolder } from './dashboard-build.ts';
import { loadErrorCatalogue } from './error-catalogue.ts';
import { openSqliteDatabase } from './db/open-database.ts';
import { createDocsCheck } from './docs-check/create-docs-check.ts';
import type { Authenticator } from './http/authenticator.ts';
import { parseNetwork } from './http/client-address.ts';
import { createHttpApp, type HttpApp } from './http/create-http-app.ts';
import { dashboardFiles } from './http/dashboard-files.ts';
import { addGuideRoutes } from './guide/guide-routes.ts';
import { ProjectNotFound } from './http/errors.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { createHttpMetrics } from './http/http-metrics.ts';
import { addReferenceRoutes } from './http/reference/add-reference-routes.ts';
import { duration, systemClock } from './kernel/clock.ts';
import { newId } from './kernel/ids.ts';
import type { Logger } from './kernel/logger.ts';
import { createPeriodicTask } from './kernel/periodic-task.ts';
import { createSecretBox } from './kernel/secret-box.ts';
import { createModels } from './model/create-models.ts';
import { createApiKeys, type ApiKeys } from './projects/api-keys.ts';
import { loadMasterKey } from './projects/master-key.ts';
import { createProjects, type Projects } from './projects/projects.ts';
import { createReadInstructions } from './read-instructions.ts';
import { createSetUpChecks } from './set-up-checks.ts';
import { createWorkspaces } from './workspace/create-workspaces.ts';

const { version } = packageFile;
const nobody = { name: 'Docwright', email: 'docwright@localhost' };

/** The whole program, wired; what the command line and the server process hold on to. */
export interface Application {
  readonly projects: Projects;
  readonly apiKeys: ApiKeys;
  readonly accounts: Accounts;
  readonly localRepositories: LocalRepositories;
  readonly visits: VisitStore;
  readonly recordHits: RecordHits;
  readonly forgetVisitor: ForgetVisitor;
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
export interface ApplicationParts {
  readonly openDatabase?: typeof openSqliteDatabase;
  /** A lease outlives two renewals that were missed. */
  readonly leaseMilliseconds?: number;
  readonly workerTimes?: WorkerTimes;
  /** Where the built dashboard lies, and when it lies there. */
  readonly dashboard?: { readonly folder: string; readonly ready: Promise<unknown> };
}

/** Opens the data directory and wires everything. The only place that names concrete adapters. */
export async function openApplication({
  config,
  publicUrl,
  logger,
  openDatabase = openSqliteDatabase,
  leaseMilliseconds = 30 * duration.second,
  workerTimes,
  dashboard = { folder: dashboardFolder, ready: Promise.resolve() },
}: {
  config: Config;
  /** How people reach this server, without a slash at the end. */
  publicUrl: string;
  logger: Logger;
} & ApplicationParts): Promise<Application> {
  const clock = systemClock;
  const draining = new AbortController();
  const masterKey = await loadMasterKey({ fromEnvironment: config.masterKey, dataDir: config.dataDir });
  const db = await openDatabase(join(config.dataDir, 'docwright.sqlite'));
  const secretBox = createSecretBox(masterKey);
  const projects = createProjects({ db, secretBox, clock });
  const apiKeys = createApiKeys({ db, clock });
  const accounts = createAccounts({ db, clock, signIn: config.signIn });
  const cookie = createSessionCookie({ publicUrl });
  const sessionAuthenticator = createSessionAuthenticator({ db, sessions: accounts.sessions, cookie, publicUrl });
  const authenticator = keyOrSession(apiKeys, sessionAuthenticator);
  const models = createModels({ config: config.models });
  const localRepositories = createLocalRepositories({ dataDirectory: config.dataDir });
  const localPullRequests = createLocalPullRequests({ clock });

  const localRepositoryUrl = (projectId: string): string => `${publicUrl}/projects/${projectId}/pulls`;
  const codeHostOf = (project: Project): CodeHost => {
    switch (project.codeHost) {
      case 'local':
        return createLocalCodeHost({
          repositories: localRepositories,
          pullRequests: localPullRequests,
          pageUrl: localRepositoryUrl(project.id),
        });
      case 'github':
        return createGithubCodeHost({ apiUrl: config.github.apiUrl });
    }
  };
  const connect = async (projectId: string) => {
    const project = await projects.get(projectId);
    if (project === undefined) throw new ProjectNotFound(projectId);
    const token =
      (await projects.getSecret(projectId, 'code-host-token')) ??
      (project.codeHost === 'github' ? config.github.token : undefined);
    const repository: RepositoryRef = {
      url: project.repositoryUrl,
      baseBranch: project.baseBranch ?? undefined,
      credentials: token === undefined ? undefined : { token },
    };
    return { project, codeHost: codeHostOf(project), repository };
  };

  const events = createJobEvents({ db });
  const queue = createJobQueue({
    db,
    clock,
    owner: `${hostname()}:${process.pid}:${newId('worker')}`,
    leaseMilliseconds,
  });
  const workspaces = createWorkspaces({ dataDirectory: config.dataDir, logger });
  const runJob = createRunJob({
    connect,
    resolveModel: (name) => models.resolve(name),
    workspaces,
    docsCheck: createDocsCheck(),
    secretsOf: async (projectId) => {
      const names = await projects.secretNames(projectId);
      const own = await Promise.all(names.map((name) => projects.getSecret(projectId, name)));
      return [...config.secrets, ...own.filter((secret) => secret !== undefined)];
    },
    clock,
  });
  const worker = createWorker({
    queue,
    work: createWorkOnJob({ db, clock, events, queue, logger, runJob }),
    concurrency: config.workers,
    logger,
    ...(workerTimes && { times: workerTimes }),
  });
  const jobs = createJobStore({
    db,
    clock,
    events,
    localRepositoryUrl,
    onQueued: () => {
      worker.wake();
    },
  });

  const visits = createEmbeddedVisitStore({ directory: config.dataDir, clock, logger });
  const salts = createVisitorSalts({ db, secretBox, clock });
  const catalogue = loadCatalogue();
  const refreshed =
    config.refreshRanges === 'off'
      ? undefined
      : await createRefreshedClassifier({
          catalogue,
          directory: join(config.dataDir, 'address-ranges'),
          fetch,
          clock,
          logger,
          signal: draining.signal,
        });
  const reverseDns =
    config.reverseDns === 'off' ? undefined : createReverseDns({ resolver: systemNameResolver, clock });
  const classifier = refreshed?.classifier ?? createTrafficClassifier(catalogue);
  const forgetVisitor = createForgetVisitor({ store: visits, salts, classifier });
  const recordHits = createRecordHits({
    store: visits,
    salts,
    classifier,
    confirmedHostName: reverseDns && ((address) => reverseDns.confirmedHostName(address)),
    clock,
  });
  const refreshing =
    refreshed &&
    createPeriodicTask({
      name: 'refreshing address ranges',
      intervalMilliseconds: duration.day,
      run: refreshed.refresh,
      logger,
    });

  const housekeeping = createPeriodicTask({
    name: 'housekeeping',
    intervalMilliseconds: duration.hour,
    run: async () => {
      await archiveOldJobs({ projects, jobs, clock, logger });
      await retireVisits({ projects, store: visits, salts, clock, logger });
    },
    logger,
  });

  const pageAccess = createPageAccess({ db, sessions: accounts.sessions, cookie });

  const { registry, onRequest } = createHttpMetrics();
  const http = createHttpApp({ logger, clock, trustedProxies: config.trustedProxies.map(parseNetwork), onRequest });
  addHealthRoutes(http, {
    checks: { database: () => db.selectFrom('projects').select('id').limit(1).execute() },
    draining: draining.signal,
    registry,
  });
  addAgentRoutes(http, {
    authenticator,
    projects,
    jobs,
    events,
    repositoryUrlOf: (project) => codeHostOf(project).webUrl(project.repositoryUrl),
    chooseModel: (requested, project) => models.resolve(requested ?? project.model ?? undefined).name,
    draining: draining.signal,
  });
  addIngestRoutes(http, { authenticator, projects, recordHits });
  addDrainRoutes(http, { authenticator, projects, recordHits, clock });
  addBeaconRoute(http, { projects, recordHits, clock });
  const access = createExportAccess({ authenticator, projects, clock });
  addExportRoutes(http, { access, store: visits });
  addOverviewRoutes(http, { access, store: visits, clock });
  accountRoutes(http, {
    db,
    accounts,
    cookie,
    projects,
    apiKeys,
    publicUrl,
    clock,
    logger,
    secretBox,
    signIn: {
      passwords: config.signIn.passwords,
      provider:
        config.signIn.provider &&
        createIdentityProvider({
          ...config.signIn.provider,
          redirectUri: `${publicUrl.replace(/\/$/, '')}/sign-in/callback`,
        }),
    },
    connectLocalRepository: async ({ projectName, from }) => {
      const known = (await localRepositories.list()).find(({ name, path }) =>
        [path, name, `local:${name}`].includes(from),
      );
      return (known ?? (await localRepositories.create({ name: repositoryName(projectName), from }))).path;
    },
    checks: createSetUpChecks({ connect, resolveModel: (name) => models.resolve(name) }),
    readInstructions: createReadInstructions({ connect, workspaces, clock }),
    models: {
      available: models.list().flatMap(({ configured, example }) => (configured ? [example] : [])),
      default: models.default() ?? null,
    },
  });
  http.route('/', await createTrackerRoute());
  addReferenceRoutes(http, { version, loadErrorCatalogue });
  addGuideRoutes(http, { folder: join(import.meta.dirname, '..', 'docs') });
  http.route(
    '/',
    localPullRequestRoutes({
      repositories: localRepositories,
      pullRequests: localPullRequests,
      repositoryOf: async (projectId) => {
        const project = await projects.get(projectId);
        return project?.codeHost === 'local' ? project.repositoryUrl : undefined;
      },
      authorize: pageAccess.authorize,
      personOf: async (context) => (await pageAccess.personOf(context)) ?? nobody,
    }),
  );
  dashboardFiles(http, dashboard);

  return {
    projects,
    apiKeys,
    accounts,
    localRepositories,
    visits,
    recordHits,
    forgetVisitor,
    http,
    draining,
    async startWorkers() {
      await workspaces.removeStale();
      housekeeping.start();
      refreshing?.start();
      if (config.workers > 0) worker.start();
    },
    stopWorkers: ({ graceMilliseconds = 10 * duration.second } = {}) => worker.drain(graceMilliseconds),
    async close() {
      await housekeeping.stop();
      await refreshing?.stop();
      await worker.drain(10_000);
      await visits.close();
      await apiKeys.flush();
      await db.destroy();
    },
  };
}

/** A name for a folder, from one for people. */
function repositoryName(projectName: string): string {
  const name = projectName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return name.replace(/^-|-$/g, '').slice(0, 80) || 'docs';
}

/** Programs send a key, the dashboard its session; a request with an `Authorization` header is judged by that alone. */
function keyOrSession(keys: Authenticator, sessions: Authenticator): Authenticator {
  return {
    authenticate: (request) =>
      request.header('authorization') === undefined ? sessions.authenticate(request) : keys.authenticate(request),
  };
}
