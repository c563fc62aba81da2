import { z } from '@hono/zod-openapi';
import { jobFactsSchema } from './job-facts.ts';

export const pullRequestStateSchema = z.enum(['open', 'closed', 'merged']);
export type PullRequestState = z.infer<typeof pullRequestStateSchema>;

/** A change that waits for review or was decided, on whatever code host. */
const pullRequestFields = {
  number: z.int(),
  title: z.string(),
  state: pullRequestStateSchema,
  draft: z.boolean(),
  headBranch: z.string(),
  baseBranch: z.string(),
  url: z.string().describe('Its page on the code host.'),
  jobId: z.string().nullable().describe('The job that opened it. Null if this project no longer has it.'),
  job: jobFactsSchema
    .extend({ prompt: z.string().describe('Its first 300 characters.'), dollars: z.number().nullable() })
    .nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const pullRequestSchema = z.object(pullRequestFields).openapi('PullRequest');
export type PullRequest = z.infer<typeof pullRequestSchema>;

export const pullRequestDetailsSchema = z
  .object({
    ...pullRequestFields,
    body: z.string().describe('Markdown.'),
    headSha: z.string(),
    commits: z
      .array(z.object({ sha: z.string(), subject: z.string(), author: z.string(), date: z.string() }))
      .describe('The first 250, oldest first.'),
    decidedHere: z.boolean().describe('Whether it is merged and closed here instead of on the code host.'),
  })
  .openapi('PullRequestDetails');
export type PullRequestDetails = z.infer<typeof pullRequestDetailsSchema>;

export const pullRequestChecksSchema = z
  .object({
    checks: z
      .array(
        z.object({
          name: z.string(),
          state: z.enum(['pending', 'passed', 'failed']),
          url: z.string().nullable().describe('Its page: http or https.'),
        }),
      )
      .nullable()
      .describe(
        'The latest run of each, failed ones first, 100 at most. Null if the code host has none or does not show them.',
      ),
    unreadable: z.string().nullable().describe('Why the code host does not show them.'),
  })
  .openapi('PullRequestChecks');
export type PullRequestChecks = z.infer<typeof pullRequestChecksSchema>;

export const pullRequestActionSchema = z.enum(['merge', 'close', 'reopen']);

export const pullRequestDecisionSchema = z.strictObject({
  seenHead: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/, 'Send the `headSha` of the pull request you reviewed.')
    .describe('The reviewed `headSha`. The merge is refused if the branch has changed since.'),
});
