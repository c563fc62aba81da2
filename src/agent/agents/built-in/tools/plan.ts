import { z } from 'zod';
import { defineTool, type AgentTool } from './tool.ts';

const mostCharacters = 200;
const text = z
  .string()
  .min(1)
  .transform((whole) => (whole.length > mostCharacters ? `${whole.slice(0, mostCharacters - 1)}…` : whole));
const item = z
  .strictObject({ text, status: z.enum(['pending', 'in_progress', 'done']).default('pending') })
  .or(text.transform((words) => ({ text: words, status: 'pending' as const })));
const input = z.strictObject({ items: z.array(item).min(1).max(20).describe('The whole list, every time.') });

export function createPlanTool(): AgentTool {
  return defineTool({
    name: 'plan',
    description: 'Shows people your plan and progress. Use it for tasks of more than two steps.',
    input,
    describe: ({ items }) => `${items.filter(({ status }) => status === 'done').length} of ${items.length} done`,
    run: ({ items }) => Promise.resolve({ text: 'Plan updated.', effect: { kind: 'plan', items } }),
  });
}
