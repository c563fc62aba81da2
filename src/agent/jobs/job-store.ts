import type { Selectable, Transaction } from 'kysely';
import type { AgentJob, CreateJob, JobReview } from '../../contract/agent-job.ts';
import type { Attachment } from '../../contract/attachment.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import type { Clock, DeletionTime } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { insertAttachments } from './attachments.ts';
import { AwayTooLong, JobArchived, ReviewTakesNoMessages, WorkersEnded } from './errors.ts';
import type { MessageAuthor, Orderer } from './message-author.ts';
import { createMessageOrigins, isFromThread, type MessageOrigin, type MessageOrigins } from './message-origins.ts';
import { createFollowedPullRequests, type FollowedPullRequests } from './followed-pull-requests.ts';
import { createPullRequestStates, type PullRequestStates } from './pull-request-states.ts';
import { createJobFinder, lockJob, requireJob, type JobFinder } from './find-jobs.ts';
import { answerOnce, findReplay, type Answer, type IdempotentRequest } from './idempotency.ts';
import { appendEvents, type JobEvents } from './job-events.ts';
import { headBranchName } from './head-branch-name.ts';
import { moveJob } from './move-job.ts';
import { queued, roundAfter, sameRound } from './next-round.ts';
import { presentFailure, presentJob, type LocalRepositoryUrl } from './present-job.ts';
import { chargeQuota } from './quota.ts';

/** Accepts, shows and changes jobs on behalf of clients. Every method is one transaction; every answer is durable. */
export interface JobStore extends JobFinder, PullRequestStates, FollowedPullRequests, MessageOrigins {
  /** The answer that the same request got before; undefined for a new one. Throws IdempotencyKeyReused. */
  replay(request: { projectId: string; idempotent: IdempotentRequest | undefined }): Promise<Answer | undefined>;
  accept(job: NewJob): Promise<Answer>;
  /**
   * Adds an instruction. A job that had ended becomes active again. Throws JobNotFound, IdempotencyKeyReused,
   * JobArchived, ReviewTakesNoMessages, RateLimited, TooManyAttachments.
   */
  message(request: {
    projectId: string;
    jobId: string;
    prompt: string;
    attachments?: readonly Attachment[] | undefined;
    jobsPerHour: number;
    idempotent?: IdempotentRequest | undefined;
    origin?: MessageOrigin | undefined;
    author?: MessageAuthor | undefined;
  }): Promise<Answer>;
  /** Terminal; archiving twice is harmless. Throws JobNotFound. */
  archive(projectId: string, jobId: string): Promise<AgentJob>;
  /** Archives at most 100 ended jobs last changed before `olderThan`, oldest first; returns how many. */
  archiveOld(projectId: string, olderThan: number): Promise<number>;
}

/** A job as it is accepted, with nothing left open. */
export interface NewJob {
  readonly projectId: string;
  readonly request: CreateJob;
  readonly model: string;
  readonly repository: string;
  readonly baseBranch: string | null;
  readonly draft: boolean;
  readonly jobsPerHour: number;
  readonly idempotent: IdempotentRequest | undefined;
  readonly author?: MessageAuthor | undefined;
  readonly createdBy?: Orderer | undefined;
  /** Makes it a review, which counts against a quota of its own and takes no further messages. */
  readonly review?: { readonly of: JobReview; readonly headBranch: string } | undefined;
  /** The comment that asked for it. */
  readonly origin?: MessageOrigin | undefined;
}

export function createJobStore({
  db,
  clock,
  deletionTime,
  events,
  localRepositoryUrl,
  onQueued,
}: {
  db: DatabaseConnection;
  clock: Clock;
  deletionTime: DeletionTime;
  events: JobEvents;
  localRepositoryUrl: LocalRepositoryUrl;
  /** Called after a job has become work to do, so that an idle worker in this process need not wait for its poll. */
  onQueued: () => void;
}): JobStore {
  const present = (row: JobRow): AgentJob => presentJob(row, localRepositoryUrl);
  return {
    ...createJobFinder({ db, localRepositoryUrl }),
    ...createPullRequestStates({ db, clock, events }),
    ...createFollowedPullRequests({ db, clock, events }),
    ...createMessageOrigins({ db, clock }),

    replay: (request) => findReplay(db, { ...request, expiryTime: deletionTime() }),

    async accept({
      projectId,
      request,
      model,
      repository,
      baseBranch,
      draft,
      jobsPerHour,
      idempotent,
      review,
      origin,
      author,
      createdBy,
    }) {
      const now = clock.now();
      const accepted = await db.transaction().execute((transaction) =>
        answerOnce(transaction, { projectId, idempotent, status: 201, now, expiryTime: deletionTime() }, async () => {
          const name = review === undefined ? 'jobs' : 'reviews';
          const quota = await chargeQuota(transaction, { projectId, quota: jobsPerHour, now, name });
          const id = newId('job', now);
          const row: Selectable<JobRow> = {
            ...emptyJob,
            id,
            project_id: projectId,
            prompt: request.prompt,
            model,
            repository,
            base_branch: baseBranch,
            head_branch: review?.headBranch ?? headBranchName(request.prompt, id),
            review: review === undefined ? null : JSON.stringify(review.of),
            draft: draft ? 1 : 0,
            created_by: createdBy?.actor ?? 'automation',
            created_by_name: createdBy?.person?.name ?? createdBy?.name ?? null,
            created_at: now,
            updated_at: now,
          };
          await transaction.insertInto('jobs').values(row).execute();
          await insertMessage(transaction, { ...request, origin, author, jobId: id, now });
          await appendEvents(transaction, { jobId: id, at: now }, { type: 'phase', phase: 'queued', round: 1 });
          return { job: present(row), quota };
        }),
      );
      if (accepted.replayed) return accepted;
      events.wake(accepted.job.id);
      onQueued();
      return accepted;
    },

    async message({ projectId, jobId, prompt, attachments, jobsPerHour, idempotent, origin, author }) {
      const now = clock.now();
      const answer = await db.transaction().execute(async (transaction) => {
        const row = await lockJob(transaction, projectId, jobId);
        return answerOnce(
          transaction,
          { projectId, idempotent, status: 200, now, expiryTime: deletionTime() },
          async () => {
            if (row.status === 'archived') throw new JobArchived(jobId);
            if (row.review !== null) throw new ReviewTakesNoMessages(jobId);
            const quota = await chargeQuota(transaction, { projectId, quota: jobsPerHour, now });
            await insertMessage(transaction, { jobId, prompt, attachments, origin, author, now });
            if (row.status === 'active') {
              // A person who writes to a job that waits has a reason to think that it need not wait any more.
              const fields = { updated_at: now, ...(row.waiting !== null && { available_at: 0 }) };
              await transaction.updateTable('jobs').set(fields).where('id', '=', jobId).execute();
            } else {
              await queueAgain(transaction, row, now);
            }
            return { job: present(await requireJob(transaction, projectId, jobId)), quota };
          },
        );
      });
      if (answer.replayed) return answer;
      events.wake(jobId);
      onQueued();
      return answer;
    },

    async archive(projectId, jobId) {
      const now = clock.now();
      const job = await db.transaction().execute(async (transaction) => {
        const row = await lockJob(transaction, projectId, jobId);
        if (row.status !== 'archived') await archiveRow(transaction, row, now);
        return present(await requireJob(transaction, projectId, jobId));
      });
      events.wake(jobId);
      return job;
    },

    async archiveOld(projectId, olderThan) {
      return db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('jobs')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('status', 'in', ['completed', 'failed'])
          .where('updated_at', '<', olderThan)
          .orderBy('updated_at')
          .limit(mostArchivedAtOnce)
          // Whoever has one of them at hand keeps it young, or archives it.
          .forUpdate()
          .skipLocked()
          .execute();
        for (const row of rows) await archiveRow(transaction, row, clock.now());
        return rows.length;
      });
    },
  };
}

/** 100 take about 10 ms, during which SQLite blocks the process. */
const mostArchivedAtOnce = 100;

/** What a job begins with. */
const emptyJob = {
  ...queued,
  status: 'active',
  title: null,
  summary: null,
  head_sha: null,
  pull_request_number: null,
  pull_request_url: null,
  pull_request_state: null,
  pull_request_follow: null,
  former_pull_requests: null,
  review: null,
  created_by: null,
  created_by_name: null,
  lines_added: null,
  lines_removed: null,
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  model_calls: 0,
  cost: 0,
  unpriced_calls: 0,
  web_pages: 0,
  web_bytes: 0,
  round: 1,
  lease_epoch: 0,
  archived_at: null,
};

async function insertMessage(
  transaction: Transaction<Database>,
  {
    jobId,
    prompt,
    attachments = [],
    origin,
    author,
    now,
  }: {
    jobId: string;
    prompt: string;
    attachments?: readonly Attachment[] | undefined;
    origin?: MessageOrigin | undefined;
    author?: MessageAuthor | undefined;
    now: number;
  },
): Promise<void> {
  const id = newId('msg', now);
  await transaction
    .insertInto('job_messages')
    .values({
      id,
      job_id: jobId,
      prompt,
      created_at: now,
      turn_index: null,
      origin: origin === undefined ? null : JSON.stringify(origin),
      answer_due: isFromThread(origin) ? now : null,
      author: author === undefined ? null : JSON.stringify(author),
    })
    .execute();
  const files = await insertAttachments(transaction, { jobId, messageId: id, attachments });
  const data = { type: 'message', text: prompt, ...(files.length > 0 && { attachments: files }) } as const;
  await appendEvents(transaction, { jobId, at: now }, data);
}

/** What was done is whole, and only whoever did it or what it was done with has gone. */
const interrupting = [AwayTooLong.facts.code, WorkersEnded.facts.code];

function wasInterrupted({ failure }: JobRow): boolean {
  const code = presentFailure(failure)?.code;
  return code !== undefined && interrupting.includes(code);
}

/** A message starts an ended job again: in its next round, unless this one was interrupted; then it goes on, with its tree. */
async function queueAgain(transaction: Transaction<Database>, row: JobRow, now: number): Promise<void> {
  const { fields, event } = wasInterrupted(row) ? sameRound(row.round) : roundAfter(row.round);
  const moved = { ...fields, lease_epoch: row.lease_epoch + 1, updated_at: now };
  await moveJob(transaction, { id: row.id, to: 'active', fields: moved });
  await appendEvents(transaction, { jobId: row.id, at: now }, event);
}

/** Raising the epoch takes the job away from whoever works on it. Nobody reads its attachments again. */
async function archiveRow(transaction: Transaction<Database>, row: JobRow, now: number): Promise<void> {
  const fields = {
    archived_at: now,
    updated_at: now,
    lease_owner: null,
    lease_until: 0,
    lease_epoch: row.lease_epoch + 1,
  };
  await moveJob(transaction, { id: row.id, to: 'archived', fields });
  await transaction.deleteFrom('job_attachments').where('job_id', '=', row.id).execute();
  await appendEvents(transaction, { jobId: row.id, at: now }, { type: 'status', status: 'archived', failure: null });
}
