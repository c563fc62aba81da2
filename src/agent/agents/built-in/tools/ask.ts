import { z } from 'zod';
import type { AgentChange } from '../../docs-agent.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';

const input = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .describe('In Markdown: what you need to know, why, and what you would do for each likely answer.'),
});

export function createAskTool(change: Pick<AgentChange, 'isUntouched'>): AgentTool {
  return defineTool({
    name: 'ask',
    description:
      'Ends the work with a question to the person. After the answer, you continue. Use it only if a wrong guess would make the whole change useless, and before you change anything. Call it alone.',
    input,
    describe: ({ question }) => question,
    async run({ question }) {
      if (!(await change.isUntouched())) {
        throw new ToolRefusal(
          'You have already changed files, and asking would lose those changes. Finish, and say in the summary what is left open; or revert them and ask.',
        );
      }
      return { text: 'Asked.', effect: { kind: 'ask', question } };
    },
  });
}
