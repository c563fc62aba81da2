import { dropReasons, lineRejections, type DryRun, type LogReport } from '../analytics/import-logs.ts';
import { table } from './print.ts';

const withoutUserAgents =
  'No line names a user agent, so people cannot be told from programs: let the server write the combined format.';

const withoutReaders = (proxy: string) =>
  `Every line comes from ${proxy}, a private address: that of a proxy, behind which readers are hardly told apart. Let the server log X-Forwarded-For, or take the reader's address from it (nginx: real_ip_header).`;

const withoutPeople = (views: string) =>
  `${views} page views of people were left out: this project counts people from its tracker. Where there is none, or for the time before it, let it count them from servers (docwright project set PROJECT --setting analytics.humanSource=server, or both), and import again.`;

const number = (value: number) => value.toLocaleString('en');

/** What happened to every file, for people. */
export function describeImport(reports: readonly LogReport[], dryRun: boolean): string {
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
      const people = report.dropped.get('counted_by_tracker');
      const uncounted = people === undefined ? [] : [withoutPeople(number(people))];
      const hidden = report.proxy === undefined ? [] : [withoutReaders(report.proxy)];
      return [
        head,
        table(['what', 'lines', 'why'], counts),
        ...examples,
        ...nameless,
        ...hidden,
        ...uncounted,
        ...failure,
      ].join('\n');
    })
    .join('\n\n');
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

/** A log line can hold anything, and a terminal obeys control characters. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '�');
}
