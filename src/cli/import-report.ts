import { dropReasons, lineRejections, type DropReason, type DryRun, type LogReport } from '../analytics/import-logs.ts';
import type { AnalyticsSettings } from '../contract/project.ts';
import { printable, table } from './print.ts';

const withoutUserAgents =
  'No line names a user agent, so people cannot be told from programs: let the server write the combined format.';

const withoutReaders = (proxy: string) =>
  `Every line comes from ${proxy}, a private address: that of a proxy, behind which readers are hardly told apart. Let the server log X-Forwarded-For, or take the reader's address from it (nginx: real_ip_header).`;

const uncountedPeople = (views: string) =>
  `${views} page views of people are kept and do not count, since analytics.humanSource is "tracker". With "automatic" they count on days without the tracker: docwright project set PROJECT --setting analytics.humanSource=automatic. Nothing has to be imported again.`;

/** What to do where a reason has kept people out of an import. */
const remedies: Partial<Record<DropReason, string>> = {
  method: 'Most lines are no GET requests: is it the log of the documentation site?',
  status: 'Most lines were answered with errors or redirects: is it the log of the documentation site?',
  asset: 'Most lines are files, not pages; name pages that look like files in analytics.pages.',
  unknown_host: 'Most lines are of another host: add it to analytics.sites, or name the right one with --host.',
  outside_base_path: 'Most lines are outside analytics.basePath: correct it.',
  clock_skew: 'Most lines are older than analytics.retentionMonths, or of the future: raise it, or look at the clock.',
  excluded: 'Most lines are on the exclude list: shorten analytics.exclude.',
  no_identity: 'Most lines hold no address of a reader: let the server log it.',
  salt_retired: 'Most lines come too late to be told apart: with analytics.saltLife "stable" they do not.',
};
const onlyPrograms =
  'Every view that was kept is of a program: docwright classify "USER AGENT" tells why. Behind a cache or a CDN only its log sees people.';

const number = (value: number) => value.toLocaleString('en');

/** What happened to every file, for people. */
export function describeImport(
  reports: readonly LogReport[],
  { dryRun, humanSource }: { dryRun: boolean; humanSource: AnalyticsSettings['humanSource'] },
): string {
  return reports
    .map((report) => {
      const head = `${report.name}: ${report.format ?? 'unknown format'}, ${number(report.lines)} lines`;
      const counts = [
        [dryRun ? 'would be kept' : 'kept', number(report.accepted), ''],
        ...byCount(report.dropped).map(([reason, count]) => ['dropped', number(count), sentenceOf(reason)]),
        ...[...report.rejected].map(([reason, { count }]) => ['not read', number(count), lineRejections[reason]]),
      ];
      const examples = [...report.rejected.values()].flatMap(({ examples: shown }) =>
        shown.map(({ line, text }) => `  line ${number(line)}: ${printable(text)}`),
      );
      const failure = report.failure === undefined ? [] : [report.failure];
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
  const kept = hits - [...dropped].reduce((sum, [reason, count]) => (reason === 'duplicate' ? sum : sum + count), 0);
  const remedy = most !== undefined && most[1] > kept ? remedies[most[0] as DropReason] : undefined;
  return [`No view of a person is kept. ${remedy ?? onlyPrograms}`];
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
    'Nothing was kept: this was a dry run.',
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
      failure: report.failure ?? null,
    })),
    ...(dryRun && { categories: Object.fromEntries(dryRun.categories) }),
  };
}

function byCount<Name extends string>(counts: ReadonlyMap<Name, number>): [Name, number][] {
  return [...counts].sort((left, right) => right[1] - left[1]);
}

function sentenceOf(reason: string): string {
  if (reason === 'duplicate') return 'counted before';
  return reason in dropReasons ? dropReasons[reason as keyof typeof dropReasons] : reason;
}
