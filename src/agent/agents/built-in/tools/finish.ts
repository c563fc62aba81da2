import { z } from 'zod';
import { defineTool, type AgentTool } from './tool.ts';

const input = z.strictObject({
  title: z
    .string()
    .trim()
    .min(3)
    .max(120)
    .regex(/^[^\n\r]*$/, 'must be one line')
    .describe('Title of the pull request: imperative, specific, ideally at most 72 characters.'),
  summary: z
    .string()
    .trim()
    .min(1)
    .max(6_000)
    .describe(
      'Body of the pull request in Markdown: what is done (by page if there are several), checked, and left open.',
    ),
});

export function createFinishTool(): AgentTool {
  return defineTool({
    name: 'finish',
    description:
      'Ends the work. The changes become a pull request with this title and summary. Without changes, the summary is your answer to the person. Call it once, alone, when everything is done and checked.',
    input,
    describe: ({ title }) => title,
    run: ({ title, summary }) =>
      Promise.resolve({ text: 'Finished.', effect: { kind: 'finish', title, summary } as const }),
  });
}
