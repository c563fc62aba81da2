import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { CommentEvent } from '../../codehost/webhook.ts';
import type { WebhookTaken } from '../../contract/webhook.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { IdempotencyKeyReused } from '../jobs/errors.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageJob } from '../jobs/message-job.ts';
import type { AcceptReview } from '../review/accept-review.ts';
import { instructionOf, readMention, readReviewRequest } from './read-mention.ts';
import { reviewOnce } from './review-once.ts';

/** Of the permission check, while the code host waits for our response. */
const patience = 8 * duration.second;
/** Shorter than the day that idempotency keys last, because the host's clock may be ahead: no comment is handled twice. */
const oldestComment = 23 * duration.hour;

/**
 * Turns a comment that addresses the agent into a message to the job, or on a pull request of a person into a review, if its
 * author may push. Throws what `MessageJob`, `AcceptReview` and the code host throw.
 */
export async function handleComment(
  event: CommentEvent,
  {
    projectId,
    codeHost,
    repository,
    jobs,
    messageJob,
    acceptReview,
    clock,
  }: {
    projectId: string;
    codeHost: Pick<CodeHost, 'mayWrite'>;
    repository: RepositoryRef;
    jobs: Pick<JobStore, 'findByPullRequest'>;
    messageJob: MessageJob;
    /** Absent where only pull requests of jobs are read. */
    acceptReview?: AcceptReview;
    clock: Clock;
  },
): Promise<WebhookTaken> {
  const { number, author, thread } = event;
  const ignore = (because: string): WebhookTaken => ({ taken: false, because });
  const mention = readMention(event);
  if (mention === undefined) return ignore('The comment does not mention @docwright.');
  if (mention === '') return ignore('The comment mentions @docwright but contains no instruction.');
  const jobId = await jobs.findByPullRequest(projectId, number);
  const request = jobId === undefined ? readReviewRequest(event) : undefined;
  if (jobId === undefined && request === undefined)
    return ignore(`No job of the project works on pull request #${number}.`);
  const age = clock.now() - Date.parse(event.createdAt);
  // Negated, so that an unreadable time (NaN) is ignored too.
  if (!(age <= oldestComment)) return ignore('The comment is older than 23 hours.');
  const account = event.accountId ?? author;
  const mayWrite = await codeHost.mayWrite?.({ repository, account }, AbortSignal.timeout(patience));
  if (mayWrite !== true) return ignore(`@${author} may not push to the repository.`);
  const idempotencyKey = `comment-of-${number}-${event.id}`;
  try {
    if (jobId === undefined) {
      if (acceptReview === undefined) return ignore('Reviews are asked for by webhook.');
      const order = { projectId, pullRequest: number, idempotencyKey, origin: { number, thread } };
      return await reviewOnce({ ...order, request: request && instructionOf(event, request) }, acceptReview);
    }
    const { replayed } = await messageJob({
      projectId,
      jobId,
      prompt: instructionOf(event, mention),
      idempotencyKey,
      origin: { number, thread },
      author: event.authorEmail === undefined ? undefined : { name: author, email: event.authorEmail },
    });
    if (!replayed) return { taken: true, because: `Job ${jobId} received the comment.` };
  } catch (error) {
    // The comment was edited later.
    if (!(error instanceof IdempotencyKeyReused)) throw error;
  }
  return ignore('The comment was received before.');
}
