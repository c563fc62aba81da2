import { z } from '@hono/zod-openapi';
import { agentCostSchema, agentJobSchema, type AgentJob, type JobEvent } from '../../contract/agent-job.ts';
import { cut } from '../answer.ts';
import type { Call } from '../tool.ts';

export const jobIdInput = z.string().min(1).max(100).describe('Such as job_01kahy3v5rm0c2x7q8w4n6t9ze.');

/** Characters of the prompt, which whoever wrote it knows. */
const promptStart = 300;

const { usage } = agentJobSchema.shape;
export const shownJobSchema = z
  .object(agentJobSchema.shape)
  .omit({ archivedAt: true, review: true, source: true })
  .extend({ usage: usage.pick({ modelCalls: true, dollars: true }) });

export function showJob(job: AgentJob): z.input<typeof shownJobSchema> {
  return { ...job, prompt: cut(job.prompt, promptStart) };
}

export const costSchema = z.object({
  ...agentCostSchema.shape,
  jobBudgetDollars: z.number().nullable().describe('Most that one job may cost.'),
  jobsPerHour: z.int().describe('Limit on jobs and messages together.'),
});

/** What jobs may cost, and cost this month. */
export async function readCost({ agent, project }: Call): Promise<z.infer<typeof costSchema>> {
  const { budgets, jobsPerHour } = project.settings;
  return { ...(await agent.costOf(project.id)), jobBudgetDollars: budgets.dollars, jobsPerHour };
}

/** An event of the log as a line. */
export function describeEvent(event: JobEvent): string {
  switch (event.type) {
    case 'phase':
      return `${event.phase}, round ${event.round}`;
    case 'plan':
      return event.items.map(({ text, status }) => `[${status}] ${text}`).join('; ');
    case 'tool':
      return `${event.failed ? 'failed: ' : ''}${event.line}`;
    case 'usage':
      return `${event.modelCalls} model calls, ${event.inputTokens} input and ${event.outputTokens} output tokens`;
    case 'findings':
      return `${event.introduced} introduced, ${event.standing} before: ${event.text}`;
    case 'pull_request':
      return `${event.state}: ${event.url}`;
    case 'waiting':
      return `until ${event.until}: ${event.message}`;
    case 'status':
      return event.failure === null ? event.status : `${event.status}: ${event.failure.message}`;
    default:
      return event.text;
  }
}
