import pc from 'picocolors';
import { type CheckReport, type Finding, counted } from '../finding.ts';
import { rules } from '../rules/rules.ts';

const order: readonly Finding['severity'][] = ['error', 'warning', 'notice'];

/** Findings by rule: the gravest severity first, and in it what comes most often. */
function causesOf(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const rankOf = ([first]: readonly Finding[]): number => order.indexOf(first?.severity ?? 'notice');
  return [...Map.groupBy(findings, ({ rule, severity }) => `${severity} ${rule}`).values()].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.length - a.length,
  );
}

/** `2 errors, 1 warning, 0 notices` */
function countedBySeverity(findings: readonly Finding[]): string {
  return order
    .map((severity) => counted(findings.filter((finding) => finding.severity === severity).length, severity))
    .join(', ');
}

const paint = { error: pc.red, warning: pc.yellow, notice: pc.blue };

/** The same finding in more places than this is told once, with their number. */
const fewPlaces = 3;
/** More lines than this are grouped by cause, so that a reader sees what to begin with. */
const fewLines = 40;
/** Findings of one rule that are shown of many, and of one file among them. */
const examples = { ofRule: 10, ofFile: 2 };

/** For people: few findings by file, many by cause with examples and the remedy; then what they add up to. `previous`: whether to show what existed before the change. */
export function textReport(report: CheckReport, previous: boolean): string {
  const shown = report.findings.filter(({ introduced }) => previous || introduced !== false);
  const alike = Map.groupBy(shown, ({ severity, rule, message }) => `${severity} ${rule} ${message}`);
  const elsewhere = new Map<Finding, number>();
  const shownFindings = new Set(shown);
  for (const [first, ...laterFindings] of alike.values()) {
    if (first === undefined || laterFindings.length < fewPlaces) continue;
    elsewhere.set(first, laterFindings.length);
    for (const laterFinding of laterFindings) shownFindings.delete(laterFinding);
  }
  if (shownFindings.size > fewLines)
    return [...byCause(shown, shownFindings, elsewhere), summary(report, shown)].join('\n');
  const byPath = Map.groupBy(shownFindings, ({ path }) => path);
  const files = [...byPath].map(([path, findings]) =>
    [pc.underline(path), ...findings.map((finding) => line(finding, elsewhere.get(finding))), ''].join('\n'),
  );
  return [...files, summary(report, shown)].join('\n');
}

/** By rule, those that come most often in a severity first: a few examples from different files, and what to do. */
function byCause(
  shown: readonly Finding[],
  shownFindings: ReadonlySet<Finding>,
  elsewhere: ReadonlyMap<Finding, number>,
): readonly string[] {
  return causesOf(shown).map((alike) => {
    const [{ rule, severity } = { rule: '', severity: 'notice' as const }] = alike;
    const countByFile = new Map<string, number>();
    const chosen = alike
      .filter((finding) => shownFindings.has(finding))
      .toSorted((a, b) => (elsewhere.get(b) ?? 0) - (elsewhere.get(a) ?? 0))
      .filter(({ path }) => {
        countByFile.set(path, (countByFile.get(path) ?? 0) + 1);
        return (countByFile.get(path) ?? 0) <= examples.ofFile;
      })
      .slice(0, examples.ofRule);
    const shownCount = chosen.reduce((sum, finding) => sum + 1 + (elsewhere.get(finding) ?? 0), 0);
    const fix = rules.get(rule)?.fix;
    return [
      `${paint[severity](severity)} ${pc.bold(rule)} (${alike.length}): ${rules.get(rule)?.finds ?? rule}`,
      ...[...Map.groupBy(chosen, ({ path }) => path)].flatMap(([path, findings]) => [
        `  ${pc.underline(path)}`,
        ...findings.map((finding) => line(finding, elsewhere.get(finding))),
      ]),
      ...(shownCount >= alike.length ? [] : [`  and ${alike.length - shownCount} more; --json shows all`]),
      ...(fix === undefined ? [] : [`  ${pc.dim(`Fix: ${fix}`)}`]),
      '',
    ].join('\n');
  });
}

function line(
  { line, column, severity, message, rule, fix, introduced, saidBy }: Finding,
  elsewhere: number | undefined,
): string {
  const place = line === undefined ? '-' : `${line}:${column ?? 1}`;
  const notes = [
    rule,
    ...(saidBy === undefined ? [] : [`reported by ${saidBy.join(' and ')}`]),
    ...(fix === undefined ? [] : ['--fix fixes it']),
    ...(introduced === false ? ['existed before'] : []),
    ...(elsewhere === undefined ? [] : [`and in ${elsewhere} more places; --json shows all`]),
  ];
  return `  ${pc.dim(place.padStart(8))}  ${paint[severity](severity.padEnd(7))}  ${message} ${pc.dim(`(${notes.join(', ')})`)}`;
}

function summary({ frameworks, pages, findings }: CheckReport, shown: readonly Finding[]): string {
  const before = findings.length - shown.length;
  const existingNote = before === 0 ? '' : `; ${before} more existed before`;
  return `${counted(pages, 'page')} of ${frameworks.join(', ') || 'no framework'}: ${shown.length === 0 ? 'nothing found' : countedBySeverity(shown)}${existingNote}`;
}

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
  const causes = [...Map.groupBy(alike, ({ message }) => message).values()].toSorted((a, b) => b.length - a.length);
  const lines = causes.slice(0, fewCauses).map((cause) => `- ${exampleOf(cause)}`);
  const hiddenCount = causes.slice(fewCauses).reduce((sum, cause) => sum + cause.length, 0);
  const fix = rules.get(rule)?.fix;
  return [
    `${marks[severity]} **${rule}** (${alike.length}): ${rules.get(rule)?.finds ?? rule}`,
    ...lines,
    ...(hiddenCount === 0 ? [] : [`- and ${hiddenCount} more`]),
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
