import type { Finding } from '../../../../docs-check/docs-check.ts';
import type { AgentChecks } from '../../docs-agent.ts';

/** Parses the file as it now stands and says the result in words for the end of a tool result. */
export async function checkAfterChange(
  checks: Pick<AgentChecks, 'file'>,
  path: string,
  content: string,
): Promise<string> {
  const findings = await checks.file(path, content);
  if (findings.length === 0) return 'The file parses without problems.';
  const shown = findings.slice(0, 10).map(findingLine).join('\n');
  return `The file now has ${findings.length} problem(s); correct what you caused:\n${shown}`;
}

export function findingLine(finding: Finding): string {
  const place = [finding.path, finding.line, finding.column].filter((part) => part !== undefined).join(':');
  return `${place} ${finding.severity} ${finding.rule}: ${finding.message}`;
}
