import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AgentJob, JobStatus } from '../../contract/agent-job.ts';
import type { PullRequestState } from '../../contract/pull-request.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { JobRow } from '../../db/schema.ts';

export interface JobListQuery {
  readonly projectId: string;
  readonly kind: 'change' | 'review';
  readonly limit: number;
  /** Jobs older than the one with this id. */
  readonly before?: string | undefined;
  readonly status?: JobStatus | undefined;
  /** See `jobListQuerySchema`. */
  readonly createdBy?: string | undefined;
  readonly prState?: PullRequestState | undefined;
  readonly search?: string | undefined;
}

export interface JobPage {
  readonly jobs: AgentJob[];
  /** The `before` of the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** Jobs that one page looks through at most, and at once: SQLite blocks the process for some milliseconds for these. */
const mostSearched = 20_000;
const searchedAtOnce = 200;
/** Characters of a prompt that are searched. */
const searchedPrompt = 2_000;

/**
 * Lists the jobs of a project, the newest first. One filter is answered by its index. A search, or further filters, look
 * through what that index gives, a bounded number of jobs for each page, so that a page may be short before the last.
 */
export async function listJobs(
  db: DatabaseConnection,
  query: JobListQuery,
  present: (row: JobRow) => AgentJob,
): Promise<JobPage> {
  const { limit, search, createdBy, prState, status } = query;
  const filters = [createdBy, prState, status].filter((value) => value !== undefined).length;
  if (search === undefined && filters <= 1) {
    const rows = await indexed(db, query, limit + 1)
      .selectAll()
      .execute();
    const page = rows.slice(0, limit);
    return { jobs: page.map(present), next: rows.length > limit ? page.at(-1)?.id : undefined };
  }
  const searchHere = () => searchJobs(db, query, present);
  const found = searches.then(searchHere);
  searches = found.catch(() => undefined);
  return found;
}

/** One at a time in a process: each takes a part of every turn of the event loop. */
let searches: Promise<unknown> = Promise.resolve();

async function searchJobs(
  db: DatabaseConnection,
  query: JobListQuery,
  present: (row: JobRow) => AgentJob,
): Promise<JobPage> {
  const { limit, search, prState, status } = query;
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  const isWanted = (row: Awaited<ReturnType<typeof searchable>>[number]): boolean => {
    const text = [row.title, row.prompt, row.model, row.created_by_name].join('\n').toLowerCase();
    const number = `#${row.pull_request_number ?? ''}`;
    return (
      (status === undefined || row.status === status) &&
      (prState === undefined || row.pull_request_state === prState) &&
      words.every((word) => (/^#\d+$/.test(word) ? word === number : text.includes(word)))
    );
  };
  const found: string[] = [];
  let { before } = query;
  let isLast = false;
  for (let searched = 0; searched < mostSearched && !isLast && found.length < limit; searched += searchedAtOnce) {
    const rows = await searchable(db, { ...query, before });
    // SQLite answers without giving way to anybody.
    await setImmediate();
    isLast = rows.length < searchedAtOnce;
    for (const row of rows) {
      before = row.id;
      if (isWanted(row)) found.push(row.id);
      if (found.length < limit) continue;
      isLast &&= row === rows.at(-1);
      break;
    }
  }
  if (found.length === 0) return { jobs: [], next: isLast ? undefined : before };
  const rows = await db.selectFrom('jobs').selectAll().where('id', 'in', found).orderBy('id', 'desc').execute();
  return { jobs: rows.map(present), next: isLast ? undefined : before };
}

/** By the filter that leaves the fewest. */
function indexed(
  db: DatabaseConnection,
  { projectId, kind, createdBy, prState, status, before }: JobListQuery,
  limit: number,
) {
  let rows = db.selectFrom('jobs').where('project_id', '=', projectId);
  rows = rows.where('review', kind === 'review' ? 'is not' : 'is', null);
  if (createdBy !== undefined) rows = rows.where('created_by', '=', createdBy);
  else if (prState !== undefined) rows = rows.where('pull_request_state', '=', prState);
  else if (status !== undefined) rows = rows.where('status', '=', status);
  if (before !== undefined) rows = rows.where('id', '<', before);
  return rows.orderBy('id', 'desc').limit(limit);
}

function searchable(db: DatabaseConnection, query: JobListQuery) {
  return indexed(db, query, searchedAtOnce)
    .select(['id', 'status', 'title', 'model', 'created_by_name', 'pull_request_number', 'pull_request_state'])
    .select(sql<string>`substr(prompt, 1, ${sql.lit(searchedPrompt)})`.as('prompt'))
    .execute();
}
