import { isParsed, type Finding } from '../../../../../check/src/check.ts';
import type { AgentChecks } from '../../docs-agent.ts';

const mostShown = 10;

/** `text` ends a tool result; `caused` counts the problems that the change brought. */
export interface ChangeCheck {
  readonly caused: number;
  readonly text: string;
}

/**
 * Parses the file as it now stands and reports what the change caused. `before` is undefined for
 * a file that was not there.
 */
export async function checkAfterChange(
  checks: Pick<AgentChecks, 'file'>,
  path: string,
  { before, after }: { before: Uint8Array | undefined; after: Uint8Array },
): Promise<ChangeCheck> {
  const findings = await checks.file(path, textOf(after));
  if (findings.length === 0) {
    const text = isParsed(path) ? 'The file parses without problems.' : 'Files of this kind are not checked.';
    return { caused: 0, text };
  }
  const stood = before === undefined ? [] : await checks.file(path, textOf(before));
  const caused = without(findings, stood);
  if (caused.length === 0)
    return { caused: 0, text: `The file parses without new problems (${findings.length} existed before).` };
  const cut = caused.length > mostShown ? [`… ${caused.length - mostShown} more.`] : [];
  const shown = caused.slice(0, mostShown).map(findingLine);
  const text = [`The change caused ${caused.length} problem(s). Fix them:`, ...shown, ...cut].join('\n');
  return { caused: caused.length, text };
}

/** Lines may have moved, so that a problem is known again by what it says. */
function without(findings: readonly Finding[], stood: readonly Finding[]): Finding[] {
  const remaining = stood.map(({ rule, message }) => `${rule} ${message}`);
  return findings.filter(({ rule, message }) => {
    const index = remaining.indexOf(`${rule} ${message}`);
    if (index !== -1) remaining.splice(index, 1);
    return index === -1;
  });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

export function findingLine(finding: Finding): string {
  const place = [finding.path, finding.line, finding.column].filter((part) => part !== undefined).join(':');
  return `${place} ${finding.severity} ${finding.rule}: ${finding.message}`;
}
