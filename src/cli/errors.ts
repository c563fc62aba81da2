import { AppError, type ErrorFacts } from '../kernel/app-error.ts';
import { counted } from '../kernel/counted.ts';

export class CommandInputInvalid extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'command_input_invalid',
    status: 400,
    title: 'An option has a value that cannot be used',
    remedy: 'The command with --help shows what it takes, with examples.',
    retryable: false,
  };
  constructor(option: string, message: string) {
    super(CommandInputInvalid.facts, `${option}: ${message}`, { details: [{ field: option, message }] });
  }
}

export class GitRefUnknown extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_ref_unknown',
    status: 400,
    title: 'There is no such commit to compare with',
    remedy: 'Name a branch, tag or commit that the clone has; in CI, check out with the full history (fetch-depth: 0).',
    retryable: false,
  };
  constructor(ref: string, cause?: unknown) {
    super(GitRefUnknown.facts, `Git does not know ${JSON.stringify(ref.slice(0, 200))} here.`, { cause });
  }
}

export class ConnectionIncomplete extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'connection_incomplete',
    status: 400,
    title: 'It is not clear how to reach the server',
    remedy:
      'Set DOCWRIGHT_API_KEY to a key of the project; `docwright key create --project <name> --name <what for>` makes one, on the machine of the server.',
    retryable: false,
  };
  constructor(reason: string) {
    super(ConnectionIncomplete.facts, `The server cannot be asked: ${reason}.`);
  }
}

export class JobWaitTimedOut extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'job_wait_timed_out',
    status: 504,
    title: 'The job did not end within --timeout',
    remedy: 'It goes on: `docwright job watch` follows it again, `docwright job archive` stops it.',
    retryable: true,
  };
  constructor(jobId: string, minutes: number) {
    super(JobWaitTimedOut.facts, `The job ${jobId} did not end within ${counted(minutes, 'minute')}.`);
  }
}

export class VisitsKeptByClickHouse extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'visits_kept_by_clickhouse',
    status: 409,
    title: 'The visits are in ClickHouse',
    remedy:
      'Back them up and restore them with the means of ClickHouse, such as its BACKUP statement. What else is worth keeping lies in the data directory: copy docwright.sqlite, repositories/, visits-waiting/ and master.key while the server is stopped.',
    retryable: false,
  };

  constructor(what: string) {
    super(VisitsKeptByClickHouse.facts, `DOCWRIGHT_VISITS_URL names ClickHouse: ${what} is for embedded visits only.`);
  }
}
