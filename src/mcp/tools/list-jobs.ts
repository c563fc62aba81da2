import { z } from '@hono/zod-openapi';
import { jobListQuerySchema } from '../../contract/agent-job.ts';
import { jobFactsSchema } from '../../contract/job-facts.ts';
import { cut, partOf } from '../answer.ts';
import { defineTool } from '../tool.ts';
import { costSchema, jobIdInput, readCost, shownJobSchema } from './shown-job.ts';

const promptStart = 160;
const { kind, status, createdBy, prState, search } = jobListQuerySchema.shape;

const listedJobSchema = shownJobSchema
  .pick({ id: true, status: true, title: true, prLink: true, prState: true, needsAnswer: true, createdAt: true })
  .extend(jobFactsSchema.shape)
  .extend({ prompt: z.string(), dollars: shownJobSchema.shape.usage.shape.dollars });

export const listJobsTool = defineTool({
  name: 'list_jobs',
  title: 'List agent jobs',
  scope: 'agent:read',
  description: 'Agent jobs of the project, newest first, and what jobs cost this month and may cost.',
  input: z.strictObject({
    kind: kind.describe('Jobs that change documentation (the default), or reviews.'),
    status,
    createdBy,
    prState,
    search: search.describe('All these words in title, prompt, model, creator or #number of the pull request.'),
    limit: z.int().min(1).max(100).default(20),
    before: jobIdInput.optional().describe('Only jobs older than this one: the last of an earlier answer.'),
  }),
  output: z.object({ jobs: z.array(listedJobSchema), hasMore: z.boolean(), cost: costSchema }),
  async run({ kind: wanted = 'change', ...filter }, call) {
    const page = await call.agent.jobs.list({ projectId: call.project.id, kind: wanted, ...filter });
    const cost = await readCost(call);
    return {
      most: page.jobs.length,
      build: (shown) => ({
        jobs: page.jobs
          .slice(0, shown)
          .map((job) => ({ ...job, prompt: cut(job.prompt, promptStart), dollars: job.usage.dollars })),
        hasMore: page.next !== undefined || shown < page.jobs.length,
        cost,
      }),
    };
  },
});

export const textInput = {
  offset: z.int().min(0).default(0).describe('`nextOffset` of the last answer.'),
};
export const textOutput = {
  text: z.string(),
  nextOffset: z.int().nullable(),
  totalCharacters: z.int(),
};

export const jobDiffTool = defineTool({
  name: 'job_diff',
  title: 'Read the changes of a job',
  scope: 'agent:read',
  description: 'What a job has changed so far, as a unified diff against the base branch. Empty if nothing.',
  input: z.strictObject({ id: jobIdInput, ...textInput }),
  output: z.object(textOutput),
  longestText: Infinity,
  run: async ({ id, offset }, { agent, project }) => partOf(await agent.jobs.diff(project.id, id), offset),
});
