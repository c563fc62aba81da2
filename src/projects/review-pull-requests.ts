import type { CodeHost, PullRequestSummary, RepositoryRef } from '../codehost/code-host.ts';
import { PullRequestDecidedElsewhere } from '../codehost/errors.ts';
import type { AgentJob } from '../contract/agent-job.ts';
import type { PullRequest, PullRequestDetails, PullRequestState } from '../contract/pull-request.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import type { ConnectRepository } from './repository-connection.ts';

/** Longest that a person waits for what a code host shows. */
const patience = 30 * duration.second;

/** Looking at the pull requests of a project and deciding them, on whatever code host they are. */
export interface ReviewPullRequests {
  /** The newest first. Throws `ProjectNotFound`, and what the code host says. */
  list(projectId: string): Promise<PullRequest[]>;
  /** Throws `PullRequestNotFound` too. */
  read(projectId: string, number: number): Promise<PullRequestDetails>;
  diff(projectId: string, number: number): Promise<string>;
  /** Throws `PullRequestStateWrong`, `MergeConflict`, `PullRequestDecidedElsewhere` too. */
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
    const pullRequest = await codeHost.readPullRequest({ repository, number }, AbortSignal.timeout(patience));
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
      const pullRequests = await codeHost.listPullRequests(repository, AbortSignal.timeout(patience));
      const numbers = pullRequests.map(({ number }) => number);
      const jobsByNumber = await jobs.findByPullRequests(projectId, numbers);
      return pullRequests.map((each) => present(each, jobsByNumber));
    },
    read: async (projectId, number) => read(await connect(projectId), { projectId, number }),
    async diff(projectId, number) {
      const { codeHost, repository } = await connect(projectId);
      return codeHost.readDiff({ repository, number }, AbortSignal.timeout(patience));
    },
    async decide({ projectId, number, action, seenHead, by }) {
      const connection = await connect(projectId);
      const { codeHost, repository } = connection;
      if (codeHost.decide === undefined) throw new PullRequestDecidedElsewhere(number);
      const author = { name: by.name, email: by.email };
      await codeHost.decide({ repository, number, action, seenHead, who: author }, AbortSignal.timeout(patience));
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
