import { z } from 'zod';
import { defineTool, type AgentTool } from './tool.ts';

const item = z
  .strictObject({
    text: z.string().min(1).max(200),
    status: z.enum(['pending', 'in_progress', 'done']).default('pending'),
  })
  .or(
    z
      .string()
      .min(1)
      .max(200)
      .transform((text) => ({ text, status: 'pending' as const })),
  );
const input = z.strictObject({ items: z.array(item).min(1).max(20).describe('The whole list each time.') });

export function createPlanTool(): AgentTool {
  return defineTool({
    name: 'plan',
    description: 'Shows people what you are going to do and how far you are. For tasks of more than two steps.',
    input,
    describe: ({ items }) => `${items.filter(({ status }) => status === 'done').length} of ${items.length} done`,
    run: ({ items }) => Promise.resolve({ text: 'The plan is shown.', effect: { kind: 'plan', items } }),
  });
}
