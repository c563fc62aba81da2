import type { JobStatus } from '../../contract/agent-job.ts';
import { jobStatusSchema } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { JobRow } from '../../db/schema.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { appendEvents, type JobEvents } from './job-events.ts';
import { readFollow, type PullRequestFollow } from './pull-request-follow.ts';

/** An open pull request and its job. */
export interface FollowedPullRequest {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly number: number;
  readonly url: string;
  readonly headBranch: string;
  /** The commit that Docwright pushed last. */
  readonly headSha: string | null;
  readonly follow: PullRequestFollow;
}

/** Open pull requests between rounds of their jobs. */
export interface FollowedPullRequests {
  /** The pull request with its latest job, unless it has ended or a round is queued or runs. */
  findFollowed(projectId: string, number: number): Promise<FollowedPullRequest | undefined>;
  /**
   * Takes the pull request for five minutes, so that no other process acts on it too, and returns it as it is now. Undefined
   * if another process has it, or for the reasons of `findFollowed`.
   */
  takeFollowed(projectId: string, number: number): Promise<FollowedPullRequest | undefined>;
  /** Stores what changed, tells the job's log, and gives the pull request back. */
  recordFollowed(
    jobId: string,
    found: { follow?: Partial<PullRequestFollow>; headSha?: string; notice?: string },
  ): Promise<void>;
}

const holdMilliseconds = 5 * duration.minute;

export function createFollowedPullRequests({
  db,
  clock,
  events,
}: {
  db: DatabaseConnection;
  clock: Clock;
  events: JobEvents;
}): FollowedPullRequests {
  const select = (connection: Pick<DatabaseConnection, 'selectFrom'>, projectId: string, number: number) =>
    connection
      .selectFrom('jobs')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('pull_request_number', '=', number)
      // A new repository restarts the numbers, so the latest job wins.
      .orderBy('id', 'desc')
      .limit(1);
  return {
    findFollowed: async (projectId, number) => present(await select(db, projectId, number).executeTakeFirst()),

    async takeFollowed(projectId, number) {
      return db.transaction().execute(async (transaction) => {
        const row = await select(transaction, projectId, number).forUpdate().executeTakeFirst();
        const followed = present(row);
        const now = clock.now();
        if (followed === undefined || followed.follow.busyUntil > now) return undefined;
        const held = { ...followed.follow, busyUntil: now + holdMilliseconds };
        await transaction
          .updateTable('jobs')
          .set({ pull_request_follow: JSON.stringify(held) })
          .where('id', '=', followed.jobId)
          .execute();
        return followed;
      });
    },

    async recordFollowed(jobId, { follow, headSha, notice }) {
      const now = clock.now();
      await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('jobs')
          .select('pull_request_follow as stored')
          .where('id', '=', jobId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const found = { ...readFollow(row.stored), ...follow, busyUntil: 0 };
        const fields = {
          pull_request_follow: JSON.stringify(found),
          ...(headSha !== undefined && { head_sha: headSha }),
        };
        await transaction
          .updateTable('jobs')
          .set({ ...fields, ...((follow ?? notice) !== undefined && { updated_at: now }) })
          .where('id', '=', jobId)
          .execute();
        if (notice !== undefined) await appendEvents(transaction, { jobId, at: now }, { type: 'notice', text: notice });
      });
      if ((follow ?? notice) !== undefined) events.wake(jobId);
    },
  };
}

function present(row: JobRow | undefined): FollowedPullRequest | undefined {
  if (row?.pull_request_state !== 'open' || row.status === 'active') return undefined;
  return {
    jobId: row.id,
    status: jobStatusSchema.parse(row.status),
    number: row.pull_request_number ?? 0,
    url: row.pull_request_url ?? '',
    headBranch: row.head_branch,
    headSha: row.head_sha,
    follow: readFollow(row.pull_request_follow),
  };
}
