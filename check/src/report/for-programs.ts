import { z } from 'zod';
import type { CheckReport, Finding } from '../finding.ts';
import { rules, namesOf } from '../rules/rules.ts';

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

const findingSchema = z.strictObject({ rule: z.string(), path: z.string(), message: z.string() });
/** Version 1 has the messages of rules that have been worded anew since, so only their rules and paths are compared. */
const schema = z.strictObject({ version: z.union([z.literal(1), z.literal(2)]), findings: z.array(findingSchema) });

/** What a site had when it began to be checked, as a file that is committed. Lines are left out, since they move. */
export function writeBaseline({ findings }: CheckReport): string {
  const listed = findings.map(({ rule, path, message }) => ({ rule, path, message }));
  return `${JSON.stringify({ version: 2, findings: listed } satisfies z.infer<typeof schema>, null, 2)}\n`;
}

/** The report with what the baseline lists marked as such; undefined when the file is no baseline. */
export function withBaseline(report: CheckReport, text: string): CheckReport | undefined {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { version, findings: listed } = parsed.data;
  const identityOf = (rule: string, { path, message }: Pick<Finding, 'path' | 'message'>): string =>
    `${rule}\0${path}\0${version === 1 || rule === 'unresolved-group' ? '' : message.replace(/\(\d+:\d+(?:-\d+:\d+)?\)/gu, '')}`;
  const remainingCounts = new Map<string, number>();
  for (const one of listed) {
    const identity = identityOf(one.rule, one);
    remainingCounts.set(identity, (remainingCounts.get(identity) ?? 0) + 1);
  }
  const findings = report.findings.map((finding): Finding => {
    const identity = namesOf(finding.rule)
      .map((name) => identityOf(name, finding))
      .find((key) => (remainingCounts.get(key) ?? 0) > 0);
    if (identity !== undefined) remainingCounts.set(identity, (remainingCounts.get(identity) ?? 0) - 1);
    return { ...finding, introduced: identity === undefined };
  });
  return { ...report, findings };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
