import type { RuleFacts } from '../check/src/rules/rule.ts';
import { rules } from '../check/src/cli.ts';

/** `docs/rules.md`: every rule of the checker, from the facts that it states itself. */
export function renderRules(): string {
  const all = [...rules.values()];
  const rows = all.map(({ name, severity, finds }) => `| [\`${name}\`](#${name}) | ${severity} | ${cell(finds)} |`);
  return [
    '# Rules of the checker',
    'What [`docwright check`](docs-check.md) finds. `docwright check --explain RULE` prints the same.',
    ['| Rule | Severity | Finds |', '| --- | --- | --- |', ...rows].join('\n'),
    ...all.map(section),
  ].join('\n\n');
}

function section({ name, severity, finds, fix, example, source, formerly = [] }: RuleFacts): string {
  const before =
    formerly.length === 0
      ? []
      : [`Part of ${formerly.map((one) => `\`${one}\``).join(', ')} in older settings and baselines.`];
  return [
    `## ${name}`,
    `Finds ${finds}. Severity: ${severity}.`,
    `Example: ${example}.`,
    `Fix: ${fix}`,
    ...before,
    `See <${source}>.`,
  ].join('\n\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
