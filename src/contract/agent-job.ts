import { z } from '@hono/zod-openapi';
import { attachmentSummarySchema, attachmentsSchema } from './attachment.ts';
import { jobFactsSchema } from './job-facts.ts';
import { modelNameSchema } from './model-name.ts';
import { pullRequestStateSchema } from './pull-request.ts';

/** Characters of a prompt at most. */
const promptLimit = 50_000;

/** A character that a person sees: no space, control or format character, no filler, no lone mark. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800]/u;

const promptSchema = z
  .string()
  .min(1, 'must not be empty')
  .refine((text) => Array.from(text).length <= promptLimit, `must not have more than ${promptLimit} characters`)
  .refine((text) => text.length === 0 || visible.test(text), 'must not be blank')
  .openapi({
    description: 'The instruction the agent executes. At least one character must be visible.',
    example: 'Add a quickstart for the Python SDK.',
    maxLength: promptLimit,
    pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$`,
  });

/** Names that git accepts for a branch, without the forms that options or ranges could be made of. */
const branchSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(
    /^(?![-./])(?!.*(?:\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)))[A-Za-z0-9._/+#@-]+(?<![./])$/,
    'must be a valid branch name',
  );

/** Published, like the message to a job: fields that are not ours are ignored, since their clients are not ours to break. */
export const createJobSchema = z
  .object({
    prompt: promptSchema,
    attachments: attachmentsSchema,
    branch: branchSchema
      .optional()
      .openapi({ description: "Base branch to work from. Defaults to the project's branch." }),
    draft: z.boolean().optional().openapi({ description: 'Open the pull request as a draft.' }),
    model: modelNameSchema
      .optional()
      .openapi({ description: 'Model as `provider/name`.', example: 'anthropic/claude-sonnet-4-5' }),
  })
  .openapi('CreateAgentJob');

export type CreateJob = z.infer<typeof createJobSchema>;

export const messageJobSchema = z
  .object({ prompt: promptSchema, attachments: attachmentsSchema })
  .openapi('AgentJobMessage');

export const jobStatusSchema = z.enum(['active', 'completed', 'archived', 'failed']);

export type JobStatus = z.infer<typeof jobStatusSchema>;

export const jobFailureSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    remedy: z.string(),
    retryable: z.boolean().openapi({ description: 'True if the same job may succeed when sent again.' }),
  })
  .openapi('AgentJobFailure');

export type JobFailure = z.infer<typeof jobFailureSchema>;

const dollarsSchema = z.number().nullable().openapi({
  description: "By the server's price table. Null if the price of a call is unknown.",
});

const usageSchema = z.object({
  inputTokens: z.int(),
  cachedInputTokens: z.int().openapi({ description: 'Input tokens that the provider read from its cache.' }),
  outputTokens: z.int(),
  modelCalls: z.int(),
  dollars: dollarsSchema,
});

/** A comment that a review posts, or would post. */
export const reviewCommentSchema = z
  .object({
    path: z.string(),
    firstLine: z.int(),
    lastLine: z.int(),
    text: z.string().openapi({ description: 'Markdown.' }),
    replacement: z
      .string()
      .nullable()
      .openapi({ description: 'What the lines should say instead. Empty to delete them.' }),
  })
  .openapi('ReviewComment');

export type ReviewComment = z.infer<typeof reviewCommentSchema>;

export const jobReviewSchema = z
  .object({
    number: z.int(),
    url: z.string().openapi({ description: 'The pull request.' }),
    dryRun: z.boolean().openapi({ description: 'True if nothing is posted.' }),
    headSha: z.string().nullable().openapi({ description: 'The reviewed commit. Null until it is read.' }),
    comments: z.array(reviewCommentSchema),
    elsewhere: z
      .array(z.object({ path: z.string(), line: z.int().nullable(), text: z.string() }))
      .openapi({ description: 'Problems that the change causes in lines that it does not show.' }),
    posted: z.boolean(),
  })
  .openapi('JobReview');

export type JobReview = z.infer<typeof jobReviewSchema>;

/** Strict: no client of the published API sends it. */
export const createReviewSchema = z
  .strictObject({
    url: z.string().min(1).max(2_000).openapi({ example: 'https://github.com/acme/docs/pull/12' }),
    dryRun: z.boolean().optional().openapi({ description: 'Post nothing: `review.comments` is the result.' }),
  })
  .openapi('CreateReview');

const timestampSchema = z.iso.datetime().openapi({ example: '2026-11-21T09:30:00.000Z' });

export const jobWaitingSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    since: timestampSchema,
    until: timestampSchema.openapi({ description: 'When the job tries again.' }),
  })
  .openapi('AgentJobWaiting', {
    description: 'The unavailable outside service that an active job waits for, such as its code host or model.',
  });

export const agentJobSchema = z
  .object({
    id: z.string(),
    status: jobStatusSchema,
    source: z.object({
      repository: z.string().openapi({
        description:
          'Full URL of the repository. For a repository stored on this server, the page of its pull requests.',
      }),
      ref: z.string().nullable().openapi({
        description: 'Branch the agent works on. It exists in the repository only after the job has pushed.',
      }),
    }),
    model: z.string(),
    prLink: z
      .string()
      .nullable()
      .openapi({ description: 'URL of the pull request. Null if none is open yet or no files were changed.' }),
    createdAt: timestampSchema,
    archivedAt: timestampSchema.nullable(),
    prompt: z.string(),
    title: z.string().nullable().openapi({ description: 'Title of the change, written by the agent.' }),
    summary: z.string().nullable().openapi({ description: "The agent's summary of its work." }),
    failure: jobFailureSchema.nullable(),
    waiting: jobWaitingSchema.nullable(),
    needsAnswer: z.boolean().openapi({
      description:
        'True if a completed job waits for an answer: `summary` is the question. Send the answer as a message.',
    }),
    prState: pullRequestStateSchema.nullable().openapi({
      description:
        'State of the pull request as last reported by the code host. Null without a pull request, or before the first report.',
    }),
    prCondition: z
      .enum(['merging', 'checks_failed', 'conflict'])
      .nullable()
      .openapi({
        description:
          'What an open pull request waits for: its checks before it is merged, or a person because checks fail or its base branch ' +
          'conflicts. Null otherwise.',
      }),
    usage: usageSchema,
    ...jobFactsSchema.shape,
    updatedAt: timestampSchema,
    review: jobReviewSchema.nullable().openapi({
      description: 'For a job that reviews a pull request of a person: which one, and the comments. Otherwise null.',
    }),
  })
  .openapi('AgentJob', {
    example: {
      id: 'job_01kahy3v5rm0c2x7q8w4n6t9ze',
      status: 'completed',
      source: { repository: 'https://github.com/acme/docs', ref: 'docwright/add-a-quickstart-w4n6t9ze' },
      model: 'anthropic/claude-sonnet-5',
      prLink: 'https://github.com/acme/docs/pull/128',
      createdAt: '2026-11-21T09:30:00.000Z',
      archivedAt: null,
      prompt: 'Add a quickstart for the Python SDK.',
      title: 'Add a quickstart for the Python SDK',
      summary: 'Added quickstart/python.mdx and linked it from the navigation.',
      failure: null,
      waiting: null,
      needsAnswer: false,
      prState: 'open',
      prCondition: null,
      usage: { inputTokens: 48_211, cachedInputTokens: 39_870, outputTokens: 2_904, modelCalls: 9, dollars: 0.053_696 },
      createdBy: { actor: 'member:mem_01kahy3v5rm0c2x7q8w4n6t9ze', name: 'Ada Lovelace' },
      lines: { added: 41, removed: 2 },
      updatedAt: '2026-11-21T09:33:12.000Z',
      review: null,
    },
  });

export type AgentJob = z.infer<typeof agentJobSchema>;

/** What the jobs of a project cost in the month of UTC that it is. */
export const agentCostSchema = z
  .object({
    month: z.string().openapi({ example: '2026-11' }),
    dollars: z.number(),
    unpricedCalls: z.int().openapi({ description: 'Calls to models with unknown prices, which the sum excludes.' }),
    budgetDollars: z.number().nullable().openapi({ description: 'Monthly budget. Null if there is none.' }),
  })
  .openapi('AgentCost');

export type AgentCost = z.infer<typeof agentCostSchema>;

export const jobListQuerySchema = z.strictObject({
  kind: z
    .enum(['change', 'review'])
    .optional()
    .openapi({ default: 'change', description: 'Jobs that change documentation, or reviews of pull requests.' }),
  status: jobStatusSchema.optional(),
  createdBy: z
    .string()
    .regex(/^(?:automation|(?:member|key|grant):\w{1,60})$/, 'must be the `createdBy.actor` of a job')
    .optional()
    .openapi({ description: 'Only jobs with this `createdBy.actor`.' }),
  prState: pullRequestStateSchema.optional().openapi({ description: 'Only jobs whose pull request has this state.' }),
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .openapi({
      description:
        'Only jobs with all these words in title, prompt, model, creator or `#` and number of the pull request, ignoring case. A page ' +
        'may have fewer jobs than `limit`, or none, before the last.',
    }),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  cursor: z.string().max(100).optional().openapi({ description: '`nextCursor` of the previous page.' }),
});

export const jobListSchema = z
  .object({ jobs: z.array(agentJobSchema), nextCursor: z.string().nullable() })
  .openapi('AgentJobList');

/** Phases inside `active`, in their order. */
export const jobPhaseSchema = z.enum(['queued', 'preparing', 'running', 'validating', 'publishing']);

export type JobPhase = z.infer<typeof jobPhaseSchema>;

/** What happened to a job, in order; `sequence` starts at 1 and has no gaps. */
export const jobEventDataSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    text: z.string(),
    attachments: z.array(attachmentSummarySchema).optional(),
  }),
  z.object({ type: z.literal('phase'), phase: jobPhaseSchema, round: z.int() }),
  z.object({
    type: z.literal('plan'),
    items: z.array(z.object({ text: z.string(), status: z.enum(['pending', 'in_progress', 'done']) })),
  }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool'), tool: z.string(), line: z.string(), failed: z.boolean() }),
  // Events of earlier versions have neither cached tokens nor dollars.
  z.object({ type: z.literal('usage'), ...usageSchema.partial({ cachedInputTokens: true, dollars: true }).shape }),
  z.object({ type: z.literal('question'), text: z.string() }),
  z.object({
    type: z.literal('findings'),
    introduced: z.int(),
    standing: z.int(),
    text: z.string(),
  }),
  z.object({ type: z.literal('pull_request'), url: z.string(), number: z.int(), state: z.string() }),
  z.object({ type: z.literal('notice'), text: z.string() }),
  z.object({ type: z.literal('waiting'), ...jobWaitingSchema.shape }),
  z.object({ type: z.literal('status'), status: jobStatusSchema, failure: jobFailureSchema.nullable() }),
]);

export type JobEventData = z.infer<typeof jobEventDataSchema>;

export const jobEventSchema = z
  .object({ sequence: z.int(), at: timestampSchema })
  .and(jobEventDataSchema)
  .openapi('AgentJobEvent');

export type JobEvent = z.infer<typeof jobEventSchema>;

export const jobEventsQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be an integer')
    .transform(Number)
    .optional()
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: 999_999_999,
      default: 0,
      description: 'Only events with a larger `sequence`.',
    }),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.int().min(1).max(1000))
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: 1000, default: 200 }),
});

export const jobEventsSchema = z
  .object({ events: z.array(jobEventSchema), hasMore: z.boolean() })
  .openapi('AgentJobEvents');
