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
  .refine(
    (path) => !/(^|\/)\.\.?(\/|$)|[\\\0]/.test(path),
    'Write a path inside the repository, such as "docs/guides".',
  );

const originSchema = z
  .string()
  .trim()
  .refine(isOrigin, 'Write an origin, such as "https://docs.example.com": scheme and host, no path.')
  .transform((text) => new URL(text).origin);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && `${url.search}${url.hash}${url.username}` === '';
}

const dollars = () => z.number().min(0.01).max(1_000_000).nullable().default(null);

const budgetsSchema = z.strictObject({
  deadlineMinutes: amount(1, 1440).default(30).describe('Longest time that one run of a job may take.'),
  modelCalls: amount(1, 10_000).default(100).describe('Most calls to the language model in one run.'),
  tokens: amount(1000, 1_000_000_000).default(5_000_000).describe('Most input and output tokens of one run together.'),
  dollars: dollars().describe(
    'Most that one job may cost, follow-ups included; null: no limit. Asked before each call.',
  ),
  dollarsPerMonth: dollars().describe('Most that all jobs of the project may cost in a month of UTC; null: no limit.'),
  diffFiles: amount(1, 10_000).default(200).describe('Most files that one pull request may change.'),
  diffBytes: amount(1, 104_857_600).default(1_048_576).describe('Largest diff of one pull request, in bytes.'),
});

const contextRepositorySchema = z.strictObject({
  url: z.string().trim().min(1).max(2000),
  branch: z.string().trim().min(1).max(250).optional().describe('Without it, the default branch.'),
});

const webHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    isWebHost,
    'Write a host, such as "docs.example.com", or "*.example.com" for all below it; no scheme, no path.',
  );

function isWebHost(text: string): boolean {
  const host = text.replace(/^\*\./, '');
  return URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host;
}

const goalSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(60),
    paths: z
      .array(z.string().trim().min(1).max(200).regex(/^[/*]/, 'must begin with / or *, such as /pricing*'))
      .max(50)
      .default([]),
    events: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  })
  .refine(({ paths, events }) => paths.length + events.length > 0, {
    path: ['paths'],
    error: 'must name a page, or `events` an event',
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
  basePath: z.string().trim().max(500).default('').describe('Taken off the front of every path, such as "/docs".'),
  pages: z
    .array(z.string().trim().min(1).max(500))
    .max(1000)
    .default([])
    .describe('Paths that are pages though they look like files, such as "/openapi.json"; `*` stands for anything.'),
  goals: z
    .array(goalSchema)
    .max(50)
    .refine((goals) => new Set(goals.map(({ name }) => name)).size === goals.length, 'must have different names')
    .default([])
    .describe(
      'What readers are to do: each a name with pages (`paths`) or events (`events`) that reach it; `*` stands for anything. Counted over ' +
        'the past as well.',
    ),
  timeZone: z
    .string()
    .trim()
    .max(64)
    .refine(isTimeZone, 'must be a name of the IANA database, such as Europe/Berlin')
    .default('UTC')
    .describe('Of days and hours in the dashboard. The API answers in UTC unless `timeZone` asks for another.'),
  humanSource: z
    .enum(['automatic', 'tracker', 'server', 'both'])
    .default('automatic')
    .describe(
      'Whose views by people count, since the same view often arrives from the tracker and from a log. Automatic: on each UTC day ' +
        'those of the tracker, if it reported on that day and before, else those of servers. A change applies to the past as well.',
    ),
  identity: z
    .enum(['device', 'network'])
    .default('device')
    .describe('What tells visitors apart when the site passes no id: address with browser family, or address alone.'),
  saltLife: z
    .enum(['stable', 'month', 'day'])
    .default('stable')
    .describe(
      'How long the same visitor keeps the same id. Shorter is more private and counts returning readers anew.',
    ),
  aiCategories: z
    .array(z.enum(['ai_search', 'ai_training']))
    .default([])
    .describe('Categories counted as AI beside assistants, coding agents and Markdown clients.'),
  trustedProxies: z
    .array(networkSchema)
    .max(1000)
    .default([])
    .describe('Proxies whose forwarded addresses are believed.'),
  exclude: z
    .strictObject({
      networks: z
        .array(networkSchema)
        .max(1000)
        .default([])
        .describe('Views from these are dropped: offices, monitors.'),
      paths: z
        .array(z.string().trim().min(1).max(500))
        .max(1000)
        .default([])
        .describe('Dropped; `*` stands for anything.'),
      userAgents: z
        .array(z.string().trim().min(1).max(200))
        .max(1000)
        .default([])
        .describe('Dropped if they contain this.'),
    })
    .prefault({}),
  countries: z
    .boolean()
    .default(true)
    .describe('Keep the country of a view: looked up on this machine from the address, which is then forgotten.'),
  retentionMonths: amount(1, 240).default(24).describe('Views are kept this long.'),
  trackerVisitorId: z.boolean().default(false).describe('Let the tracker keep a first-party id in the browser.'),
  readsPerMinute: amount(1, 1_000_000).default(600).describe('Exports and queries per key and minute.'),
  collectSecondsPerMinute: amount(1, 60)
    .default(20)
    .describe(
      'Processor time in any minute that views may cost: of each ingest key, each signed drain, and all beacons together.',
    ),
});

export type AnalyticsSettings = z.infer<typeof analyticsSettingsSchema>;

/** Everything about a project that has a default. Stored as written, so that a better default reaches old projects. */
export const projectSettingsSchema = z.strictObject({
  budgets: budgetsSchema.prefault({}),
  contextTokens: amount(8_192, 1_000_000_000)
    .nullable()
    .default(null)
    .describe('Context window of the model, in tokens. Null means what the server of the model says.'),
  jobsPerHour: amount(1, 100_000).default(100).describe('Jobs and messages in any rolling hour.'),
  archiveAfterDays: amount(1, 3650).default(90).describe('Finished jobs archive themselves after this.'),
  draftPullRequests: z.boolean().default(false).describe('Open every pull request as a draft.'),
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
      'Hosts whose pages the agent may read, such as "docs.example.com" or "*.example.com", beside those of `analytics.sites` and of the context repositories. Never addresses of private networks.',
    ),
  buildCommand: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .nullable()
    .default(null)
    .describe(
      'Run by `/bin/sh` on what would be published, after our own checks; when it fails, the agent is told. It has no network, no secrets, 10 minutes, 2 GiB of memory for processes and files together, 512 processes and 16 MiB of output.',
    ),
  analytics: analyticsSettingsSchema.prefault({}),
  weeklyMail: weeklyMailSettingsSchema.prefault({}),
});

export type ProjectSettings = z.infer<typeof projectSettingsSchema>;

const projectFields = {
  name: shownName(100),
  codeHost: codeHostKindSchema,
  repositoryUrl: z.string().trim().min(1).max(2000).refine(hasNoCredentials, {
    error: 'Leave user name and token out of the URL; store the token as a secret of the project.',
  }),
  baseBranch: z.string().trim().min(1).max(250).nullable(),
  docsFolder: repositoryPathSchema,
  model: modelNameSchema.nullable(),
};

function hasNoCredentials(text: string): boolean {
  return !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === '');
}

export const newProjectSchema = z.strictObject({
  ...projectFields,
  codeHost: codeHostKindSchema.optional().describe('Told from the address when it is left out.'),
  baseBranch: projectFields.baseBranch.default(null),
  docsFolder: projectFields.docsFolder.default(''),
  model: projectFields.model.default(null),
  settings: projectSettingsSchema.prefault({}),
  credentials: z
    .record(z.string().max(64), codeHostSecretSchema)
    .default({})
    .describe('What the code host is reached with, such as `{"token": "..."}`; kept encrypted.'),
  check: z
    .boolean()
    .default(false)
    .describe('Try at once whether we can push and open pull requests; nothing is created if we cannot.'),
});

export type NewProject = z.input<typeof newProjectSchema>;

/** Only what changes. Settings are merged, group by group; `null` puts a setting back to its default. */
export const projectChangesSchema = z.strictObject({
  ...z.strictObject(projectFields).partial().shape,
  settings: z.record(z.string(), z.unknown()).optional(),
  credentials: z
    .record(z.string().max(64), codeHostSecretSchema.nullable())
    .optional()
    .describe('What the code host is reached with; null removes it. All that it takes is stored, or nothing.'),
});

export type ProjectChanges = z.input<typeof projectChangesSchema>;

export const projectSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    codeHost: codeHostKindSchema,
    repositoryUrl: z.string(),
    baseBranch: z.string().nullable().describe("Null means the repository's default branch."),
    docsFolder: z.string().describe('Folder of the documentation inside the repository; empty means all of it.'),
    model: z.string().nullable().describe('`provider/name`; null means the default of the server.'),
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
