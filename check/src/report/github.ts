import type { CheckReport, Finding } from '../check.ts';

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
