import type { JobStatus } from '../../contract/agent-job.ts';
import { jobAttachmentLimits } from '../../contract/attachment.ts';
import { AppError, defineError, remedyAt, type ErrorFacts } from '../../kernel/app-error.ts';
import { duration } from '../../kernel/clock.ts';
import { counted } from '../../kernel/counted.ts';

export const JobNotFound = defineError(
  {
    code: 'job_not_found',
    status: 404,
    title: 'No such job',
    remedy: {
      api: 'Check the id: `GET /v2/agent/{projectId}/jobs` lists the jobs of the project.',
      cli: 'Check the id: `docwright job list` shows the jobs of the project.',
      otherwise: 'Check the address: the page of jobs lists those of the project.',
    },
  },
  (jobId: string) => `This project has no job ${JSON.stringify(jobId.slice(0, 64))}.`,
);

export const JobArchived = defineError(
  {
    code: 'job_archived',
    status: 409,
    title: 'The job is archived',
    remedy: 'Create a new job; an archived job takes no messages.',
  },
  (jobId: string) => `Job ${jobId} is archived.`,
);

/** What all messages of a job bring together. */
export const TooManyAttachments = defineError(
  {
    code: 'too_many_attachments',
    status: 422,
    title: 'The job has too many attachments',
    remedy: 'Send the message without attachments, or put them into a new job, which begins with none.',
  },
  /** What the job has already. */
  ({ count, bytes }: { count: number; bytes: number }) => {
    const { count: most, bytes: mostBytes } = jobAttachmentLimits;
    const message = `A job takes ${most} attachments of ${mostBytes} bytes together, and this one has ${count} of ${bytes} bytes already.`;
    return { message, details: [{ field: 'attachments', message }] };
  },
);

export const IllegalJobMove = defineError(
  {
    code: 'illegal_job_move',
    status: 409,
    title: 'The job cannot change that way',
    remedy: 'Read the job again; its status changed meanwhile.',
  },
  (from: JobStatus, to: JobStatus) => `A job that is ${from} cannot become ${to}.`,
);

export const IdempotencyKeyReused = defineError(
  {
    code: 'idempotency_key_reused',
    status: 422,
    title: 'The idempotency key was used for another request',
    remedy: 'Use a new key for a new request; the same key only repeats the same request.',
  },
  () => 'This Idempotency-Key was used with another request.',
);

/** The worker lost its claim on the job; whatever it was about to write belongs to another worker now. */
export const LeaseLost = defineError(
  {
    code: 'lease_lost',
    status: 409,
    title: 'Another worker took the job over',
    remedy: 'Nothing to do: the other worker goes on from the last finished step.',
    retryable: true,
  },
  (jobId: string) => `The lease on job ${jobId} is gone.`,
);

export const VersionGone = defineError(
  {
    code: 'version_gone',
    status: 410,
    title: 'This version of the operation is not served',
    remedy: 'Use version 2 of the agent API; the reference is at /docs.',
  },
  (now: string) => `Version 1 of the agent API is not served. Call ${now} in its place.`,
);

/** Whatever ended them, it would end the next one too, and the server with it. */
export const WorkersEnded = defineError(
  {
    code: 'workers_ended',
    status: 500,
    title: 'Each process that worked on the job ended in the middle of it',
    remedy:
      'Look into the log of the server for how it ended, such as out of memory; then send a message: the job goes on where it stopped.',
  },
  (times: number) => `The process that worked on the job ended ${times} times without a word.`,
);

/** Something outside of this server; the round goes on where it stopped when a message comes. */
export class AwayTooLong extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'away_too_long',
    status: 504,
    title: 'Something that the job needs was away for too long',
    remedy: 'When it answers again, send the job a message: it goes on where it stopped, and pays for nothing twice.',
    retryable: true,
  };
  constructor(
    fault: AppError,
    { tries, waited, pushedTo }: { tries: number; waited: number; pushedTo: string | undefined },
  ) {
    const minutes = counted(Math.round(waited / duration.minute), 'minute');
    const standing =
      pushedTo === undefined
        ? 'Nothing of this round was pushed; what was done is stored on this server.'
        : `The change is pushed to the branch ${pushedTo}; the pull request is what is missing.`;
    // What does not pass by itself is mended first.
    const ours = remedyAt('job', AwayTooLong.facts);
    const remedy = fault.facts.retryable ? ours : `${remedyAt('job', fault.facts)} ${ours}`;
    super(
      { ...AwayTooLong.facts, remedy },
      `${fault.message} It was tried ${counted(tries, 'time')} in ${minutes}. ${standing}`,
    );
  }
}
