import pc from 'picocolors';
import { counted } from '../../kernel/counted.ts';
import type { CheckReport, Finding } from '../docs-check.ts';

const paint = { error: pc.red, warning: pc.yellow, notice: pc.blue };

/** For people: findings by file, then what they add up to. `previous`: whether to show what stood before the change. */
export function textReport(report: CheckReport, previous: boolean): string {
  const shown = report.findings.filter(({ introduced }) => previous || introduced !== false);
  const byPath = Map.groupBy(shown, ({ path }) => path);
  const files = [...byPath].map(([path, findings]) => [pc.underline(path), ...findings.map(line), ''].join('\n'));
  return [...files, summary(report, shown)].join('\n');
}

function line({ line, column, severity, message, rule, fix, introduced }: Finding): string {
  const place = line === undefined ? '-' : `${line}:${column ?? 1}`;
  const notes = [
    rule,
    ...(fix === undefined ? [] : ['--fix puts it right']),
    ...(introduced === false ? ['stood before'] : []),
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
