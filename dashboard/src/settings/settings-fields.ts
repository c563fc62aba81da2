import type { FormFields } from '../parts/form-fields.ts';

type SettingsField = readonly [
  label: string,
  /** Where it belongs in the project. */
  path: string,
  reader: Exclude<keyof FormFields, 'exact'>,
  unit?: number,
];

/** What a number of the form counts, in the units of the server. */
export const units = { mebibyte: 1_048_576, million: 1_000_000 } as const;

const projectFields = {
  name: ['Project name', 'name', 'text'],
  codeHost: ['Code host', 'codeHost', 'text'],
  repositoryUrl: ['Repository', 'repositoryUrl', 'text'],
  baseBranch: ['Base branch', 'baseBranch', 'textOrNull'],
  docsFolder: ['Docs folder', 'docsFolder', 'text'],
} as const;

const agentFields = {
  model: ['Model', 'model', 'textOrNull'],
  contextTokens: ['Context window', 'settings.contextTokens', 'number'],
  deadlineMinutes: ['Minutes per round', 'settings.budgets.deadlineMinutes', 'number'],
  modelCalls: ['Model calls per round', 'settings.budgets.modelCalls', 'number'],
  tokens: ['Million tokens per round', 'settings.budgets.tokens', 'number', units.million],
  diffFiles: ['Files per pull request', 'settings.budgets.diffFiles', 'number'],
  diffBytes: ['MiB per diff', 'settings.budgets.diffBytes', 'number', units.mebibyte],
  dollars: ['Dollars per job', 'settings.budgets.dollars', 'number'],
  dollarsPerMonth: ['Dollars per month', 'settings.budgets.dollarsPerMonth', 'number'],
  jobsPerHour: ['Jobs and messages per hour', 'settings.jobsPerHour', 'number'],
  archiveAfterDays: ['Days until jobs are archived', 'settings.archiveAfterDays', 'number'],
  reviewPullRequests: [
    'Review people’s pull requests when a webhook reports them. The limits of jobs apply.',
    'settings.reviewPullRequests',
    'isOn',
  ],
  allowedProtectedPaths: ['Other files the agent may edit', 'settings.allowedProtectedPaths', 'lines'],
  webHosts: ['Hosts whose pages the agent may read', 'settings.webHosts', 'lines'],
  buildCommand: ['Build command', 'settings.buildCommand', 'textOrNull'],
  commands: ['Commands the agent may run', 'settings.commands', 'commands'],
  mode: ['How changes arrive', 'settings.pullRequests.mode', 'text'],
  labels: ['Labels', 'settings.pullRequests.labels', 'lines'],
  reviewers: ['Ask for a review', 'settings.pullRequests.reviewers', 'text'],
  coAuthors: [
    'Name the people who asked as co-authors of the commit, with their e-mail addresses',
    'settings.pullRequests.coAuthors',
    'isOn',
  ],
  closeAfterDays: ['Days until an inactive pull request is closed', 'settings.pullRequests.closeAfterDays', 'number'],
} as const;

const countingFields = {
  sites: ['Sites', 'settings.analytics.sites', 'list'],
  basePath: ['Base path', 'settings.analytics.basePath', 'text'],
  pages: ['Additional pages', 'settings.analytics.pages', 'lines'],
  timeZone: ['Time zone', 'settings.analytics.timeZone', 'text'],
  humanSource: ['Count people from', 'settings.analytics.humanSource', 'text'],
  aiCategories: ['Also count as AI', 'settings.analytics.aiCategories', 'all'],
  networks: ['Excluded networks', 'settings.analytics.exclude.networks', 'list'],
  paths: ['Excluded paths', 'settings.analytics.exclude.paths', 'lines'],
  userAgents: ['Excluded user agents', 'settings.analytics.exclude.userAgents', 'lines'],
  trustedProxies: ['Trusted proxies', 'settings.analytics.trustedProxies', 'list'],
  collectSecondsPerMinute: ['Processor seconds per minute', 'settings.analytics.collectSecondsPerMinute', 'number'],
  readsPerMinute: ['Reads per minute', 'settings.analytics.readsPerMinute', 'number'],
  identity: ['Identify visitors by', 'settings.analytics.identity', 'text'],
  saltLife: ['Visitor ID lifetime', 'settings.analytics.saltLife', 'text'],
  trackerVisitorId: ['Let the tracker store an ID in the browser', 'settings.analytics.trackerVisitorId', 'isOn'],
  countries: ['Store the country of each view', 'settings.analytics.countries', 'isOn'],
  retentionMonths: ['Months to keep views', 'settings.analytics.retentionMonths', 'number'],
} as const;

const goalFields = {
  goalName: ['Goal', 'settings.analytics.goals', 'goals'],
  goalPaths: ['Pages', 'settings.analytics.goals', 'goals'],
  goalEvents: ['Events', 'settings.analytics.goals', 'goals'],
} as const;

const mailFields = {
  host: ['Mail server (SMTP)', 'settings.weeklyMail.host', 'textOrNull'],
  encryption: ['Encryption', 'settings.weeklyMail.encryption', 'text'],
  port: ['Port', 'settings.weeklyMail.port', 'number'],
  user: ['User', 'settings.weeklyMail.user', 'textOrNull'],
  from: ['Sender', 'settings.weeklyMail.from', 'textOrNull'],
} as const;

/** The pages of a project's settings by the end of their address, with their fields by name. */
export const settingsPages: Readonly<
  Record<string, { readonly title: string; readonly fields: Readonly<Record<string, SettingsField>> }>
> = {
  project: { title: 'Project', fields: projectFields },
  agent: { title: 'Agent', fields: agentFields },
  counting: { title: 'Counting', fields: countingFields },
  goals: { title: 'Goals', fields: goalFields },
  notices: { title: 'Weekly mail', fields: mailFields },
};
/** Pages without a form that only owners see. */
const ownersPages = [
  ['access', 'Access'],
  ['danger', 'Delete project'],
] as const;

/** Titles of the pages that a member sees, by the end of their address. */
export function settingsTitles(isOwner: boolean): ReadonlyMap<string, string> {
  const titles = Object.entries(settingsPages).map(([page, { title }]) => [page, title] as const);
  return new Map([...titles, ...(isOwner ? ownersPages : [])]);
}

const allFields = { ...projectFields, ...agentFields, ...countingFields, ...goalFields, ...mailFields };
export type SettingsFieldName = keyof typeof allFields;

export function labelOf(name: SettingsFieldName): string {
  return allFields[name][0];
}

export function fieldOf(name: string): SettingsField | undefined {
  return Object.hasOwn(allFields, name) ? allFields[name as SettingsFieldName] : undefined;
}

/** One field for each place in the project. */
export function fieldsByPath(): ReadonlyMap<string, SettingsField> {
  return new Map(
    Object.values<SettingsField>(allFields)
      .toReversed()
      .map((field) => [field[1], field]),
  );
}
