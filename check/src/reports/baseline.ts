import { z } from 'zod';
import type { CheckReport, Finding } from '../docs-check.ts';

const schema = z.strictObject({
  version: z.literal(1),
  findings: z.array(z.strictObject({ rule: z.string(), path: z.string(), message: z.string() })),
});

type Known = z.infer<typeof schema>['findings'][number];

/** What a site had when it began to be checked, as a file that is committed. Lines are left out, since they move. */
export function writeBaseline({ findings }: CheckReport): string {
  const known = findings.map(({ rule, path, message }) => ({ rule, path, message }));
  return `${JSON.stringify({ version: 1, findings: known } satisfies z.infer<typeof schema>, null, 2)}\n`;
}

/** The report with what the baseline knows marked as such; undefined when the file is no baseline. */
export function withBaseline(report: CheckReport, text: string): CheckReport | undefined {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const left = new Map<string, number>();
  for (const known of parsed.data.findings) left.set(identityOf(known), (left.get(identityOf(known)) ?? 0) + 1);
  const findings = report.findings.map((finding): Finding => {
    const count = left.get(identityOf(finding)) ?? 0;
    if (count > 0) left.set(identityOf(finding), count - 1);
    return { ...finding, introduced: count === 0 };
  });
  return { ...report, findings };
}

/** Without numbers: places within a message move, and a doubted group grows. */
function identityOf({ rule, path, message }: Known): string {
  return `${rule}\0${path}\0${rule === 'doubted' ? '' : message.replace(/\(\d+:\d+(?:-\d+:\d+)?\)/gu, '')}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
