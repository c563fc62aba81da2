import { counted } from '../words.ts';
import type { CheckReport, Finding } from '../finding.ts';
import { rules } from '../rules/rules.ts';
import { causesOf, countedBySeverity } from './text.ts';

const marks = { error: '❌', warning: '⚠️', notice: 'ℹ️' };
/** Causes of one rule that are shown. */
const fewCauses = 3;

/** Markdown for a comment of CI: by rule, with the causes that come most often, an example of each, and what to do. */
export function summaryReport({ findings, pages }: CheckReport): string {
  const counting = findings.filter(({ introduced }) => introduced !== false);
  const before = findings.length - counting.length;
  const stood = before === 0 ? '' : ` ${counted(before, 'finding')} existed before.`;
  if (counting.length === 0) return `**Documentation**: nothing found on ${counted(pages, 'page')}.${stood}`;
  const sections = causesOf(counting).map((alike) => sectionOf(alike));
  return [`**Documentation**: ${countedBySeverity(counting)} on ${counted(pages, 'page')}.${stood}`, ...sections].join(
    '\n\n',
  );
}

function sectionOf(alike: readonly Finding[]): string {
  const [{ rule, severity } = { rule: '', severity: 'notice' as const }] = alike;
  const causes = [...Map.groupBy(alike, ({ message }) => message).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  const lines = causes.slice(0, fewCauses).map((cause) => `- ${exampleOf(cause)}`);
  const rest = causes.slice(fewCauses).reduce((sum, cause) => sum + cause.length, 0);
  const fix = rules.get(rule)?.fix;
  return [
    `${marks[severity]} **${rule}** (${alike.length}): ${rules.get(rule)?.finds ?? rule}`,
    ...lines,
    ...(rest === 0 ? [] : [`- and ${rest} more`]),
    ...(fix === undefined ? [] : ['', fix]),
  ].join('\n');
}

function exampleOf(cause: readonly Finding[]): string {
  const [first] = cause;
  if (first === undefined) return '';
  const place = first.line === undefined ? first.path : `${first.path}:${first.line}`;
  const more = cause.length === 1 ? '' : ` (and ${counted(cause.length - 1, 'more place')})`;
  return `\`${place.replaceAll('`', "'")}\` ${first.message.replace(/[<>]/gu, (sign) => `\\${sign}`)}${more}`;
}
