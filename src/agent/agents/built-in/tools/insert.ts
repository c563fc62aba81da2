import { z } from 'zod';
import { trimOf } from '../../../../kernel/trim-characters.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { replaceLines } from './edit-lines.ts';
import { placeAtHeading } from './insert-text.ts';
import type { SeenFiles } from './seen-files.ts';
import { byteOrderMark, decodeText } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';
import { writeEdited } from './write-edited.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('Path from the repository root.'),
  text: z.string().min(1),
  heading: z.string().max(300).optional().describe('A heading of a Markdown page, such as Options or ## Options.'),
  where: z
    .enum(['start', 'end', 'before'])
    .default('end')
    .describe('Start or end of the section, or before its heading.'),
  after_line: z.int().min(0).optional().describe('Instead of a heading; 0 for the top.'),
});

export function createInsertTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen: seenFiles } = options;
  return defineTool({
    name: 'insert',
    description: 'Inserts lines at a heading, separated by blank lines; or unchanged after a line that you have seen.',
    changesTree: true,
    input,
    describe: ({ path, heading, after_line: line }) =>
      [path, heading, line !== undefined && `after line ${line}`].filter(Boolean).join(' '),
    async run({ path, text: rawText, heading = '', where, after_line: afterLine }) {
      const bytes = await tree.read(path);
      const original = decodeText(path, bytes);
      const lines = original
        .replace(byteOrderMark, '')
        .replace(/\r?\n$/, '')
        .split(/\r?\n/);
      let place: { afterLine: number; anchor: string[] };
      let text = rawText;
      if (heading !== '' && afterLine === undefined) {
        const { blankBefore, blankAfter, ...found } = placeAtHeading(lines, { heading, where });
        place = {
          afterLine: found.afterLine,
          anchor: lines.slice(found.heading.firstLine - 1, found.heading.lastLine),
        };
        text = `${blankBefore ? '\n' : ''}${trimOf(rawText, '\n')}\n${blankAfter ? '\n' : ''}`;
      } else if (afterLine !== undefined && heading === '') {
        seenFiles.requireNumbers(path, afterLine, 'a heading');
        place = { afterLine, anchor: lines.slice(Math.max(0, afterLine - 1), afterLine) };
      } else {
        throw new ToolRefusal('Give either heading or after_line.');
      }
      const edited = replaceLines(original, { first: place.afterLine + 1, last: place.afterLine, newText: text });
      const say = `Inserted into ${path} after line ${place.afterLine}. It now reads there:`;
      return writeEdited({ ...options, path, bytes, edited, goesBy: place.anchor, say });
    },
  });
}
