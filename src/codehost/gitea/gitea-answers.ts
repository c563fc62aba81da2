import { z } from 'zod';
import { hostFields } from '../read-answer.ts';

/** The fields of Gitea's and Forgejo's answers that we use. */
const { url, sha, date, number } = hostFields;
const user = z.object({ login: z.string(), email: z.string().optional() }).nullable();

export const repositoryAnswer = z.object({
  full_name: z.string(),
  html_url: url,
  default_branch: z.string(),
  archived: z.boolean(),
  has_pull_requests: z.boolean(),
  permissions: z.object({ push: z.boolean() }).optional(),
});
export const branchAnswer = z.object({ commit: z.object({ id: sha }) });
export const folderAnswer = z.array(z.object({ path: z.string(), type: z.string() }));
export const fileAnswer = z.object({ type: z.string(), content: z.string().nullish() });

export const commitAnswer = z.object({ sha });

const branch = z.object({ label: z.string(), ref: z.string(), sha: z.string(), repo_id: z.int() });
export const pullAnswer = z.object({
  number,
  html_url: url,
  state: z.enum(['open', 'closed']),
  merged: z.boolean(),
  /** Absent before Gitea 1.22 and in Forgejo, where only the title's prefix shows it. */
  draft: z.boolean().optional(),
  title: z.string(),
  body: z.string(),
  created_at: date,
  updated_at: date,
  head: branch,
  base: branch,
  user,
});
export type GiteaPull = z.infer<typeof pullAnswer>;

export const mergeStyleAnswer = z.object({ default_merge_style: z.string().default('merge') });
export const labelsAnswer = z.array(z.object({ id: number, name: z.string() }));
export const statusesAnswer = z.array(
  z.object({
    id: number,
    context: z.string(),
    status: z.string(),
    description: z.string().nullish(),
    target_url: z.string().nullish(),
  }),
);

const signature = z.object({ name: z.string(), date });
export const commitsAnswer = z.array(
  commitAnswer.extend({ commit: z.object({ message: z.string(), author: signature, committer: signature }) }),
);
export const commentsAnswer = z.array(z.object({ id: number, user, created_at: date, body: z.string() }));
export const reviewsAnswer = z.array(
  z.object({ id: number, user, submitted_at: date, body: z.string(), comments_count: z.int() }),
);
export const lineCommentsAnswer = z.array(
  z.object({ id: number, user, created_at: date, body: z.string(), path: z.string(), position: z.int().nullish() }),
);
/** `owner`, `admin`, `write`, `read` or `none`. */
export const permissionAnswer = z.object({ permission: z.string() });
/** `units_map` names the right for each unit, such as `write` for `repo.code`. */
export const teamsAnswer = z.array(z.object({ id: number, units_map: z.record(z.string(), z.string()).nullish() }));
export const memberAnswer = z.object({ login: z.string() });
export const madeCommentAnswer = z.object({ id: number });
export const issueAnswer = z.object({
  number,
  html_url: url,
  state: z.enum(['open', 'closed']),
  title: z.string(),
  user,
  created_at: date,
  labels: z.array(z.object({ name: z.string() })).nullable(),
  body: z.string(),
  pull_request: z.unknown().optional(),
});
