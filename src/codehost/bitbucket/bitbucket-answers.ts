import { z } from 'zod';
import { hostFields } from '../read-answer.ts';

/** The fields of Bitbucket's answers that we use. */
const { url, sha, date, number } = hostFields;
const links = z.object({ html: z.object({ href: url }) });
/** Bitbucket shortens hashes to 12 characters in some answers. */
const shortHash = z.string().regex(/^[0-9a-f]{7,64}$/);

/** A page of a listing. */
export function pageOf<T>(item: z.ZodType<T>) {
  return z.object({ values: z.array(item), next: z.string().optional() });
}

export const account = z
  .object({
    uuid: z.string(),
    /** `user`, or `app_user` for apps and access tokens. */
    type: z.string(),
    nickname: z.string().optional(),
    display_name: z.string().optional(),
  })
  .nullish();
/** Neither name is unique, so rights go by `uuid`. */
export function nameOf(user: z.infer<typeof account>): string {
  return user?.nickname ?? user?.display_name ?? '';
}

export const repositoryAnswer = z.object({
  full_name: z.string(),
  links,
  /** Null in an empty repository. */
  mainbranch: z.object({ name: z.string() }).nullish(),
});
export const branchAnswer = z.object({ target: z.object({ hash: sha }) });
export const commitAnswer = z.object({ hash: sha });
export const commitDetails = commitAnswer.extend({ message: z.string(), date, author: z.object({ raw: z.string() }) });
export const fileAnswer = z.object({ path: z.string(), type: z.string() });
/** A raw file. A page to sign in is not one. */
export const textAnswer = z.string().regex(/^(?!\s{0,20}<(?:!doctype|html)\b)/i);

const side = z.object({
  branch: z.object({ name: z.string() }),
  /** Null when the commit is gone. */
  commit: z.object({ hash: shortHash }).nullable(),
  /** Null when a fork was deleted. */
  repository: z.object({ full_name: z.string() }).nullable(),
});
export const pullState = z.enum(['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED']);
export const pullAnswer = z.object({
  id: number,
  links,
  state: pullState,
  draft: z.boolean().optional(),
  title: z.string(),
  description: z.string().nullish(),
  author: account,
  created_on: date,
  updated_on: date,
  source: side,
  destination: side,
});
export const reviewedPullAnswer = pullAnswer.extend({ reviewers: z.array(z.object({ uuid: z.string() })) });
export type BitbucketPull = z.infer<typeof pullAnswer>;

export const commentAnswer = z.object({
  id: number,
  user: account,
  created_on: date,
  content: z.object({ raw: z.string() }),
  deleted: z.boolean().optional(),
  inline: z.object({ path: z.string(), to: z.int().nullish(), from: z.int().nullish() }).nullish(),
  parent: z.object({ id: number }).nullish(),
});
export type BitbucketComment = z.infer<typeof commentAnswer>;
export const madeCommentAnswer = z.object({ id: number });
export const permissionAnswer = z.object({ permission: z.string(), user: account });
