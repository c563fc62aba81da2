import type { JobFailure } from '../../contract/agent-job.ts';
import { remedyAt, type AppError } from '../../kernel/app-error.ts';

/** An error as it is stored with a job and shown to people. */
export function describeFailure(error: AppError): JobFailure {
  const { code, retryable } = error.facts;
  return { code, message: error.message, remedy: remedyAt('job', error.facts), retryable };
}
