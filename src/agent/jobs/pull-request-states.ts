import type { PullRequestState } from '../../contract/pull-request.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { appendEvents, type JobEvents } from './job-events.ts';

/** States of the jobs' pull requests, as their code hosts report them. */
export interface PullRequestStates {
  /**
   * Stores the state with the latest job of this pull request. Returns the job's id and the stored state, or undefined if no
   * job opened it. An unchanged state stores nothing. A merge is final on every host, so a later report is an older one.
   */
  recordPullRequestState(reported: {
    projectId: string;
    number: number;
    state: PullRequestState;
  }): Promise<{ jobId: string; state: PullRequestState } | undefined>;
  /** Numbers of pull requests whose last known state is open, by project. */
  openPullRequests(): Promise<ReadonlyMap<string, ReadonlySet<number>>>;
}

export function createPullRequestStates({
  db,
  clock,
  events,
}: {
  db: DatabaseConnection;
  clock: Clock;
  events: JobEvents;
}): PullRequestStates {
  return {
    async recordPullRequestState({ projectId, number, state }) {
      const now = clock.now();
      const job = await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('jobs')
          .select(['id', 'pull_request_url as url', 'pull_request_state as state'])
          .where('project_id', '=', projectId)
          .where('pull_request_number', '=', number)
          // A new repository restarts the numbers, so the latest job wins.
          .orderBy('id', 'desc')
          .limit(1)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        if (row.state === state || row.state === 'merged') return { id: row.id, state: row.state, isNew: false };
        await transaction
          .updateTable('jobs')
          .set({ pull_request_state: state, updated_at: now })
          .where('id', '=', row.id)
          .execute();
        const data = { type: 'pull_request' as const, url: row.url ?? '', number, state };
        await appendEvents(transaction, { jobId: row.id, at: now }, data);
        return { id: row.id, state, isNew: true };
      });
      if (job?.isNew === true) events.wake(job.id);
      return job && { jobId: job.id, state: job.state };
    },

    async openPullRequests() {
      const rows = await db
        .selectFrom('jobs')
        .select(['project_id as projectId', 'pull_request_number as number'])
        .where('pull_request_state', '=', 'open')
        .execute();
      const numbers = new Map<string, Set<number>>();
      for (const { projectId, number } of rows) {
        if (number !== null) numbers.set(projectId, (numbers.get(projectId) ?? new Set<number>()).add(number));
      }
      return numbers;
    },
  };
}
