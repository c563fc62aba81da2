import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { CommentEvent } from '../../codehost/webhook.ts';
import type { WebhookTaken } from '../../contract/webhook.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { IdempotencyKeyReused } from '../jobs/errors.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageJob } from '../jobs/message-job.ts';
import { instructionOf, readMention } from './read-mention.ts';

/** Longest that a code host is asked for the rights of a person; it waits for our answer meanwhile. */
const patience = 8 * duration.second;
/** As long as the same comment is known again. */
const oldestComment = duration.day;

/**
 * Makes a comment that mentions the agent a message to its job, where its author may push to the repository. Throws what
 * `MessageJob` throws, and what the code host says.
 */
export async function takeComment(
  event: CommentEvent,
  {
    projectId,
    codeHost,
    repository,
    jobs,
    messageJob,
    clock,
  }: {
    projectId: string;
    codeHost: CodeHost;
    repository: RepositoryRef;
    jobs: Pick<JobStore, 'ofPullRequests'>;
    messageJob: MessageJob;
    clock: Clock;
  },
): Promise<WebhookTaken> {
  const { number, author, thread } = event;
  const leave = (because: string): WebhookTaken => ({ taken: false, because });
  const mention = readMention(event);
  if (mention === undefined) return leave('The comment does not mention @docwright.');
  if (mention === '') return leave('The comment mentions @docwright and asks nothing.');
  const jobId = (await jobs.ofPullRequests(projectId, [number])).get(number);
  if (jobId === undefined) return leave(`No job of the project opened pull request #${number}.`);
  const age = clock.now() - Date.parse(event.createdAt);
  // Also where the host writes a time that cannot be read.
  if (!(age <= oldestComment)) return leave('The comment is older than a day.');
  const mayWrite = await codeHost.mayWrite?.({ repository, account: author }, AbortSignal.timeout(patience));
  if (mayWrite !== true) return leave(`@${author} may not push to the repository.`);
  try {
    const { replayed } = await messageJob({
      projectId,
      jobId,
      prompt: instructionOf(event, mention),
      idempotencyKey: `comment-of-${number}-${event.id}`,
      origin: { number, thread },
    });
    if (!replayed) return { taken: true, because: `Job ${jobId} got the comment.` };
  } catch (error) {
    // It was edited since.
    if (!(error instanceof IdempotencyKeyReused)) throw error;
  }
  return leave('The comment was taken before.');
}
