import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class ThreadNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'thread_not_found',
    status: 404,
    title: 'No such conversation',
    remedy: 'Docwright has no assistant; the README says which operations of the hosted product it serves.',
    retryable: false,
  };
  constructor(threadId: string) {
    super(ThreadNotFound.facts, `There is no conversation ${JSON.stringify(threadId.slice(0, 64))}.`);
  }
}
