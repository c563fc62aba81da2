import { z } from 'zod';
import type { Comment } from '../code-host.ts';
import { hostFields } from '../read-answer.ts';

/** The fields of GitLab's answers that we use. */
const { url, sha, date, number } = hostFields;
const user = z.object({ username: z.string(), id: z.int().optional() }).nullable();
const access = z.object({ access_level: z.int() }).nullish();

export const projectAnswer = z.object({
  path_with_namespace: z.string(),
  web_url: url,
  default_branch: z.string().nullish(),
  archived: z.boolean(),
  merge_requests_access_level: z.string().optional(),
  permissions: z.object({ project_access: access, group_access: access }).optional(),
});
export const tokenAnswer = z.object({ scopes: z.array(z.string()) });
export const branchAnswer = z.object({ commit: z.object({ id: sha }) });
export const folderAnswer = z.array(z.object({ path: z.string(), type: z.string() }));
export const fileAnswer = z.object({ content: z.string() });
export const commitAnswer = z.object({ id: sha });

export const mergeAnswer = z.object({
  iid: number,
  web_url: url,
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.boolean(),
  title: z.string(),
  description: z.string().nullable(),
  created_at: date,
  updated_at: date,
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.int().nullable(),
  target_project_id: z.int(),
  sha: sha.nullable(),
  author: user.optional(),
  reviewers: z.array(z.object({ id: z.int() })).optional(),
});
export type GitlabMerge = z.infer<typeof mergeAnswer>;

export const commitsAnswer = z.array(
  commitAnswer.extend({ title: z.string(), author_name: z.string(), committed_date: date }),
);
/** The line of a change that a comment is on. */
export const notePosition = z
  .object({
    new_path: z.string().nullish(),
    new_line: z.int().nullish(),
    old_path: z.string().nullish(),
    old_line: z.int().nullish(),
  })
  .nullish();
export function placeOf(position: z.infer<typeof notePosition>): Pick<Comment, 'path' | 'line'> {
  return {
    path: position?.new_path ?? position?.old_path ?? undefined,
    line: position?.new_line ?? position?.old_line ?? undefined,
  };
}
export const notesAnswer = z.array(
  z.object({
    id: number,
    author: user,
    created_at: date,
    body: z.string(),
    system: z.boolean(),
    position: notePosition,
  }),
);
/** The role that may push branches and open merge requests: https://docs.gitlab.com/api/members/#roles */
export const developerRole = 30;
export const membersAnswer = z.array(z.object({ username: z.string(), access_level: z.int() }));
/** The commits that positions in the diff refer to, for each push. */
export const versionsAnswer = z.array(z.object({ head_commit_sha: sha, base_commit_sha: sha, start_commit_sha: sha }));
export const madeDiscussionAnswer = z.object({ id: z.string() });
export const labelAnswer = z.object({ name: z.string() });
export const usersAnswer = z.array(z.object({ id: z.int(), username: z.string() }));
export const statusesAnswer = z.array(
  z.object({
    id: number,
    name: z.string(),
    status: z.string(),
    allow_failure: z.boolean().optional(),
    description: z.string().nullish(),
    target_url: url.nullable().catch(null),
  }),
);
export const madeNoteAnswer = z.object({ id: number });
export const issueAnswer = z.object({
  iid: number,
  web_url: url,
  state: z.enum(['opened', 'closed']),
  title: z.string(),
  author: user,
  created_at: date,
  labels: z.array(z.string()),
  description: z.string().nullable(),
});
