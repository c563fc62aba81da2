import { z } from 'zod';
import { hostFields } from '../read-answer.ts';

/** The fields of GitHub's answers that we use. */
const { url, sha, date, number } = hostFields;
const user = z.object({ login: z.string() }).nullable();

export const repositoryAnswer = z.object({
  full_name: z.string(),
  html_url: url,
  default_branch: z.string(),
  private: z.boolean(),
  archived: z.boolean(),
  disabled: z.boolean().optional(),
  permissions: z.object({ push: z.boolean().optional() }).optional(),
});
export const branchAnswer = z.object({ commit: z.object({ sha }) });
/** A folder, or the one file that the path names. */
export const contentAnswer = z.union([
  z.array(z.object({ path: z.string(), type: z.string() })),
  z.object({ type: z.string(), content: z.string().optional() }),
]);

const pullFields = {
  number,
  html_url: url,
  state: z.string(),
  merged_at: z.string().nullable(),
  draft: z.boolean().optional(),
  body: z.string().nullable(),
  head: z.object({ ref: z.string() }),
};
export const pullAnswer = z.object(pullFields);
export const reviewedPullAnswer = z.object({
  ...pullFields,
  title: z.string(),
  created_at: date,
  updated_at: date,
  head: z.object({ ref: z.string(), sha }),
  base: z.object({ ref: z.string() }),
  user,
});
export type GithubPull = z.infer<typeof pullAnswer>;
export type ReviewedGithubPull = z.infer<typeof reviewedPullAnswer>;

export const authorAnswer = z.object({ user });
export const mergeMethodsAnswer = z.object({
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
});
/** https://docs.github.com/en/graphql/reference/enums#mergestatestatus */
export const mergeableAnswer = z.object({ mergeable_state: z.string().optional() });
export const mergedAnswer = z.object({ merged: z.literal(true) });
export const labelAnswer = z.object({ name: z.string() });
export const labelsAnswer = z.array(labelAnswer);
export const checkRunsAnswer = z
  .object({
    check_runs: z.array(
      z.object({
        id: number,
        name: z.string(),
        status: z.string(),
        conclusion: z.string().nullable(),
        html_url: url.nullable().catch(null),
        output: z.object({ title: z.string().nullish(), summary: z.string().nullish() }).nullish(),
        app: z.object({ slug: z.string().nullish() }).nullish(),
      }),
    ),
  })
  .transform(({ check_runs: values }) => ({ values }));
export const workflowRunsAnswer = z
  .object({
    workflow_runs: z.array(
      z.object({
        id: number,
        name: z.string().nullish(),
        status: z.string().nullable(),
        conclusion: z.string().nullable(),
        html_url: url.nullable().catch(null),
      }),
    ),
  })
  .transform(({ workflow_runs: values }) => ({ values }));
export const jobsAnswer = z
  .object({
    jobs: z.array(
      z.object({
        id: number,
        name: z.string(),
        conclusion: z.string().nullable(),
        html_url: url.nullable().catch(null),
      }),
    ),
  })
  .transform(({ jobs: values }) => ({ values }));
export const statusesAnswer = z
  .object({
    statuses: z.array(
      z.object({
        context: z.string(),
        state: z.string(),
        description: z.string().nullish(),
        target_url: url.nullable().catch(null),
      }),
    ),
  })
  .transform(({ statuses: values }) => ({ values }));

const signature = z.object({ name: z.string().optional(), date: date.optional() }).nullable();
export const commitsAnswer = z.array(
  z.object({ sha, commit: z.object({ message: z.string(), author: signature, committer: signature }) }),
);

const writer = z.object({ login: z.string(), id: z.int().optional(), type: z.string().optional() }).nullable();
const remark = { id: number, user: writer, body: z.string().nullish() };
export const commentsAnswer = z.array(
  z
    .object({ ...remark, created_at: date, path: z.string().optional(), line: z.int().nullish() })
    .extend({ in_reply_to_id: number.nullish() }),
);
export const writtenAnswer = z.object({ id: number });
export const permissionAnswer = z.object({ permission: z.string() });
export const reviewsAnswer = z.array(z.object({ ...remark, submitted_at: date.nullish() }));
export const issueAnswer = z.object({
  html_url: url,
  state: z.string(),
  title: z.string(),
  user,
  created_at: date,
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  body: z.string().nullish(),
  pull_request: z.unknown().optional(),
});
