import type { CodeHost, PullRequestSummary, RepositoryRef } from '../codehost/code-host.ts';
import { ChecksFail, CodeHostUnavailable, PullRequestDecidedElsewhere } from '../codehost/errors.ts';
import type { AgentJob } from '../contract/agent-job.ts';
import type { PullRequest, PullRequestChecks, PullRequestDetails, PullRequestState } from '../contract/pull-request.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { AppError } from '../kernel/app-error.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { within } from '../kernel/within.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import type { ConnectRepository } from './repository-connection.ts';

/** Longest that a person waits for what a code host shows. */
const patience = 30 * duration.second;
/** Checks that are shown, and characters of each name and address. */
const most = { checks: 100, name: 200, url: 2000 };

/** Looking at the pull requests of a project and deciding them, on whatever code host they are. */
export interface ReviewPullRequests {
  /** The newest first. Throws `ProjectNotFound`, and what the code host says. */
  list(projectId: string): Promise<PullRequest[]>;
  /** Throws `PullRequestNotFound` too. */
  read(projectId: string, number: number): Promise<PullRequestDetails>;
  diff(projectId: string, number: number): Promise<string>;
  /** What the code host says of the checks of the head, also where it does not say. */
  checks(projectId: string, number: number): Promise<PullRequestChecks>;
  /** Throws `ChecksFail`, `PullRequestStateWrong`, `MergeConflict`, `PullRequestDecidedElsewhere` too. */
  decide(decision: Decision): Promise<PullRequestDetails>;
}

export interface Decision {
  readonly projectId: string;
  readonly number: number;
  readonly action: 'merge' | 'close' | 'reopen';
  /** The commit that was looked at. */
  readonly seenHead: string;
  readonly by: { readonly id: string; readonly name: string; readonly email: string };
}

/** The job that opened a pull request. */
type OpeningJob = Pick<AgentJob, 'id' | 'prompt' | 'createdBy' | 'lines' | 'usage'>;

export interface JobsOfPullRequests {
  /** The jobs that opened these pull requests, by number. */
  findByPullRequests(projectId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, OpeningJob>>;
  recordPullRequestState(reported: { projectId: string; number: number; state: PullRequestState }): Promise<unknown>;
}

export function createReviewPullRequests({
  db,
  clock,
  connect,
  jobs,
}: {
  db: DatabaseConnection;
  clock: Clock;
  connect: ConnectRepository;
  jobs: JobsOfPullRequests;
}): ReviewPullRequests {
  const read = async (
    { codeHost, repository }: { codeHost: CodeHost; repository: RepositoryRef },
    { projectId, number }: { projectId: string; number: number },
  ): Promise<PullRequestDetails> => {
    const pullRequest = await inTime(codeHost, (signal) => codeHost.readPullRequest({ repository, number }, signal));
    const { state } = pullRequest;
    await jobs.recordPullRequestState({ projectId, number, state });
    return {
      ...present(pullRequest, await jobs.findByPullRequests(projectId, [number])),
      body: pullRequest.body,
      headSha: pullRequest.headSha,
      commits: pullRequest.commits.map(({ sha, subject, author, date }) => ({ sha, subject, author, date })),
      decidedHere: codeHost.decide !== undefined,
    };
  };

  return {
    async list(projectId) {
      const { codeHost, repository } = await connect(projectId);
      const pullRequests = await inTime(codeHost, (signal) => codeHost.listPullRequests(repository, signal));
      const numbers = pullRequests.map(({ number }) => number);
      const jobsByNumber = await jobs.findByPullRequests(projectId, numbers);
      return pullRequests.map((each) => present(each, jobsByNumber));
    },
    read: async (projectId, number) => read(await connect(projectId), { projectId, number }),
    async diff(projectId, number) {
      const { codeHost, repository } = await connect(projectId);
      return inTime(codeHost, (signal) => codeHost.readDiff({ repository, number }, signal));
    },
    async checks(projectId, number) {
      const connection = await connect(projectId);
      const { codeHost, repository } = connection;
      if (codeHost.readChecks === undefined) return { checks: null, unreadable: null };
      const read = (signal: AbortSignal) => codeHost.readPullRequest({ repository, number }, signal);
      return readChecks(connection, (await inTime(codeHost, read)).headSha);
    },
    async decide({ projectId, number, action, seenHead, by }) {
      const connection = await connect(projectId);
      const { codeHost, repository } = connection;
      if (codeHost.decide === undefined) throw new PullRequestDecidedElsewhere(number);
      if (action === 'merge') {
        const { checks } = await readChecks(connection, seenHead);
        const failed = checks?.filter(({ state }) => state === 'failed').map(({ name }) => name) ?? [];
        if (failed.length > 0) throw new ChecksFail(number, failed.slice(0, 10));
      }
      const author = { name: by.name, email: by.email };
      const decision = { repository, number, action, seenHead, who: author };
      await inTime(codeHost, async (signal) => codeHost.decide?.(decision, signal));
      const decided = await read(connection, { projectId, number });
      await recordAudit(db, clock, {
        projectId,
        actor: memberActor(by.id),
        action: `pull_request.${action}`,
        target: String(number),
        details: { name: `#${number} ${decided.title}` },
      });
      return decided;
    },
  };
}

function inTime<Answer>({ kind }: CodeHost, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  return within(patience, ask, (message, cause) => new CodeHostUnavailable(kind, `${message}.`, cause));
}

/** Failed ones first. Never throws what the code host says: people may decide without it. */
async function readChecks(
  { codeHost, repository }: { codeHost: CodeHost; repository: RepositoryRef },
  sha: string,
): Promise<PullRequestChecks> {
  if (codeHost.readChecks === undefined) return { checks: null, unreadable: null };
  try {
    const checks = (await inTime(codeHost, async (signal) => codeHost.readChecks?.({ repository, sha }, signal))) ?? [];
    const failedFirst = [
      ...checks.filter(({ state }) => state === 'failed'),
      ...checks.filter(({ state }) => state !== 'failed'),
    ];
    const shown = failedFirst.slice(0, most.checks).map(({ name, state, url }) => ({
      name: name.slice(0, most.name).toWellFormed(),
      state,
      url: url !== undefined && url.length <= most.url && /^https?:\/\//.test(url) ? url : null,
    }));
    return { checks: shown, unreadable: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { checks: null, unreadable: error.message };
  }
}

function present(summary: PullRequestSummary, jobs: ReadonlyMap<number, OpeningJob>): PullRequest {
  const { number, title, state, draft, headBranch, baseBranch, url, createdAt, updatedAt } = summary;
  const opening = jobs.get(number);
  const job = opening && {
    prompt: opening.prompt.slice(0, 300).toWellFormed(),
    createdBy: opening.createdBy,
    lines: opening.lines,
    dollars: opening.usage.dollars,
  };
  const ofJob = { jobId: opening?.id ?? null, job: job ?? null };
  return { number, title, state, draft, headBranch, baseBranch, url, ...ofJob, createdAt, updatedAt };
}
