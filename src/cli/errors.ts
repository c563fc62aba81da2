import { defineError } from '../kernel/app-error.ts';
import { counted } from '../kernel/counted.ts';

export const CommandInputInvalid = defineError(
  {
    code: 'command_input_invalid',
    status: 400,
    title: 'Invalid option value',
    remedy: 'Run the command with --help to see valid values and examples.',
  },
  (option: string, message: string) => ({ message: `${option}: ${message}`, details: [{ field: option, message }] }),
);

export const GitRefUnknown = defineError(
  {
    code: 'git_ref_unknown',
    status: 400,
    title: 'Unknown commit to compare with',
    remedy: 'Name a branch, tag or commit in the clone. In CI, check out the full history (fetch-depth: 0).',
  },
  (ref: string, cause?: unknown) => ({
    message: `Git cannot find ${JSON.stringify(ref.slice(0, 200))} in this repository.`,
    cause,
  }),
);

export const ProjectNotChosen = defineError(
  {
    code: 'project_not_chosen',
    status: 400,
    title: 'No project selected',
    remedy:
      'Select one with --project or DOCWRIGHT_PROJECT; `docwright project create` creates the first. With only one project, no name is needed.',
  },
  (names: readonly string[]) =>
    names.length === 0
      ? 'This data directory has no projects yet.'
      : `This data directory has ${counted(names.length, 'project')}: ${names.slice(0, 10).join(', ')}.`,
);

export const ConnectionIncomplete = defineError(
  {
    code: 'connection_incomplete',
    status: 400,
    title: 'Server connection not configured',
    remedy:
      "Set DOCWRIGHT_API_KEY to a key of the project. To create one, run `docwright key create --project <name> --name <key name>` on the server's machine.",
  },
  (reason: string) => `Cannot connect to the server: ${reason}.`,
);

export const JobWaitTimedOut = defineError(
  {
    code: 'job_wait_timed_out',
    status: 504,
    title: 'The job did not end within --timeout',
    remedy: 'The job continues. `docwright job watch` follows it again, and `docwright job archive` stops it.',
    retryable: true,
  },
  (jobId: string, minutes: number) => `The job ${jobId} did not end within ${counted(minutes, 'minute')}.`,
);

export const VisitsKeptByClickHouse = defineError(
  {
    code: 'visits_kept_by_clickhouse',
    status: 409,
    title: 'Visits are stored in ClickHouse',
    remedy:
      "Back up and restore visits with ClickHouse's own tools, such as its BACKUP statement. For the rest, stop the server and copy docwright.sqlite, repositories/, visits-waiting/ and master.key from the data directory.",
  },
  (command: string) => `DOCWRIGHT_VISITS_URL points to ClickHouse, but ${command} works only with embedded visits.`,
);

export const WebhookNotTaken = defineError(
  {
    code: 'webhook_not_taken',
    status: 502,
    title: 'The test event did not arrive',
    remedy:
      'Check that the server runs, that DOCWRIGHT_PUBLIC_URL is its address, and that a proxy in front of it forwards /v1/webhooks.',
  },
  (url: string, { status, error }: { status: number | undefined; error: string | undefined }) =>
    `${url} ${status === undefined ? 'was not reached' : `answered ${status}`}${error === undefined ? '' : `: ${error}`}`,
);
