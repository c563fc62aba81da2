import type { Projects } from '../../projects/projects.ts';
import type { Attachment } from '../../contract/attachment.ts';
import type { MessageAuthor } from './message-author.ts';
import type { MessageOrigin } from './message-origins.ts';
import { idempotentRequest } from './idempotency.ts';
import type { JobStore } from './job-store.ts';

/**
 * Sends a further instruction to a job, within the quota of its project. Throws `ProjectNotFound`, `JobNotFound`,
 * `JobArchived`, `RateLimited`, `IdempotencyKeyReused`, `TooManyAttachments`.
 */
export type MessageJob = (message: {
  readonly projectId: string;
  readonly jobId: string;
  readonly prompt: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The same key and message within a day are one message. */
  readonly idempotencyKey?: string | undefined;
  /** Its pull-request thread, for a comment. */
  readonly origin?: MessageOrigin | undefined;
  readonly author?: MessageAuthor | undefined;
}) => ReturnType<JobStore['message']>;

export function createMessageJob({
  projects,
  jobs,
}: {
  projects: Pick<Projects, 'require'>;
  jobs: Pick<JobStore, 'message'>;
}): MessageJob {
  return async ({ projectId, jobId, prompt, attachments, idempotencyKey, origin, author }) => {
    const { jobsPerHour, pullRequests } = (await projects.require(projectId)).settings;
    const idempotent = idempotentRequest(idempotencyKey, [
      'messageAgentJob',
      jobId,
      prompt,
      ...(attachments === undefined ? [] : [JSON.stringify(attachments)]),
    ]);
    const stored = { origin, author: pullRequests.coAuthors ? author : undefined };
    return jobs.message({ projectId, jobId, prompt, attachments, jobsPerHour, idempotent, ...stored });
  };
}
