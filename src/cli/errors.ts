import { defineError } from '../kernel/app-error.ts';
import { counted } from '../kernel/counted.ts';

export const CommandInputInvalid = defineError(
  {
    code: 'command_input_invalid',
    status: 400,
    title: 'An option has a value that cannot be used',
    remedy: 'The command with --help shows what it takes, with examples.',
  },
  (option: string, message: string) => ({ message: `${option}: ${message}`, details: [{ field: option, message }] }),
);

export const GitRefUnknown = defineError(
  {
    code: 'git_ref_unknown',
    status: 400,
    title: 'There is no such commit to compare with',
    remedy: 'Name a branch, tag or commit that the clone has; in CI, check out with the full history (fetch-depth: 0).',
  },
  (ref: string, cause?: unknown) => ({
    message: `Git does not know ${JSON.stringify(ref.slice(0, 200))} here.`,
    cause,
  }),
);

export const ProjectNotChosen = defineError(
  {
    code: 'project_not_chosen',
    status: 400,
    title: 'It is not clear which project is meant',
    remedy:
      'Name one with --project or DOCWRIGHT_PROJECT; `docwright project create` makes the first. A data directory with one project needs no name.',
  },
  (names: readonly string[]) =>
    names.length === 0
      ? 'This data directory has no project yet.'
      : `This data directory has ${counted(names.length, 'project')}: ${names.slice(0, 10).join(', ')}.`,
);

export const ConnectionIncomplete = defineError(
  {
    code: 'connection_incomplete',
    status: 400,
    title: 'It is not clear how to reach the server',
    remedy:
      'Set DOCWRIGHT_API_KEY to a key of the project; `docwright key create --project <name> --name <what for>` makes one, on the machine of the server.',
  },
  (reason: string) => `The server cannot be asked: ${reason}.`,
);

export const JobWaitTimedOut = defineError(
  {
    code: 'job_wait_timed_out',
    status: 504,
    title: 'The job did not end within --timeout',
    remedy: 'It goes on: `docwright job watch` follows it again, `docwright job archive` stops it.',
    retryable: true,
  },
  (jobId: string, minutes: number) => `The job ${jobId} did not end within ${counted(minutes, 'minute')}.`,
);

export const VisitsKeptByClickHouse = defineError(
  {
    code: 'visits_kept_by_clickhouse',
    status: 409,
    title: 'The visits are in ClickHouse',
    remedy:
      'Back them up and restore them with the means of ClickHouse, such as its BACKUP statement. What else is worth keeping lies in the data directory: copy docwright.sqlite, repositories/, visits-waiting/ and master.key while the server is stopped.',
  },
  (what: string) => `DOCWRIGHT_VISITS_URL names ClickHouse: ${what} is for embedded visits only.`,
);
