import { z } from 'zod';
import type { CheckReport } from '../../../../../check/src/check.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { findingLine } from './check-after-change.ts';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, type AgentTool } from './tool.ts';
import { plainPath } from './tree-access.ts';

const input = z.strictObject({
  old: z
    .boolean()
    .default(false)
    .describe('Also list problems that existed before. Use only if the task is about them.'),
  path: z.string().default('').describe('Only problems in this file or folder.'),
  offset: z.int().min(0).default(0).describe('Number of problems to skip because an earlier call showed them.'),
});

const mostFindings = 100;
/** What the lines around those of the problems take. */
const headingCharacters = 500;

export function createCheckDocsTool({
  checks,
  seen,
}: {
  checks: Pick<AgentChecks, 'docs'>;
  seen: SeenFiles;
}): AgentTool {
  return defineTool({
    name: 'check_docs',
    description:
      'Checks the whole documentation: parsing, internal links and anchors, images, navigation. Lists the problems that your change introduced, and counts those that existed before. Run it before you finish.',
    input,
    describe: ({ old, path }) => [old && 'with old problems', path && `in ${path}`].filter(Boolean).join(' '),
    async run({ old, path, offset }, signal, room) {
      const report = await checks.docs(signal);
      return {
        text: reportText(report, { isOldShown: old, folder: plainPath(path), offset, room }),
        record: seen.noteNumbers(
          report.findings.filter(({ introduced }) => old || introduced !== false).map((finding) => finding.path),
        ),
      };
    },
  });
}

function reportText(
  { findings, pages, frameworks }: CheckReport,
  { isOldShown, folder, offset, room }: { isOldShown: boolean; folder: string; offset: number; room: number },
): string {
  const kinds = frameworks.length > 0 ? ` (${frameworks.join(', ')})` : '';
  const selected = findings.filter(({ path }) => folder === '' || path === folder || path.startsWith(`${folder}/`));
  const introduced = selected.filter((finding) => finding.introduced !== false);
  const before = selected.filter((finding) => finding.introduced === false);
  const isOldListed = isOldShown || before.length === 0;
  const listed = [...introduced, ...(isOldListed ? before : [])];
  const lines = linesThatFit(listed.slice(offset), room - headingCharacters);
  const fromOwn = Math.max(0, Math.min(lines.length, introduced.length - offset));
  const next = offset + lines.length;
  return [
    `Checked ${pages} pages${kinds}.${folder === '' ? '' : ` Only problems in ${folder}:`}`,
    `Problems that your change introduced: ${introduced.length === 0 ? 'none.' : introduced.length}`,
    ...lines.slice(0, fromOwn),
    `Problems that existed before: ${before.length === 0 ? 'none.' : before.length}${isOldListed ? '' : ', not yours unless the task is about them. Set old to list them.'}`,
    ...lines.slice(fromOwn),
    ...(offset > 0 && offset >= listed.length ? [`Offset ${offset} is past the end.`] : []),
    ...(next < listed.length ? [`… ${listed.length - next} more: continue with offset ${next}, or set path.`] : []),
  ].join('\n');
}

/** As many as there is room for, in characters. */
function linesThatFit(findings: CheckReport['findings'], room: number): string[] {
  const lines: string[] = [];
  let remaining = room;
  for (const line of findings.slice(0, mostFindings).map(findingLine)) {
    remaining -= line.length + 1;
    if (remaining < 0 && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}
