import { counted } from '../words.ts';
import type { Finding } from '../check.ts';

const order: readonly Finding['severity'][] = ['error', 'warning', 'notice'];

/** Findings by rule: the gravest severity first, and in it what comes most often. */
export function causesOf(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const rankOf = ([first]: readonly Finding[]): number => order.indexOf(first?.severity ?? 'notice');
  return [...Map.groupBy(findings, ({ rule, severity }) => `${severity} ${rule}`).values()].toSorted(
    (one, other) => rankOf(one) - rankOf(other) || other.length - one.length,
  );
}

/** `2 errors, 1 warning, 0 notices` */
export function countedBySeverity(findings: readonly Finding[]): string {
  return order
    .map((severity) => counted(findings.filter((finding) => finding.severity === severity).length, severity))
    .join(', ');
}
