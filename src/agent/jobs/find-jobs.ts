import type { Transaction } from 'kysely';
import type { AgentJob } from '../../contract/agent-job.ts';
import type { FindMerges } from '../../contract/annotation.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import { JobNotFound } from './errors.ts';
import { listJobs, type JobListQuery, type JobPage } from './list-jobs.ts';
import { conditionOf } from './pull-request-follow.ts';
import { presentJob, readReview, type LocalRepositoryUrl } from './present-job.ts';

/** Shows the jobs of a project. */
export interface JobFinder {
  /** Undefined when the project has no such job. */
  find(projectId: string, jobId: string): Promise<AgentJob | undefined>;
  /** The newest first. */
  list(query: JobListQuery): Promise<JobPage>;
  /** Unified diff of what the agent changed so far; empty while nothing is. Throws JobNotFound. */
  diff(projectId: string, jobId: string): Promise<string>;
  /** Whether another review of the same pull request waits or works that was asked for later: it sees what this one would see. */
  isReviewOvertaken(projectId: string, jobId: string): Promise<boolean>;
  /** The jobs that opened these pull requests, by number. */
  findByPullRequests(projectId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, AgentJob>>;
  /** The latest changes since that time in milliseconds, the last first. `pullRequest` differs when it has changed. */
  latestChanges(
    projectId: string,
    query: { since: number; limit: number },
  ): Promise<{ id: string; at: number; pullRequest: string }[]>;
  /** Id of the job that opened this pull request, also if it has opened another since. */
  findByPullRequest(projectId: string, number: number): Promise<string | undefined>;
  readonly findMerges: FindMerges;
}

/** Merges that are told of at once. */
const mostMerges = 300;

export function createJobFinder({
  db,
  localRepositoryUrl,
}: {
  db: DatabaseConnection;
  localRepositoryUrl: LocalRepositoryUrl;
}): JobFinder {
  const present = (row: JobRow): AgentJob => presentJob(row, localRepositoryUrl);
  return {
    async find(projectId, jobId) {
      const row = await selectJob(db, projectId, jobId).executeTakeFirst();
      return row === undefined ? undefined : present(row);
    },

    list: (query) => listJobs(db, query, present),

    async diff(projectId, jobId) {
      await requireJob(db, projectId, jobId);
      const row = await db.selectFrom('job_diffs').select('diff').where('job_id', '=', jobId).executeTakeFirst();
      return row?.diff ?? '';
    },

    async isReviewOvertaken(projectId, jobId) {
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'review'])
        .where('project_id', '=', projectId)
        .where('status', '=', 'active')
        .where('id', '>=', jobId)
        .where('review', 'is not', null)
        .execute();
      const reviews = rows.map(({ id, review }) => ({ id, ...readReview(review ?? '') }));
      const own = reviews.find(({ id }) => id === jobId);
      return reviews.some(({ id, number, dryRun }) => id !== jobId && number === own?.number && !dryRun);
    },

    async findByPullRequests(projectId, numbers) {
      if (numbers.length === 0) return new Map();
      const rows = await db
        .selectFrom('jobs')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('pull_request_number', 'in', [...numbers])
        // A new repository restarts the numbers, so the latest job wins.
        .orderBy('id')
        .execute();
      return new Map(rows.map((row) => [row.pull_request_number ?? 0, present(row)]));
    },

    async latestChanges(projectId, { since, limit }) {
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'updated_at as at', 'pull_request_number as number'])
        .select(['pull_request_state as state', 'pull_request_follow as follow'])
        .where('project_id', '=', projectId)
        .where('updated_at', '>=', since)
        .orderBy('updated_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, at, number, state, follow }) => ({
        id,
        at,
        pullRequest: number === null ? '' : `${number} ${state} ${conditionOf(state, follow)}`,
      }));
    },

    async findByPullRequest(projectId, number) {
      const ofProject = db
        .selectFrom('jobs')
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('id', 'desc')
        .limit(1);
      const current = await ofProject.where('pull_request_number', '=', number).executeTakeFirst();
      const job =
        current ?? (await ofProject.where('former_pull_requests', 'like', `%,${number},%`).executeTakeFirst());
      return job?.id;
    },

    async findMerges(projectId, { from, to }) {
      let query = db
        .selectFrom('jobs')
        .innerJoin('job_events', 'job_events.job_id', 'jobs.id')
        .select(['jobs.id', 'title', 'prompt', 'pull_request_number as number', 'at'])
        .where('project_id', '=', projectId)
        .where('pull_request_state', '=', 'merged')
        .where('type', '=', 'pull_request')
        .where('data', 'like', '%"state":"merged"%');
      if (from !== undefined) query = query.where('at', '>=', from);
      if (to !== undefined) query = query.where('at', '<', to);
      const rows = await query.orderBy('at', 'desc').limit(mostMerges).execute();
      return rows.toReversed().map(({ id, title, prompt, number, at }) => ({
        jobId: id,
        number: number ?? 0,
        title: title ?? (prompt.split('\n', 1)[0] ?? '').slice(0, 100),
        at,
      }));
    },
  };
}

function selectJob(connection: DatabaseConnection | Transaction<Database>, projectId: string, jobId: string) {
  return connection.selectFrom('jobs').selectAll().where('id', '=', jobId).where('project_id', '=', projectId);
}

/** The job, which stays as it is for the rest of the transaction, while others wait who would change it. Throws JobNotFound. */
export async function lockJob(transaction: Transaction<Database>, projectId: string, jobId: string): Promise<JobRow> {
  const row = await selectJob(transaction, projectId, jobId).forUpdate().executeTakeFirst();
  if (row === undefined) throw new JobNotFound(jobId);
  return row;
}

/** Throws JobNotFound. */
export async function requireJob(
  connection: DatabaseConnection | Transaction<Database>,
  projectId: string,
  jobId: string,
): Promise<JobRow> {
  const row = await selectJob(connection, projectId, jobId).executeTakeFirst();
  if (row === undefined) throw new JobNotFound(jobId);
  return row;
}
