import type { JobStatus } from '../../contract/agent-job.ts';
import { jobAttachmentLimits } from '../../contract/attachment.ts';
import { AppError, defineError, remedyAt, type ErrorFacts } from '../../kernel/app-error.ts';
import { duration } from '../../kernel/clock.ts';
import { counted } from '../../kernel/counted.ts';

export const JobNotFound = defineError(
  {
    code: 'job_not_found',
    status: 404,
    title: 'Unknown job',
    remedy: {
      api: "Check the id. `GET /v2/agent/{projectId}/jobs` lists the project's jobs.",
      cli: "Check the id. `docwright job list` lists the project's jobs.",
      mcp: "Check the id. `list_jobs` lists the project's jobs.",
      otherwise: "Check the URL. The Jobs page lists the project's jobs.",
    },
  },
  (jobId: string) => `This project has no job ${JSON.stringify(jobId.slice(0, 64))}.`,
);

export const JobArchived = defineError(
  {
    code: 'job_archived',
    status: 409,
    title: 'Job archived',
    remedy: 'Create a new job. An archived job accepts no messages.',
  },
  (jobId: string) => `Job ${jobId} is archived.`,
);

export const ReviewTakesNoMessages = defineError(
  {
    code: 'review_takes_no_messages',
    status: 409,
    title: 'Reviews accept no messages',
    remedy: 'Ask for another review of the pull request, or create a job.',
  },
  (jobId: string) => `Job ${jobId} is a review.`,
);

/** What all messages of a job bring together. */
export const TooManyAttachments = defineError(
  {
    code: 'too_many_attachments',
    status: 422,
    title: 'Too many attachments',
    remedy: 'Send the message without attachments, or create a new job with them.',
  },
  /** What the job has already. */
  ({ count, bytes }: { count: number; bytes: number }) => {
    const { count: most, bytes: mostBytes } = jobAttachmentLimits;
    const message = `A job may have ${most} attachments with ${mostBytes} bytes in total. This one already has ${count} with ${bytes} bytes.`;
    return { message, details: [{ field: 'attachments', message }] };
  },
);

export const IllegalJobMove = defineError(
  {
    code: 'illegal_job_move',
    status: 409,
    title: 'Job status does not allow this',
    remedy: 'Read the job again. Its status has changed.',
  },
  (from: JobStatus, to: JobStatus) => `A job that is ${from} cannot become ${to}.`,
);

export const IdempotencyKeyReused = defineError(
  {
    code: 'idempotency_key_reused',
    status: 422,
    title: 'Idempotency key already used',
    remedy: 'Use a new key for a new request. A key can only repeat its own request.',
  },
  () => 'This Idempotency-Key was used for a different request.',
);

/** The worker lost its claim on the job; whatever it was about to write belongs to another worker now. */
export const LeaseLost = defineError(
  {
    code: 'lease_lost',
    status: 409,
    title: 'Lease lost',
    remedy: 'Nothing to do: another worker continues from the last stored turn.',
    retryable: true,
  },
  (jobId: string) => `This worker lost the lease on job ${jobId}.`,
);

export const VersionGone = defineError(
  {
    code: 'version_gone',
    status: 410,
    title: 'API version not supported',
    remedy: 'Use version 2 of the agent API. See the API reference at /docs.',
  },
  (now: string) => `Version 1 of the agent API is not supported. Use ${now} instead.`,
);

/** Whatever ended them, it would end the next one too, and the server with it. */
export const WorkersEnded = defineError(
  {
    code: 'workers_ended',
    status: 500,
    title: 'Worker processes crashed',
    remedy:
      "Check the server's log for the cause, such as out of memory. Then send the job a message: it continues where it stopped.",
  },
  (times: number) => `The process that worked on the job crashed ${times} times.`,
);

/** Something outside of this server; the round goes on where it stopped when a message comes. */
export class AwayTooLong extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'away_too_long',
    status: 504,
    title: 'Required service unavailable for too long',
    remedy:
      'When the service works again, send the job a message. It continues where it stopped and pays for nothing twice.',
    retryable: true,
  };
  constructor(
    fault: AppError,
    { tries, waited, pushedTo }: { tries: number; waited: number; pushedTo: string | undefined },
  ) {
    const minutes = counted(Math.round(waited / duration.minute), 'minute');
    const standing =
      pushedTo === undefined
        ? 'Nothing from this round was pushed. The work so far is stored on this server.'
        : `The change was pushed to the branch ${pushedTo}; only the pull request is missing.`;
    // What does not pass by itself is mended first.
    const ours = remedyAt('job', AwayTooLong.facts);
    const remedy = fault.facts.retryable ? ours : `${remedyAt('job', fault.facts)} ${ours}`;
    super(
      { ...AwayTooLong.facts, remedy },
      `${fault.message} It was tried ${counted(tries, 'time')} in ${minutes}. ${standing}`,
    );
  }
}
