import type { CheckReport, Finding } from '../finding.ts';
import { severityOf } from '../rules/rules.ts';
import { largestAnswer, longestMessage } from './checker-messages.ts';

/** As JSON of at most `largestAnswer` characters. What a change brought in has room first; what has none is counted. */
export function boundedReport(report: CheckReport): string {
  return JSON.stringify({ ...report, findings: bounded(report.findings) } satisfies CheckReport);
}

export function boundedFindings(findings: readonly Finding[]): string {
  return JSON.stringify(bounded(findings));
}

function bounded(all: readonly Finding[]): readonly Finding[] {
  const findings = all.map(withShortTexts);
  const kept = new Set<Finding>();
  let size = 0;
  for (const finding of findings.toSorted((one, other) => Number(stood(one)) - Number(stood(other)))) {
    size += JSON.stringify(finding).length + 1;
    if (size > largestAnswer) break;
    kept.add(finding);
  }
  if (kept.size === findings.length) return findings;
  return [...findings.filter((finding) => kept.has(finding)), leftOut(findings.length - kept.size)];
}

function stood({ introduced }: Finding): boolean {
  return introduced === false;
}

function withShortTexts({ fix, ...finding }: Finding): Finding {
  const { message } = finding;
  const short = message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message;
  return { ...finding, message: short, ...(fix !== undefined && fix.text.length <= longestMessage && { fix }) };
}

function leftOut(count: number): Finding {
  return {
    rule: 'too-many-findings',
    severity: severityOf('too-many-findings'),
    path: '.',
    line: undefined,
    column: undefined,
    message: `${count} more findings are left out: a report has no room for them.`,
    introduced: false,
  };
}
