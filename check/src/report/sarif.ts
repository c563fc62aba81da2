import type { CheckReport, Finding } from '../check.ts';
import { rules } from '../rules/rules.ts';

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
