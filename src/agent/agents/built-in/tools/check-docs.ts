import { z } from 'zod';
import type { CheckReport } from '../../../../docs-check/docs-check.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { findingLine } from './check-after-change.ts';
import { defineTool, type AgentTool } from './tool.ts';

const input = z.strictObject({
  old: z
    .boolean()
    .default(false)
    .describe('List the problems that stood before as well: only when the task is about them.'),
});

const mostFindings = 100;

export function createCheckDocsTool(checks: Pick<AgentChecks, 'docs'>): AgentTool {
  return defineTool({
    name: 'check_docs',
    description:
      'Checks the whole documentation: parsing, internal links and anchors, images, navigation. Lists the problems that ' +
      'your change brought in, and counts those that stood before. Run it before you finish.',
    input,
    describe: ({ old }) => (old ? 'with old problems' : ''),
    async run({ old }, signal, room) {
      return { text: reportText(await checks.docs(signal), { isOldShown: old, room }) };
    },
  });
}

function reportText(
  { findings, pages, frameworks }: CheckReport,
  { isOldShown, room }: { isOldShown: boolean; room: number },
): string {
  const kinds = frameworks.length > 0 ? ` (${frameworks.join(', ')})` : '';
  const introduced = findings.filter((finding) => finding.introduced !== false);
  const before = findings.filter((finding) => finding.introduced === false);
  const own = section('Problems that your change brought in', introduced, room / 2);
  const old =
    isOldShown || before.length === 0
      ? section('Problems that stood before', before, room / 2)
      : [`Problems that stood before: ${before.length}, not listed here and not yours to correct.`];
  return [`Checked ${pages} pages${kinds}.`, ...own, ...old].join('\n');
}

/** As many as there is room for, in characters. */
function section(title: string, findings: CheckReport['findings'], room: number): string[] {
  if (findings.length === 0) return [`${title}: none.`];
  const lines: string[] = [];
  let left = room - 100;
  for (const line of findings.slice(0, mostFindings).map(findingLine)) {
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = findings.length - lines.length;
  return [`${title}: ${findings.length}`, ...lines, ...(more > 0 ? [`… ${more} more.`] : [])];
}
