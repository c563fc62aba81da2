import { hostname } from 'node:os';
import type { CodeHosts } from '../codehost/code-hosts.ts';
import type { AgentCost } from '../contract/agent-job.ts';
import type { ReadInstructions } from '../contract/agent-instructions.ts';
import type { FindMerges } from '../contract/annotation.ts';
import type { FindRedirects } from '../contract/declared-redirects.ts';
import { releaseReserve } from '../data-directory/reserve.ts';
import type { MainDatabase } from '../db/main-database.ts';
import { createCheckApart } from '../../check/src/check.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import { steadyClock, duration, type Clock, type DeletionTime } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { once } from '../kernel/once.ts';
import type { Logger } from '../kernel/logger.ts';
import { proveWritable } from '../kernel/prove-writable.ts';
import { createPeriodicTask } from '../kernel/periodic-task.ts';
import type { ResolveModel } from '../model/create-models.ts';
import type { Projects } from '../projects/projects.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createWebPages } from '../web-pages/web-pages.ts';
import { createWorkspaces } from '../workspace/create-workspaces.ts';
import { findDocumentation } from './agents/built-in/prompts/find-documentation.ts';
import { createAcceptJob, type AcceptJob } from './jobs/accept-job.ts';
import { archiveOldJobs } from './jobs/archive-old-jobs.ts';
import { createFollowProject, type FollowProject } from './jobs/follow-project.ts';
import { createJobEvents, type JobEvents } from './jobs/job-events.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { addFormerAgentRoutes } from './jobs/former-routes.ts';
import { createJobStore, type JobStore } from './jobs/job-store.ts';
import { createMessageJob, type MessageJob } from './jobs/message-job.ts';
import type { LocalRepositoryUrl } from './jobs/present-job.ts';
import { addAgentRoutes } from './jobs/job-routes.ts';
import { costOfMonth, presentCost } from './jobs/project-cost.ts';
import { createWorker, type WorkerTimes } from './jobs/worker.ts';
import { createAcceptReview } from './review/accept-review.ts';
import { addReviewRoutes } from './review/review-routes.ts';
import { createFindBase } from './round/find-base.ts';
import { createFindRedirects } from './round/find-redirects.ts';
import { createReadDocuments, type Documents } from './round/read-documents.ts';
import { createReadInstructions } from './round/read-instructions.ts';
import { createWorkOnJob } from './round/work-on-job.ts';
import { createFollowPullRequests } from './following/follow-pull-request.ts';
import { answerComments } from './webhooks/answer-comments.ts';
import { createHandleWebhook } from './webhooks/handle-webhook.ts';
import { watchPullRequests } from './webhooks/watch-pull-requests.ts';
import { addWebhookRoutes } from './webhooks/webhook-routes.ts';

export { JobNotFound } from './jobs/errors.ts';
export { addJobMetrics } from './jobs/job-metrics.ts';
/** What an evaluation of the agent needs, which lets it work without a job. */
export const loadBuiltInAgent = () => import('./agents/built-in/built-in-agent.ts');
export { nothingOutside, type AgentEnding } from './agents/docs-agent.ts';
export { nothingSpent } from './jobs/budget.ts';
export { findProjectInstructions } from './round/project-instructions.ts';

/** The job feature, as every entrance sees it. */
export interface Agent {
  readonly acceptJob: AcceptJob;
  readonly messageJob: MessageJob;
  readonly jobs: Pick<JobStore, 'find' | 'list' | 'archive' | 'diff' | 'findByPullRequests' | 'recordPullRequestState'>;
  readonly events: Pick<JobEvents, 'read' | 'changed'>;
  readonly followProject: FollowProject;
  /** What a project paid for its jobs this month, and may. */
  readonly costOf: (projectId: string) => Promise<AgentCost>;
  readonly documents: Documents;
  /** What a repository tells the agent. */
  readonly readInstructions: ReadInstructions;
  readonly findRedirects: FindRedirects;
  readonly findMerges: FindMerges;
  addRoutes(app: HttpApp, options: { authenticator: Authenticator; draining: AbortSignal }): void;
  /** Begins to work on jobs, to archive old ones and to remove what killed processes left. */
  start(): void;
  /** Claims no more jobs; lets running ones reach a stored turn within the grace period, then hands them back. */
  stopWorkers(graceMilliseconds: number): Promise<void>;
  /** Stops everything; the database may be closed afterwards. */
  stop(): Promise<void>;
}

export interface AgentOptions extends Pick<MainDatabase, 'db' | 'leaseTime' | 'wakeups'> {
  readonly clock: Clock;
  readonly deletionTime: DeletionTime;
  readonly logger: Logger;
  readonly work?: BackgroundWork | undefined;
  readonly dataDirectory: string;
  readonly projects: Pick<
    Projects,
    'require' | 'list' | 'getSecret' | 'getSecrets' | 'get' | 'modelKeys' | 'connect' | 'githubApp'
  >;
  readonly codeHosts: CodeHosts;
  /** The model of that name, or the default one; throws with a remedy when there is none. */
  readonly resolveModel: ResolveModel;
  /** Where people look at a repository that is kept on this server. */
  readonly localRepositoryUrl: LocalRepositoryUrl;
  /** Where build commands of projects run. */
  readonly sandbox: Sandbox;
  /** Secrets of the server itself, which no change may publish. */
  readonly serverSecrets: readonly string[];
  /** Jobs that this process works on at once; with 0 it only serves. */
  readonly concurrency: number;
  /** A lease outlives two renewals that were missed. */
  readonly leaseMilliseconds?: number | undefined;
  readonly workerTimes?: WorkerTimes | undefined;
}

/** By which workers are woken. */
const queueName = 'jobs';

export function createAgent(options: AgentOptions): Agent {
  const { db, leaseTime, wakeups, clock, deletionTime, logger, dataDirectory, projects } = options;
  const { codeHosts, resolveModel, concurrency } = options;
  const { connect } = projects;
  const { leaseMilliseconds = 30 * duration.second, workerTimes } = options;
  const events = createJobEvents({ db, wakeups });
  const owner = `${hostname()}:${process.pid}:${newId('worker')}`;
  const queue = createJobQueue({ db, clock, leaseTime, owner, leaseMilliseconds });
  const workspaces = createWorkspaces({ dataDirectory, logger });
  const docsCheck = createCheckApart();
  const secretsOf = async (projectId: string) => [
    ...options.serverSecrets,
    ...(await projects.githubApp.secrets()),
    ...Object.values(await projects.getSecrets(projectId)),
    ...Object.values(await projects.modelKeys(projectId)),
  ];
  // What works on jobs takes 25 MB of memory: a server without jobs does without.
  const loadRunJob = once(async () => {
    const [{ createRunJob }, { createBuiltInAgent }] = await Promise.all([
      import('./round/run-job.ts'),
      loadBuiltInAgent(),
    ]);
    return createRunJob({
      connect,
      resolveAgent: async (name, project) => createBuiltInAgent({ model: await resolveModel(name, project) }),
      workspaces,
      docsCheck,
      sandbox: options.sandbox,
      webPages: createWebPages(),
      secretsOf,
      clock,
    });
  });
  const workOnJob = createWorkOnJob({
    db,
    clock,
    steadyClock,
    events,
    queue,
    logger,
    runJob: async (run, control) => {
      const runRound = await (run.job.review === null ? loadRunJob() : loadRunReview());
      return runRound(run, control);
    },
    proveRoom: () => proveWritable(dataDirectory),
    lastRoom: () => releaseReserve(dataDirectory),
  });
  // Replies follow a job's end, when its own signal no longer counts.
  const stopping = new AbortController();
  const worker = createWorker({
    queue,
    async work(job, lease, control) {
      await workOnJob(job, lease, control);
      await answerComments({ jobId: job.id, projects, jobs, logger, clock, signal: stopping.signal });
    },
    concurrency,
    logger,
    reachesAll: () => wakeups.reachesAll(),
    ...(workerTimes && { times: workerTimes }),
  });
  const stopListening = wakeups.onWake(queueName, () => {
    worker.wake();
  });
  const onQueued = () => {
    wakeups.wake(queueName);
  };
  const jobs = createJobStore({
    db,
    clock,
    deletionTime,
    events,
    localRepositoryUrl: options.localRepositoryUrl,
    onQueued,
  });
  const loadRunReview = once(async () => {
    const { createRunReview } = await import('./review/run-review.ts');
    return createRunReview({ connect, resolveModel, workspaces, docsCheck, jobs, secretsOf, clock });
  });
  const acceptReview = createAcceptReview({ projects, jobs, resolveModel });
  const acceptJob = createAcceptJob({ projects, jobs, codeHosts, resolveModel });
  const messageJob = createMessageJob({ projects, jobs });
  const following = createFollowPullRequests({ jobs, messageJob, workspaces, secretsOf, clock, logger });
  const findBase = createFindBase({ connect, workspaces, clock });
  const redirects = createFindRedirects({ findBase, docsCheck, clock, logger });
  const documents = createReadDocuments({
    findBase,
    findPages: (paths, docsFolder) => findDocumentation(paths, docsFolder).documentation,
    docsCheck,
    clock,
  });
  const costOf: Agent['costOf'] = async (projectId) => {
    const { budgets } = (await projects.require(projectId)).settings;
    return presentCost(await costOfMonth(db, { projectId, now: clock.now() }), budgets.dollarsPerMonth);
  };
  const tidying = createPeriodicTask({
    name: 'removing old working copies',
    intervalMilliseconds: duration.day,
    run: async (signal) => {
      await workspaces.removeStale(signal);
    },
    logger,
    work: options.work,
  });
  const archiving = createPeriodicTask({
    name: 'archiving old jobs',
    intervalMilliseconds: duration.hour,
    run: (signal) => archiveOldJobs({ projects, jobs, deletionTime, logger, signal }),
    logger,
    work: options.work,
  });
  const pullRequests = watchPullRequests({ projects, jobs, messageJob, following, clock, logger });
  const watching = createPeriodicTask({
    name: 'watching pull requests',
    intervalMilliseconds: duration.minute,
    async run(signal) {
      await pullRequests.check(signal);
      await answerComments({ projects, jobs, logger, clock, signal });
    },
    logger,
    work: options.work,
  });

  const onChange = (projectId: string) => {
    following.forget(projectId);
    watching.runNow();
  };
  const handleWebhook = createHandleWebhook({ projects, codeHosts, jobs, messageJob, acceptReview, onChange, clock });

  return {
    acceptJob,
    messageJob,
    jobs,
    events,
    followProject: createFollowProject({ jobs, events, clock }),
    costOf,
    documents,
    readInstructions: createReadInstructions({ codeHosts, findBase }),
    findRedirects: redirects.find,
    findMerges: jobs.findMerges,
    addRoutes(app, { authenticator, draining }) {
      addFormerAgentRoutes(app, { authenticator });
      addWebhookRoutes(app, { handleWebhook });
      addReviewRoutes(app, { authenticator, acceptReview });
      addAgentRoutes(app, { authenticator, acceptJob, messageJob, jobs, events, costOf, draining });
    },
    start() {
      tidying.start();
      archiving.start();
      watching.start();
      if (concurrency > 0) worker.start();
    },
    stopWorkers: (graceMilliseconds) => worker.drain(graceMilliseconds),
    async stop() {
      stopping.abort();
      await archiving.stop();
      await tidying.stop();
      await watching.stop();
      stopListening();
      await worker.drain(10 * duration.second);
      await redirects.stop();
      await docsCheck.close();
    },
  };
}
