import { z } from 'zod';
import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import { restoreHiddenCharacters } from './hidden-text.ts';
import type { SeenFiles } from './seen-files.ts';
import { byteOrderMark, countLines, decodeText, lineEndingOf } from './text-file.ts';
import { defineTool, type AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('Path from the repository root.'),
  content: z.string().describe('The complete content of the file.'),
});

export function createWriteTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen: seenFiles, checks } = options;
  return defineTool({
    name: 'write',
    description:
      'Creates a file, or replaces the whole content of a file that you have read. To change part of a file, use edit, which keeps everything else.',
    changesTree: true,
    input,
    describe: ({ path, content }) => `${path} (${countLines(content)} lines)`,
    async run({ path, content }) {
      await tree.requireChangeable(path);
      const previous = (await tree.exists(path)) ? await tree.read(path) : undefined;
      if (previous !== undefined)
        seenFiles.require(path, previous, 'because write replaces the whole file. To change part of it, use edit');
      const text = previous === undefined ? content : keepFileForm(decodeText(path, previous), content);
      const bytes = new TextEncoder().encode(text);
      await tree.write(path, bytes);
      const verb = previous === undefined ? 'Created' : 'Replaced';
      const check = await checkAfterChange(checks, path, { before: previous, after: bytes });
      return {
        text: `${verb} ${path}, ${countLines(text)} lines.\n${check.text}`,
        record: seenFiles.note(path, bytes),
      };
    },
  });
}

/** A rewritten file keeps the line endings, byte order mark and invisible characters that the model could only see spelled out. */
function keepFileForm(previous: string, content: string): string {
  const body = restoreHiddenCharacters(content).replaceAll('\r\n', '\n').replaceAll('\n', lineEndingOf(previous));
  return previous.startsWith(byteOrderMark) && !body.startsWith(byteOrderMark) ? byteOrderMark + body : body;
}
