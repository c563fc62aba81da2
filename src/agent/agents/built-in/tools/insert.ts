import { z } from 'zod';
import { trimOf } from '../../../../kernel/trim-characters.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { replaceLines } from './edit-lines.ts';
import { blanksAtLine, placeAtHeading } from './insert-text.ts';
import { describeMoved, type SeenFiles } from './seen-files.ts';
import { byteOrderMark, decodeText } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';
import { writeEdited } from './write-edited.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('Path from the repository root.'),
  text: z.string().min(1),
  heading: z.string().optional().describe('A heading of a Markdown page, such as Options or ## Options.'),
  where: z
    .enum(['start', 'end', 'before'])
    .default('end')
    .describe('Start or end of the section, or before its heading.'),
  after_line: z.int().min(0).optional().describe('Instead of a heading; 0 for the top.'),
});

/** Files with `#` headings. */
const markdown = /\.(?:mdx?|markdown|mdoc|qmd|rmd)$/iu;

export function createInsertTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen: seenFiles } = options;
  return defineTool({
    name: 'insert',
    description: 'Inserts lines at a heading, separated by blank lines; or after a line that you have seen.',
    changesTree: true,
    input,
    describe: ({ path, heading, after_line: line }) =>
      [path, heading, line !== undefined && `after line ${line}`].filter(Boolean).join(' '),
    async run({ path, text: rawText, heading = '', where: side, after_line: afterLine }) {
      await tree.requireChangeable(path);
      const bytes = await tree.read(path);
      const original = decodeText(path, bytes);
      const lines = original
        .replace(byteOrderMark, '')
        .replace(/\r?\n$/, '')
        .split(/\r?\n/);
      let place: { afterLine: number; anchor: string[] };
      let text: string;
      let where: string;
      if (heading !== '' && afterLine === undefined) {
        const { blankBefore, blankAfter, ...found } = await seenFiles.withNumbers(path, () =>
          placeAtHeading(lines, { heading, where: side }),
        );
        place = {
          afterLine: found.afterLine,
          anchor: lines.slice(found.heading.firstLine - 1, found.heading.lastLine),
        };
        const line = seenFiles.heldNumber(path, place.afterLine);
        where = line === undefined ? 'at the heading.' : `after line ${line}.`;
        text = `${blankBefore ? '\n' : ''}${trimOf(rawText, '\n')}\n${blankAfter ? '\n' : ''}`;
      } else if (afterLine !== undefined && heading === '') {
        const shift = seenFiles.requireShift(path, { first: afterLine, last: afterLine }, 'a heading');
        const line = afterLine + shift;
        place = { afterLine: line, anchor: lines.slice(Math.max(0, line - 1), line) };
        where = `after line ${afterLine}${shift === 0 ? '.' : describeMoved(place.anchor, afterLine)}`;
        const ownLines = rawText.replace(/\r?\n$/, '').split(/\r?\n/);
        const { blankBefore, blankAfter } = markdown.test(path)
          ? blanksAtLine(lines, line, ownLines)
          : { blankBefore: false, blankAfter: false };
        text = `${blankBefore ? '\n' : ''}${ownLines.join('\n')}\n${blankAfter ? '\n' : ''}`;
        if (blankBefore || blankAfter) where += ' Blank lines separate it from headings.';
      } else {
        throw new ToolRefusal('Give either heading or after_line.');
      }
      const edited = replaceLines(original, { first: place.afterLine + 1, last: place.afterLine, newText: text });
      return writeEdited({
        ...options,
        path,
        bytes,
        edited,
        goesBy: place.anchor,
        say: `Inserted into ${path} ${where}`,
      });
    },
  });
}
