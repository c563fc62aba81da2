import { z } from '@hono/zod-openapi';
import { codeHostKindSchema, codeHostSecretSchema } from './code-host.ts';
import { modelNameSchema } from './model-name.ts';
import { networkSchema } from './network.ts';
import { shownName } from './shown-name.ts';
import { weeklyMailSettingsSchema } from './weekly-mail.ts';

/** Largest value of every setting that is an amount; keeps sums inside what JSON and both databases hold exactly. */
const amount = (smallest: number, largest: number) => z.int().min(smallest).max(largest);

/** A folder or path inside a repository: `/` between names, no leading or trailing one, never upwards. Empty: the root. */
const repositoryPathSchema = z
  .string()
  .trim()
  .max(500)
  .transform((path) => path.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '').replace(/^\.$/, ''))
  .refine((path) => !/(^|\/)\.\.?(\/|$)|[\\\0]/.test(path), 'Use a path inside the repository, such as "docs/guides".');

const originSchema = z
  .string()
  .trim()
  .refine(isOrigin, 'Use an origin with scheme and host but no path, such as "https://docs.example.com".')
  .transform((text) => new URL(text).origin);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && `${url.search}${url.hash}${url.username}` === '';
}

const dollars = () => z.number().min(0.01).max(1_000_000).nullable().default(null);

const budgetsSchema = z.strictObject({
  deadlineMinutes: amount(1, 1440).default(30).describe('Time limit of one round, in minutes.'),
  modelCalls: amount(1, 10_000).default(100).describe('Limit on model calls in one round.'),
  tokens: amount(1000, 1_000_000_000)
    .default(5_000_000)
    .describe('Limit on input and output tokens together in one round.'),
  dollars: dollars().describe(
    'Cost limit of one job in dollars, including follow-ups. Null for no limit. Checked before each call.',
  ),
  dollarsPerMonth: dollars().describe(
    'Cost limit of all jobs of the project per UTC month, in dollars. Null for no limit.',
  ),
  diffFiles: amount(1, 10_000).default(200).describe('Limit on files changed by one pull request.'),
  diffBytes: amount(1, 104_857_600).default(1_048_576).describe('Limit on the diff of one pull request, in bytes.'),
});

const contextRepositorySchema = z.strictObject({
  url: z.string().trim().min(1).max(2000),
  branch: z.string().trim().min(1).max(250).optional().describe('Defaults to the default branch.'),
});

const webHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    isWebHost,
    'Use a host without scheme or path, such as "docs.example.com", or "*.example.com" for its subdomains.',
  );

function isWebHost(text: string): boolean {
  const host = text.replace(/^\*\./, '');
  return URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host;
}

const commandNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use a name of lower-case letters, digits and hyphens, such as "format".');

const goalSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(60),
    paths: z
      .array(z.string().trim().min(1).max(200).regex(/^[/*]/, 'must start with / or *, such as /pricing*'))
      .max(50)
      .default([]),
    events: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  })
  .refine(({ paths, events }) => paths.length + events.length > 0, {
    path: ['paths'],
    error: 'must name a page, or `events` must name an event',
  });
export type Goal = z.infer<typeof goalSchema>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const analyticsSettingsSchema = z.strictObject({
  sites: z.array(originSchema).max(100).default([]).describe('Origins whose pages may send views from the tracker.'),
  basePath: z.string().trim().max(500).default('').describe('Removed from the start of every path, such as "/docs".'),
  pages: z
    .array(z.string().trim().min(1).max(500))
    .max(1000)
    .default([])
    .describe('Paths that look like files but count as pages, such as "/openapi.json". `*` matches anything.'),
  goals: z
    .array(goalSchema)
    .max(50)
    .refine((goals) => new Set(goals.map(({ name }) => name)).size === goals.length, 'must have unique names')
    .default([])
    .describe(
      'What you want readers to do. Each goal has a name and the pages (`paths`) or events (`events`) that reach it; `*` matches ' +
        'anything. Past views count too.',
    ),
  timeZone: z
    .string()
    .trim()
    .max(64)
    .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin')
    .default('UTC')
    .describe('Time zone of the dashboard. The API uses UTC unless a request sets `timeZone`.'),
  humanSource: z
    .enum(['automatic', 'tracker', 'server', 'both'])
    .default('automatic')
    .describe(
      'Which source counts people, because the tracker and a log often report the same view. Automatic decides for each UTC day: ' +
        'the tracker if it reported on that day and before, otherwise servers. A change also applies to past views.',
    ),
  identity: z
    .enum(['device', 'network'])
    .default('device')
    .describe('How to identify visitors if the site sends no ID: IP address and browser family, or IP address only.'),
  saltLife: z
    .enum(['stable', 'month', 'day'])
    .default('stable')
    .describe('How long a visitor keeps the same ID. Shorter is more private, but counts returning readers again.'),
  aiCategories: z
    .array(z.enum(['ai_search', 'ai_training']))
    .default([])
    .describe('Further categories that count as AI. Assistants, coding agents and Markdown clients always count.'),
  trustedProxies: z
    .array(networkSchema)
    .max(1000)
    .default([])
    .describe("Proxies that may name the reader's IP address in `X-Forwarded-For`, `Forwarded` or a CDN's header."),
  exclude: z
    .strictObject({
      networks: z
        .array(networkSchema)
        .max(1000)
        .default([])
        .describe('Networks whose views are dropped, such as offices and monitors.'),
      paths: z
        .array(z.string().trim().min(1).max(500))
        .max(1000)
        .default([])
        .describe('Paths whose views are dropped. `*` matches anything.'),
      userAgents: z
        .array(z.string().trim().min(1).max(200))
        .max(1000)
        .default([])
        .describe('Views are dropped if their user agent contains one of these texts.'),
    })
    .prefault({}),
  countries: z
    .boolean()
    .default(true)
    .describe(
      'Store the country of each view. It is looked up on this machine from the IP address, which is then discarded.',
    ),
  retentionMonths: amount(1, 240).default(24).describe('Months to keep views.'),
  trackerVisitorId: z.boolean().default(false).describe('Let the tracker store a first-party ID in the browser.'),
  readsPerMinute: amount(1, 1_000_000).default(600).describe('Limit on exports and queries per key and minute.'),
  collectSecondsPerMinute: amount(1, 60)
    .default(20)
    .describe(
      'Processor seconds per minute that collecting views may use: for each ingest key, each signed drain, and all beacons together.',
    ),
});

export type AnalyticsSettings = z.infer<typeof analyticsSettingsSchema>;

const pullRequestSettingsSchema = z.strictObject({
  mode: z
    .enum(['pull_request', 'draft', 'merge'])
    .default('pull_request')
    .describe(
      'How changes arrive: as pull requests, as drafts, or merged once their checks pass, if the rules of the base branch allow it. ' +
        'Otherwise the pull request stays open.',
    ),
  labels: z
    .array(z.string().trim().min(1).max(100))
    .max(20)
    .default([])
    .describe('Labels of new pull requests. Labels that the code host does not have are left out.'),
  reviewers: z
    .enum(['none', 'code_owners', 'authors'])
    .default('none')
    .describe(
      'Who is asked to review new pull requests: nobody, the owners of the changed files by CODEOWNERS, or the authors of the pull ' +
        'requests that the agent read.',
    ),
  coAuthors: z
    .boolean()
    .default(false)
    .describe('Name the people who asked for a change as co-authors of its commit, with their e-mail addresses.'),
  closeAfterDays: amount(1, 3650)
    .nullable()
    .default(null)
    .describe('Days without activity until an open pull request is closed with a comment. Null for never.'),
});
export type PullRequestSettings = z.infer<typeof pullRequestSettingsSchema>;

/** Everything about a project that has a default. Stored as written, so that a better default reaches old projects. */
export const projectSettingsSchema = z.strictObject({
  budgets: budgetsSchema.prefault({}),
  contextTokens: amount(8_192, 1_000_000_000)
    .nullable()
    .default(null)
    .describe("Context window of the model in tokens. Null uses what the model's server reports."),
  jobsPerHour: amount(1, 100_000).default(100).describe('Limit on jobs and messages per rolling hour.'),
  archiveAfterDays: amount(1, 3650).default(90).describe('Days until ended jobs are archived.'),
  pullRequests: pullRequestSettingsSchema.prefault({}),
  draftPullRequests: z
    .boolean()
    .optional()
    .describe('Former name of `pullRequests.mode`: true sets `draft`, false `pull_request`. Accepted, never returned.'),
  reviewPullRequests: z
    .boolean()
    .default(false)
    .describe('Review pull requests of people when a webhook reports that they were opened or pushed to.'),
  allowedProtectedPaths: z
    .array(repositoryPathSchema)
    .max(100)
    .default([])
    .describe(
      'Files and folders that the agent may edit although they are protected, are code, or lie outside the docs folder, such as ".github/CODEOWNERS" or "CHANGELOG.md".',
    ),
  contextRepositories: z.array(contextRepositorySchema).max(20).default([]).describe('Read-only for the agent.'),
  webHosts: z
    .array(webHostSchema)
    .max(100)
    .default([])
    .describe(
      'Hosts whose pages the agent may read, such as "docs.example.com" or "*.example.com". Hosts of `analytics.sites` and of context repositories are always allowed, private networks never.',
    ),
  buildCommand: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .nullable()
    .default(null)
    .describe(
      'Command that `/bin/sh` runs on the changed docs after the built-in checks. The agent sees failures. It has no network and no secrets. Limits: 10 minutes, 2 GiB of memory for processes and files together, 512 processes, 16 MiB of output.',
    ),
  commands: z
    .record(commandNameSchema, z.string().trim().min(1).max(2000))
    .refine((commands) => Object.keys(commands).length <= 20, 'must have at most 20 commands')
    .default({})
    .describe(
      'Commands by name that the agent may call while it works, such as `{"format": "prettier --write \\"$@\\""}`. One with `"$@"` takes paths. They run like the build command; what they write to documentation is kept.',
    ),
  analytics: analyticsSettingsSchema.prefault({}),
  weeklyMail: weeklyMailSettingsSchema.prefault({}),
});

export type ProjectSettings = z.infer<typeof projectSettingsSchema>;

const projectFields = {
  name: shownName(100),
  codeHost: codeHostKindSchema,
  repositoryUrl: z.string().trim().min(1).max(2000).refine(hasNoCredentials, {
    error: 'Remove the user name and token from the URL, and store the token as a secret of the project.',
  }),
  baseBranch: z.string().trim().min(1).max(250).nullable(),
  docsFolder: repositoryPathSchema,
  model: modelNameSchema.nullable(),
};

/** SSH addresses name a user, and so do the clone URLs of Bitbucket and Azure DevOps: their code hosts remove it. */
function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || `${url.username}${url.password}` === '') return true;
  return url.password === '' && (url.protocol === 'ssh:' || /^(?:bitbucket\.org|dev\.azure\.com)$/.test(url.hostname));
}

export const newProjectSchema = z.strictObject({
  ...projectFields,
  codeHost: codeHostKindSchema.optional().describe('Derived from the URL if omitted.'),
  baseBranch: projectFields.baseBranch.default(null),
  docsFolder: projectFields.docsFolder.default(''),
  model: projectFields.model.default(null),
  settings: projectSettingsSchema.prefault({}),
  credentials: z
    .record(z.string().max(64), codeHostSecretSchema)
    .default({})
    .describe('Credentials for the code host, such as `{"token": "..."}`. Stored encrypted.'),
  check: z
    .boolean()
    .default(false)
    .describe('Check first that jobs can push and open pull requests. If not, nothing is created.'),
});

export type NewProject = z.input<typeof newProjectSchema>;

/** Only what changes. Settings are merged, group by group; `null` puts a setting back to its default. */
export const projectChangesSchema = z.strictObject({
  ...z.strictObject(projectFields).partial().shape,
  settings: z.record(z.string(), z.unknown()).optional(),
  credentials: z
    .record(z.string().max(64), codeHostSecretSchema.nullable())
    .optional()
    .describe('Credentials for the code host. Null removes them. Either all required fields are stored or none.'),
});

export type ProjectChanges = z.input<typeof projectChangesSchema>;

export const projectSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    codeHost: codeHostKindSchema,
    repositoryUrl: z.string(),
    baseBranch: z.string().nullable().describe("Null for the repository's default branch."),
    docsFolder: z.string().describe('Docs folder inside the repository. Empty for the whole repository.'),
    model: z.string().nullable().describe("`provider/name`. Null for the server's default."),
    settings: projectSettingsSchema,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('Project');

export type Project = z.infer<typeof projectSchema>;

/** What the holder of a key is told of the projects that it sees. */
export const projectNamesSchema = z
  .object({ projects: z.array(z.object({ id: z.string(), name: z.string() })) })
  .openapi('ProjectNames');
