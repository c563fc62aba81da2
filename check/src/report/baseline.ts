import { z } from 'zod';
import type { CheckReport, Finding } from '../finding.ts';
import { namesOf } from '../rules/rules.ts';

const known = z.strictObject({ rule: z.string(), path: z.string(), message: z.string() });
/** Version 1 has the messages of rules that have been worded anew since, so only their rules and paths are compared. */
const schema = z.strictObject({ version: z.union([z.literal(1), z.literal(2)]), findings: z.array(known) });

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
  const left = new Map<string, number>();
  for (const one of listed) {
    const identity = identityOf(one.rule, one);
    left.set(identity, (left.get(identity) ?? 0) + 1);
  }
  const findings = report.findings.map((finding): Finding => {
    const identity = namesOf(finding.rule)
      .map((name) => identityOf(name, finding))
      .find((one) => (left.get(one) ?? 0) > 0);
    if (identity !== undefined) left.set(identity, (left.get(identity) ?? 0) - 1);
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
