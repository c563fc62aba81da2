import { z } from 'zod';
import type { CheckReport } from '../../../../../check/src/check.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { groupFindings, placesOf } from '../../group-findings.ts';
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
  const listed = [introduced, isOldListed ? before : []].flatMap((each) => groupFindings(each).flat());
  const shown = fitting(listed.slice(offset), room - headingCharacters);
  const next = offset + shown.length;
  return [
    `Checked ${pages} pages${kinds}.${folder === '' ? '' : ` Only problems in ${folder}:`}`,
    `Problems that your change introduced: ${introduced.length === 0 ? 'none.' : introduced.length}`,
    ...linesOf(shown.filter((finding) => finding.introduced !== false)),
    `Problems that existed before: ${before.length === 0 ? 'none.' : before.length}${isOldListed ? '' : ', not yours unless the task is about them. Set old to list them.'}`,
    ...linesOf(shown.filter((finding) => finding.introduced === false)),
    ...(offset > 0 && offset >= listed.length ? [`Offset ${offset} is past the end.`] : []),
    ...(next < listed.length ? [`… ${listed.length - next} more: continue with offset ${next}, or set path.`] : []),
  ].join('\n');
}

/** The first findings that fit into `room` characters; at least one. */
function fitting(findings: CheckReport['findings'], room: number): CheckReport['findings'] {
  let count = Math.min(findings.length, mostFindings);
  while (count > 1 && linesOf(findings.slice(0, count)).join('\n').length > room) count -= 1;
  return findings.slice(0, count);
}

/** One line for each group of findings with the same message. */
function linesOf(findings: CheckReport['findings']): string[] {
  return groupFindings(findings).map((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group.map(findingLine).join('');
    return `${first.severity} ${first.rule}, ${group.length} times: ${first.message} In ${placesOf(group)}`;
  });
}
