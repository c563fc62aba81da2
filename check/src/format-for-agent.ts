import { counted } from '../../src/kernel/counted.ts';
import type { CheckReport, Finding } from './docs-check.ts';

/** Findings told at most; more would only crowd out the work. */
const limit = 40;

/**
 * What a model is told: problems that its change brought and that it can act on, one line each, then how many stood
 * before. Notices are left out. Empty when there is nothing to do.
 */
export function formatForAgent(report: CheckReport): string {
  const serious = report.findings.filter(({ severity }) => severity !== 'notice');
  const own = serious.filter(({ introduced }) => introduced !== false);
  if (own.length === 0) return '';
  const stood = serious.length - own.length;
  const lines = own.slice(0, limit).map(lineOf);
  if (own.length > limit) lines.push(`... and ${own.length - limit} more`);
  if (stood > 0) lines.push(`(${counted(stood, 'other problem')} stood before your change; leave them.)`);
  return lines.join('\n');
}

function lineOf({ path, line, column, severity, rule, message }: Finding): string {
  const place = line === undefined ? path : `${path}:${line}:${column ?? 1}`;
  return `${place} ${severity} ${rule}: ${message}`;
}
