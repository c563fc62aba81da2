import { z } from 'zod';
import { splitThinking } from '../../../../model/split-thinking.ts';
import { defineTool, type AgentTool } from './tool.ts';

const withoutThinking = (text: string) => splitThinking(text).answer.trim();

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
    .describe('Title of the pull request: imperative, specific, at most 72 characters is best.'),
  summary: z
    .string()
    .transform(withoutThinking)
    .pipe(z.string().min(1).max(6_000))
    .describe('Body of the pull request in Markdown: done (by page where there are several), checked, left open.'),
  no_change: z
    .enum(['answered', 'not_needed', 'not_possible'])
    .optional()
    .describe(
      'Only when you changed no file: the summary answers a question, or says why no change is needed or possible.',
    ),
});

export function createFinishTool(): AgentTool {
  return defineTool({
    name: 'finish',
    description:
      'Ends the work. The changes become a pull request with this title and summary; without changes the summary is ' +
      'the answer to the person. Call it once, last, when everything is done.',
    input,
    describe: ({ title }) => title,
    run: ({ title, summary, no_change: noChange }) =>
      Promise.resolve({
        text: 'Finished.',
        effect: { kind: 'finish', title, summary, ...(noChange && { noChange }) } as const,
      }),
  });
}
