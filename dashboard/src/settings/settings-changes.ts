import { readCommands, readForm, type FormFields } from '../parts/form-fields.ts';
import type { ProjectChanges } from '../projects/projects.ts';

type Reader = Exclude<keyof FormFields, 'exact' | 'commands'>;

/** What a number of the form counts, in the units of the server. */
export const units = { mebibyte: 1_048_576, million: 1_000_000 } as const;

/** Where each field of the settings belongs in the project, how it is read, and in which unit. */
const places: Readonly<Record<string, readonly [path: string, reader: Reader, unit?: number]>> = {
  name: ['name', 'text'],
  codeHost: ['codeHost', 'text'],
  repositoryUrl: ['repositoryUrl', 'text'],
  baseBranch: ['baseBranch', 'textOrNull'],
  docsFolder: ['docsFolder', 'text'],
  model: ['model', 'textOrNull'],
  contextTokens: ['settings.contextTokens', 'number'],
  deadlineMinutes: ['settings.budgets.deadlineMinutes', 'number'],
  modelCalls: ['settings.budgets.modelCalls', 'number'],
  tokens: ['settings.budgets.tokens', 'number', units.million],
  dollars: ['settings.budgets.dollars', 'number'],
  dollarsPerMonth: ['settings.budgets.dollarsPerMonth', 'number'],
  diffFiles: ['settings.budgets.diffFiles', 'number'],
  diffBytes: ['settings.budgets.diffBytes', 'number', units.mebibyte],
  jobsPerHour: ['settings.jobsPerHour', 'number'],
  archiveAfterDays: ['settings.archiveAfterDays', 'number'],
  mode: ['settings.pullRequests.mode', 'text'],
  labels: ['settings.pullRequests.labels', 'lines'],
  reviewers: ['settings.pullRequests.reviewers', 'text'],
  coAuthors: ['settings.pullRequests.coAuthors', 'isOn'],
  closeAfterDays: ['settings.pullRequests.closeAfterDays', 'number'],
  reviewPullRequests: ['settings.reviewPullRequests', 'isOn'],
  allowedProtectedPaths: ['settings.allowedProtectedPaths', 'lines'],
  webHosts: ['settings.webHosts', 'lines'],
  buildCommand: ['settings.buildCommand', 'textOrNull'],
  sites: ['settings.analytics.sites', 'list'],
  basePath: ['settings.analytics.basePath', 'text'],
  pages: ['settings.analytics.pages', 'lines'],
  goalName: ['settings.analytics.goals', 'goals'],
  goalPaths: ['settings.analytics.goals', 'goals'],
  goalEvents: ['settings.analytics.goals', 'goals'],
  timeZone: ['settings.analytics.timeZone', 'text'],
  humanSource: ['settings.analytics.humanSource', 'text'],
  aiCategories: ['settings.analytics.aiCategories', 'all'],
  trustedProxies: ['settings.analytics.trustedProxies', 'list'],
  networks: ['settings.analytics.exclude.networks', 'list'],
  paths: ['settings.analytics.exclude.paths', 'lines'],
  userAgents: ['settings.analytics.exclude.userAgents', 'lines'],
  identity: ['settings.analytics.identity', 'text'],
  saltLife: ['settings.analytics.saltLife', 'text'],
  trackerVisitorId: ['settings.analytics.trackerVisitorId', 'isOn'],
  countries: ['settings.analytics.countries', 'isOn'],
  collectSecondsPerMinute: ['settings.analytics.collectSecondsPerMinute', 'number'],
  readsPerMinute: ['settings.analytics.readsPerMinute', 'number'],
  retentionMonths: ['settings.analytics.retentionMonths', 'number'],
  host: ['settings.weeklyMail.host', 'textOrNull'],
  port: ['settings.weeklyMail.port', 'number'],
  encryption: ['settings.weeklyMail.encryption', 'text'],
  user: ['settings.weeklyMail.user', 'textOrNull'],
  from: ['settings.weeklyMail.from', 'textOrNull'],
};

/** Inputs that take a new credential for the code host begin so; the rest is its field. */
export const credentialField = 'credentials.';
/** And so those that, when ticked, remove the stored one. */
export const removedCredential = 'remove:';

/** What a form holds, as one text, to tell whether it has changed. Where a credential may be typed and none is, nothing. */
export function contentOf(form: HTMLFormElement): string {
  return JSON.stringify(
    [...new FormData(form)].filter(([name, value]) => !name.startsWith(credentialField) || value !== ''),
  );
}

/** Only what was changed since `before`: what nobody touched keeps following its default, and what others changed. */
export function changesSince(before: string, form: HTMLFormElement): ProjectChanges {
  const fields = readForm(form);
  const touched = touchedFields(before, contentOf(form));
  const project: Record<string, unknown> = {};
  for (const name of touched) {
    const [path, reader, unit] = places[name] ?? [];
    if (path === undefined || reader === undefined) continue;
    const value = fields[reader](name);
    // The server counts in whole ones of its units.
    const isScaled = typeof value === 'number' && unit !== undefined;
    put(project, path.split('.'), isScaled ? Math.round(value * unit) : value);
  }
  if (touched.includes('commands')) put(project, ['settings', 'commands'], commandChanges(before, fields));
  const named = (prefix: string) =>
    touched.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const credentials = {
    ...Object.fromEntries(named(removedCredential).map((field) => [field, null])),
    ...Object.fromEntries(
      named(credentialField).map((field) => [field, fields.textOrNull(`${credentialField}${field}`)]),
    ),
  };
  return { ...project, ...(Object.keys(credentials).length > 0 && { credentials }) };
}

/** A command that is not there any more is removed by null, since the server merges what is sent. */
function commandChanges(before: string, fields: FormFields): Record<string, string | null> {
  const former = new Map(JSON.parse(before) as [name: string, value: string][]).get('commands') ?? '';
  const removed = Object.keys(readCommands(former)).map((name) => [name, null]);
  return { ...(Object.fromEntries(removed) as Record<string, null>), ...fields.commands('commands') };
}

function touchedFields(before: string, now: string): string[] {
  const group = (content: string) =>
    Map.groupBy(JSON.parse(content) as [name: string, value: string][], ([name]) => name);
  const [old, present] = [group(before), group(now)];
  const valuesOf = (entries: [string, string][] = []) => JSON.stringify(entries.map(([, value]) => value));
  return [...new Set([...old.keys(), ...present.keys()])].filter(
    (name) => valuesOf(old.get(name)) !== valuesOf(present.get(name)),
  );
}

function put(target: Record<string, unknown>, [first = '', ...laterKeys]: readonly string[], value: unknown): void {
  if (laterKeys.length === 0) target[first] = value;
  else put((target[first] ??= {}) as Record<string, unknown>, laterKeys, value);
}
