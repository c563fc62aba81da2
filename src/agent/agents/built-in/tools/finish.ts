import { z } from 'zod';
import { splitThinking } from '../../../../model/split-thinking.ts';
import { defineTool, type AgentTool } from './tool.ts';

const withoutThinking = (text: string) => splitThinking(text, false).answer.trim();

const input = z.strictObject({
  title: z
    .string()
    .transform(withoutThinking)
    .pipe(
      z
        .string()
        .min(3)
        .max(120)
        .regex(/^[^\n\r]*$/, 'must be one line'),
    )
    .describe('Title of the pull request: imperative, specific, ideally at most 72 characters.'),
  summary: z
    .string()
    .transform(withoutThinking)
    .pipe(z.string().min(1).max(6_000))
    .describe(
      'Body of the pull request in Markdown: what is done (by page if there are several), checked, and left open.',
    ),
  no_change: z
    .enum(['answered', 'not_needed', 'not_possible'])
    .optional()
    .describe(
      'Set this only if no file changed: the summary answers a question, or says why no change is needed or possible.',
    ),
});

export function createFinishTool(): AgentTool {
  return defineTool({
    name: 'finish',
    description:
      'Ends the work. The changes become a pull request with this title and summary. Without changes, the summary is ' +
      'your answer to the person. Call it once, last, when everything is done.',
    input,
    describe: ({ title }) => title,
    run: ({ title, summary, no_change: noChange }) =>
      Promise.resolve({
        text: 'Finished.',
        effect: { kind: 'finish', title, summary, ...(noChange && { noChange }) } as const,
      }),
  });
}
