import pc from 'picocolors';
import { counted } from '../../kernel/counted.ts';
import type { CheckReport, Finding } from '../docs-check.ts';

const paint = { error: pc.red, warning: pc.yellow, notice: pc.blue };

/** The same finding in more places than this is told once, with their number. */
const fewPlaces = 3;

/** For people: findings by file, then what they add up to. `previous`: whether to show what stood before the change. */
export function textReport(report: CheckReport, previous: boolean): string {
  const shown = report.findings.filter(({ introduced }) => previous || introduced !== false);
  const alike = Map.groupBy(shown, ({ severity, rule, message }) => `${severity} ${rule} ${message}`);
  const elsewhere = new Map<Finding, number>();
  const told = new Set(shown);
  for (const [first, ...others] of alike.values()) {
    if (first === undefined || others.length < fewPlaces) continue;
    elsewhere.set(first, others.length);
    for (const other of others) told.delete(other);
  }
  const byPath = Map.groupBy(told, ({ path }) => path);
  const files = [...byPath].map(([path, findings]) =>
    [pc.underline(path), ...findings.map((finding) => line(finding, elsewhere.get(finding))), ''].join('\n'),
  );
  return [...files, summary(report, shown)].join('\n');
}

function line(
  { line, column, severity, message, rule, fix, introduced, saidBy }: Finding,
  elsewhere: number | undefined,
): string {
  const place = line === undefined ? '-' : `${line}:${column ?? 1}`;
  const notes = [
    rule,
    ...(saidBy === undefined ? [] : [`said by ${saidBy.join(' and ')}`]),
    ...(fix === undefined ? [] : ['--fix puts it right']),
    ...(introduced === false ? ['stood before'] : []),
    ...(elsewhere === undefined ? [] : [`and in ${elsewhere} more places; --json tells all`]),
  ];
  return `  ${pc.dim(place.padStart(8))}  ${paint[severity](severity.padEnd(7))}  ${message} ${pc.dim(`(${notes.join(', ')})`)}`;
}

function summary({ frameworks, pages, findings }: CheckReport, shown: readonly Finding[]): string {
  const count = (severity: Finding['severity']): number =>
    shown.filter((finding) => finding.severity === severity).length;
  const numbers = `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}, ${counted(count('notice'), 'notice')}`;
  const before = findings.length - shown.length;
  const rest = before === 0 ? '' : `; ${before} more stood before the change`;
  return `${counted(pages, 'page')} of ${frameworks.join(', ') || 'no framework'}: ${shown.length === 0 ? 'nothing found' : numbers}${rest}`;
}
