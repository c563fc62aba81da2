import type { JobStatus } from '../contract/agent-job.ts';
import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class JobNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'job_not_found',
    status: 404,
    title: 'No such job',
    remedy: 'Check the job id; list the jobs of the project to find it.',
    retryable: false,
  };
  constructor(jobId: string) {
    super(JobNotFound.facts, `This project has no job ${JSON.stringify(jobId.slice(0, 64))}.`);
  }
}

export class JobArchived extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'job_archived',
    status: 409,
    title: 'The job is archived',
    remedy: 'Create a new job; an archived job takes no messages.',
    retryable: false,
  };
  constructor(jobId: string) {
    super(JobArchived.facts, `Job ${jobId} is archived.`);
  }
}

export class VersionGone extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'version_gone',
    status: 410,
    title: 'This version of the operation is not served',
    remedy: 'Use version 2 of the agent API; the reference is at /docs.',
    retryable: false,
  };
  constructor(now: string) {
    super(VersionGone.facts, `Version 1 of the agent API is not served. Call ${now} in its place.`);
  }
}

export class IllegalJobMove extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'illegal_job_move',
    status: 409,
    title: 'The job cannot change that way',
    remedy: 'Read the job again; its status changed meanwhile.',
    retryable: false,
  };
  constructor(from: JobStatus, to: JobStatus) {
    super(IllegalJobMove.facts, `A job that is ${from} cannot become ${to}.`);
  }
}

export class IdempotencyKeyReused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'idempotency_key_reused',
    status: 422,
    title: 'The idempotency key was used for another request',
    remedy: 'Use a new key for a new request; the same key only repeats the same request.',
    retryable: false,
  };
  constructor() {
    super(IdempotencyKeyReused.facts, 'This Idempotency-Key was used with another request.');
  }
}

/** The worker lost its claim on the job; whatever it was about to write belongs to another worker now. */
export class LeaseLost extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'lease_lost',
    status: 409,
    title: 'Another worker took the job over',
    remedy: 'Nothing to do: the other worker goes on from the last finished step.',
    retryable: true,
  };
  constructor(jobId: string) {
    super(LeaseLost.facts, `The lease on job ${jobId} is gone.`);
  }
}

export class AttemptsExhausted extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'attempts_exhausted',
    status: 500,
    title: 'The job was tried too often without getting further',
    remedy: 'See the notices in the event log for the cause of each attempt, then send a message to try again.',
    retryable: true,
  };
  constructor(attempts: number) {
    super(AttemptsExhausted.facts, `The job was given up after ${attempts} attempts that got no further.`);
  }
}

export class DeadlineExceeded extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'deadline_exceeded',
    status: 504,
    title: 'The job took too long',
    remedy: 'Ask for less at once, or raise the deadline in the settings of the project.',
    retryable: false,
  };
  constructor(minutes: number, outcome: string) {
    super(DeadlineExceeded.facts, `The deadline of ${minutes} minutes passed before the work was done. ${outcome}`);
  }
}

export class BudgetExhausted extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'budget_exhausted',
    status: 500,
    title: 'A budget of the job is used up',
    remedy: 'Ask for less at once, or raise the budget in the settings of the project; the diff so far can be read.',
    retryable: false,
  };
  constructor(budget: string, outcome: string) {
    super(BudgetExhausted.facts, `The ${budget} budget was used up. ${outcome}`);
  }
}

export class ChangeNotValid extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'change_not_valid',
    status: 500,
    title: 'The change does not pass the checks',
    remedy: 'Read the findings and the diff, then send a message that says how to mend them.',
    retryable: false,
  };
  constructor(rounds: number, findings: string) {
    super(
      ChangeNotValid.facts,
      `After ${rounds} rounds of corrections the change still brings in problems: ${findings}`,
    );
  }
}

export class ChangeTooLarge extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'change_too_large',
    status: 500,
    title: 'The change is larger than the project allows',
    remedy: 'Ask for less at once, or raise the diff budget in the settings of the project.',
    retryable: false,
  };
  constructor(what: string) {
    super(ChangeTooLarge.facts, `The change has ${what}.`);
  }
}

export class SecretInChange extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'secret_in_change',
    status: 500,
    title: 'The change contains a secret',
    remedy: 'Nothing was published. Look at the named places; use placeholders such as YOUR_API_KEY in documentation.',
    retryable: false,
  };
  constructor(places: readonly string[]) {
    super(SecretInChange.facts, `Something that looks like a secret stands in ${places.join(', ')}.`);
  }
}

export class ModelRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'model_refused_instruction',
    status: 500,
    title: 'The model refused the instruction',
    remedy: 'Say the instruction differently, or choose another model.',
    retryable: false,
  };
  constructor(model: string) {
    super(ModelRefused.facts, `The model ${model} refused to go on.`);
  }
}

/** The server's own mistake; the cause stands in the log, never in the job. */
export class UnexpectedFault extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'unexpected_fault',
    status: 500,
    title: 'The worker made a mistake',
    remedy: 'Look for the job id in the log of the server, and report it.',
    retryable: true,
  };
  constructor(cause: unknown) {
    super(UnexpectedFault.facts, 'An unexpected fault stopped the work.', { cause });
  }
}
