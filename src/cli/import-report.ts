import { dropReasons, lineRejections, type DropReason, type DryRun, type LogReport } from '../analytics/import-logs.ts';
import type { AnalyticsSettings } from '../contract/project.ts';
import { printable, table } from './print.ts';

const withoutUserAgents =
  'No line has a user agent, so people and programs look alike. Configure the server to log the combined format.';

const unfinished = 'The last line has no line end, so it may be half written. The next import of this file reads it.';

const withoutReaders = (proxy: string) =>
  `Every line has the private address ${proxy}, probably a proxy, so readers cannot be told apart. Log X-Forwarded-For, or set the client address from it (nginx: real_ip_header).`;

const uncountedPeople = (views: string) =>
  `${views} page views of people were stored but do not count, because analytics.humanSource is "tracker". To count them on days without tracker data, run docwright project set PROJECT --setting analytics.humanSource=automatic. You need not import again.`;

/** What to do where a reason has kept people out of an import. */
const remedies: Partial<Record<DropReason, string>> = {
  method: 'Most lines are not GET requests. Check that this is the log of the documentation site.',
  status: 'Most lines are errors or redirects. Check that this is the log of the documentation site.',
  asset: 'Most lines are files, not pages. List pages that look like files in analytics.pages.',
  unknown_host: 'Most lines are for another host. Add it to analytics.sites, or give the right one with --host.',
  outside_base_path: 'Most lines are outside analytics.basePath. Correct that setting.',
  clock_skew:
    'Most lines are older than analytics.retentionMonths or in the future. Raise the setting, or check the clock.',
  excluded: 'Most lines are excluded. Shorten analytics.exclude.',
  no_identity: 'Most lines have no client address. Configure the server to log it.',
  salt_retired: 'Most lines are so old that their salt was deleted. With analytics.saltLife "stable" salts are kept.',
};
const onlyPrograms =
  'Every kept view is by a program; docwright classify "USER AGENT" explains why. Behind a cache or CDN, only its own log sees people.';

const number = (value: number) => value.toLocaleString('en');

/** What happened to every file, for people. */
export function describeImport(
  reports: readonly LogReport[],
  { dryRun, humanSource }: { dryRun: boolean; humanSource: AnalyticsSettings['humanSource'] },
): string {
  return reports
    .map((report) => {
      const head = `${printable(report.name)}: ${report.format ?? 'unknown format'}, ${number(report.lines)} lines`;
      const counts = [
        [dryRun ? 'would be kept' : 'kept', number(report.accepted), ''],
        ...byCount(report.dropped).map(([reason, count]) => ['dropped', number(count), sentenceOf(reason)]),
        ...[...report.rejected].map(([reason, { count }]) => ['not read', number(count), lineRejections[reason]]),
      ];
      const examples = [...report.rejected.values()].flatMap(({ examples: shown }) =>
        shown.map(({ line, text, column, expected }) => {
          const place = column === undefined ? '' : ` (column ${number(column)} should be ${expected ?? ''})`;
          return `  line ${number(line)}: ${printable(text)}${place}`;
        }),
      );
      const failure = report.failure === undefined ? [] : [printable(report.failure)];
      const nameless = report.hits > 0 && report.unnamed === report.hits ? [withoutUserAgents] : [];
      const people =
        humanSource === 'tracker' && report.people > 0
          ? [uncountedPeople(number(report.people))]
          : withoutPeople(report);
      const hidden = report.proxy === undefined ? [] : [withoutReaders(report.proxy)];
      return [
        head,
        table(['what', 'lines', 'why'], counts),
        ...examples,
        ...(report.unfinished ? [unfinished] : []),
        ...nameless,
        ...hidden,
        ...people,
        ...failure,
      ].join('\n');
    })
    .join('\n\n');
}

/** Why no view of a person is among those that are kept, and what to do about it. */
function withoutPeople({ hits, unnamed, people, dropped }: LogReport): string[] {
  if (people > 0 || hits === 0 || unnamed === hits) return [];
  const [most] = byCount(dropped);
  const unaccounted =
    hits - [...dropped].reduce((sum, [reason, count]) => (reason === 'duplicate' ? sum : sum + count), 0);
  const remedy = most !== undefined && most[1] > unaccounted ? remedies[most[0] as DropReason] : undefined;
  return [`No views by people were kept. ${remedy ?? onlyPrograms}`];
}

/** What a dry run understood: who the views belong to, and the first of them. */
export function describeDryRun({ categories, samples }: DryRun): string {
  const rows = samples.map(({ timestampMs, path, classification }) => [
    new Date(timestampMs).toISOString().slice(0, 19).replace('T', ' '),
    classification.category,
    classification.product ?? '',
    path,
  ]);
  return [
    table(
      ['category', 'views'],
      byCount(categories).map(([category, count]) => [category, number(count)]),
    ),
    table(['time (utc)', 'category', 'product', 'path'], rows),
    'Dry run: nothing was stored.',
  ].join('\n\n');
}

/** The same for programs. */
export function importAsJson(reports: readonly LogReport[], dryRun: DryRun | undefined): object {
  return {
    dryRun: dryRun !== undefined,
    files: reports.map((report) => ({
      name: report.name,
      format: report.format ?? null,
      lines: report.lines,
      hits: report.hits,
      accepted: report.accepted,
      people: report.people,
      dropped: Object.fromEntries(report.dropped),
      rejected: Object.fromEntries(report.rejected),
      proxy: report.proxy ?? null,
      unfinished: report.unfinished,
      failure: report.failure ?? null,
    })),
    ...(dryRun && { categories: Object.fromEntries(dryRun.categories) }),
  };
}

function byCount<Name extends string>(counts: ReadonlyMap<Name, number>): [Name, number][] {
  return [...counts].sort((a, right) => right[1] - a[1]);
}

function sentenceOf(reason: string): string {
  if (reason === 'duplicate') return 'counted before';
  return reason in dropReasons ? dropReasons[reason as keyof typeof dropReasons] : reason;
}
