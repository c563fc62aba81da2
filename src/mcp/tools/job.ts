import { z } from '@hono/zod-openapi';
import { JobNotFound } from '../../agent/agent.ts';
import type { AgentJob, JobEvent } from '../../contract/agent-job.ts';
import { AccessEnded } from '../../http/errors.ts';
import { accessInterval } from '../../http/require-access.ts';
import { duration } from '../../kernel/clock.ts';
import { takeTurn } from '../take-turn.ts';
import { defineTool, type Call } from '../tool.ts';
import { costSchema, describeEvent, jobIdInput, readCost, showJob, shownJobSchema } from './shown-job.ts';

const pageSize = 1000;
/** Events that one answer has at most. */
const mostEvents = 100;

export const jobTool = defineTool({
  name: 'job',
  title: 'Show a job, and wait for it',
  scope: 'agent:read',
  description:
    'State, plan, cost and log of a job. `status` is active until it is completed, failed or archived; `prLink` is its pull request. With ' +
    '`waitSeconds`, waits that long at most for it to end, with progress notifications; call again while it is active. Without `after` ' +
    'the log has the latest events, else those that follow.',
  input: z.strictObject({
    id: jobIdInput,
    after: z
      .int()
      .min(0)
      .optional()
      .describe('Only events with a larger `sequence`: `lastSequence` of the last answer.'),
    waitSeconds: z.int().min(0).max(300).default(0).describe('Many clients give up after 60 seconds.'),
  }),
  output: z.object({
    job: shownJobSchema,
    cost: costSchema,
    plan: z.string().nullable().describe('The latest plan in the events that were asked for.'),
    log: z.array(z.object({ sequence: z.int(), at: z.iso.datetime(), type: z.string(), text: z.string() })),
    lastSequence: z.int().describe('Of the log: pass it as `after`.'),
    hasMore: z.boolean().describe('Whether the log goes on after `lastSequence`.'),
  }),
  async run({ id, after: afterInput, waitSeconds }, call) {
    const after = afterInput ?? 0;
    let job = await findJob(call, id);
    if (waitSeconds > 0) job = await untilEnded(call, job, { after, seconds: waitSeconds });
    const events = await readEvents(call, id, after);
    const plan = events.findLast(({ type }) => type === 'plan');
    const cost = await readCost(call);
    const build = (shown: number) => {
      const part = afterInput === undefined ? events.slice(events.length - shown) : events.slice(0, shown);
      const lastSequence = part.at(-1)?.sequence ?? after;
      return {
        job: showJob(job),
        cost,
        plan: plan === undefined ? null : describeEvent(plan),
        log: part.map((event) => ({ ...event, text: describeEvent(event) })),
        lastSequence,
        hasMore: lastSequence < (events.at(-1)?.sequence ?? after),
      };
    };
    return { most: Math.min(events.length, mostEvents), build };
  },
});

async function findJob({ agent, project }: Call, id: string): Promise<AgentJob> {
  const job = await agent.jobs.find(project.id, id);
  if (job === undefined) throw new JobNotFound(id);
  return job;
}

async function readEvents({ agent }: Call, jobId: string, after: number): Promise<readonly JobEvent[]> {
  const read: JobEvent[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await agent.events.read({ jobId, after: read.at(-1)?.sequence ?? after, limit: pageSize });
    read.push(...page.events);
    hasMore = page.hasMore;
  }
  return read;
}

/** Returns early when the caller goes away or the server drains. Throws `AccessEnded`. */
async function untilEnded(
  call: Call,
  job: AgentJob,
  { after, seconds }: { after: number; seconds: number },
): Promise<AgentJob> {
  const end = AbortSignal.any([call.gone, AbortSignal.timeout(seconds * duration.second)]);
  let [current, last, checkedAt] = [job, after, performance.now()];
  while (current.status === 'active' && !end.aborted) {
    const { events } = await call.agent.events.read({ jobId: job.id, after: last, limit: pageSize });
    const latest = events.at(-1);
    if (latest !== undefined) {
      last = latest.sequence;
      await call.progress(last, `${latest.type}: ${describeEvent(latest)}`);
    }
    if (events.length < pageSize) await call.agent.events.changed([job.id], end);
    await takeTurn();
    if (performance.now() - checkedAt >= accessInterval) {
      if (!(await call.mayStill('agent:read'))) throw new AccessEnded();
      checkedAt = performance.now();
    }
    current = await findJob(call, job.id);
  }
  return current;
}
