import { z } from 'zod';
import type { CheckReport } from '../../../../docs-check/docs-check.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { findingLine } from './check-after-change.ts';
import { defineTool, type AgentTool } from './tool.ts';

const mostFindings = 100;

export function createCheckDocsTool(checks: Pick<AgentChecks, 'docs'>): AgentTool {
  return defineTool({
    name: 'check_docs',
    description:
      'Checks the whole documentation: parsing, internal links and anchors, images, navigation. Problems that your ' +
      'change brought in come first; those that stood before are listed apart. Run it before you finish.',
    input: z.strictObject({}),
    describe: () => '',
    async run(_, signal) {
      return { text: reportText(await checks.docs(signal)) };
    },
  });
}

function reportText({ findings, pages, frameworks }: CheckReport): string {
  const kinds = frameworks.length > 0 ? ` (${frameworks.join(', ')})` : '';
  const introduced = findings.filter((finding) => finding.introduced !== false);
  const before = findings.filter((finding) => finding.introduced === false);
  return [
    `Checked ${pages} pages${kinds}.`,
    ...section('Problems that your change brought in', introduced),
    ...section('Problems that stood before', before),
  ].join('\n');
}

function section(title: string, findings: CheckReport['findings']): string[] {
  if (findings.length === 0) return [`${title}: none.`];
  const cut = findings.length > mostFindings ? [`… ${findings.length - mostFindings} more.`] : [];
  return [`${title}: ${findings.length}`, ...findings.slice(0, mostFindings).map(findingLine), ...cut];
}
