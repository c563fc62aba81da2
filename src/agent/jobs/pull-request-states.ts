import type { PullRequestState } from '../../contract/pull-request.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { appendEvent, type JobEvents } from './job-events.ts';

/** What became of the pull requests of jobs, as their code hosts report it. */
export interface PullRequestStates {
  /**
   * Stores the state of a pull request with the latest job that opened it; returns that job's id and the state as it is
   * stored, undefined where no job did. The same state again changes nothing. A merge is final on every host, so what
   * arrives after it was sent before.
   */
  recordPullRequestState(reported: {
    projectId: string;
    number: number;
    state: PullRequestState;
  }): Promise<{ jobId: string; state: PullRequestState } | undefined>;
  /** Numbers of the pull requests that are open as far as is known, by project. */
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
          // A repository that is set anew begins to count anew: the latest wins.
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
        await appendEvent(transaction, { jobId: row.id, at: now, data });
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
