import type { CheckReport, Finding } from '../finding.ts';
import { rules } from '../rules/rules.ts';

/**
 * Workflow commands that GitHub Actions shows as annotations. `folder`: where the checked folder lies in the repository.
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function githubReport({ findings }: CheckReport, folder: string): string {
  return findings
    .filter(({ introduced }) => introduced !== false)
    .map((finding) => annotation(finding, folder))
    .join('\n');
}

function annotation({ severity, path, line, column, rule, message }: Finding, folder: string): string {
  const place = line === undefined ? [] : [`line=${line}`, `col=${column ?? 1}`];
  const file = folder === '' ? path : `${folder}/${path}`;
  const properties = [`file=${escapeProperty(file)}`, ...place, `title=${escapeProperty(rule)}`];
  return `::${severity} ${properties.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const levels = { error: 'error', warning: 'warning', notice: 'note' };

/** SARIF 2.1.0, as code scanning of GitHub and GitLab reads it. https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function sarifReport({ findings }: CheckReport): string {
  const names = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'docwright check',
              rules: names.map((id) => ({ id, shortDescription: { text: rules.get(id)?.finds ?? id } })),
            },
          },
          results: findings.map(resultOf),
        },
      ],
    },
    null,
    2,
  );
}

function resultOf({ rule, severity, message, path, line, column, introduced, saidBy }: Finding): object {
  return {
    ruleId: rule,
    level: levels[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          ...(line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } }),
        },
      },
    ],
    ...(saidBy === undefined ? {} : { properties: { saidBy } }),
    ...(introduced === undefined ? {} : { baselineState: introduced ? 'new' : 'unchanged' }),
  };
}
