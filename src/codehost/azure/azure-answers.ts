import { z } from 'zod';
import { hostFields } from '../read-answer.ts';

/** The fields of Azure's answers that we use. */
const { url, sha, date, number } = hostFields;
const commit = z.object({ commitId: sha });

/** Azure wraps every listing. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return z.object({ value: z.array(item) }).transform(({ value }) => value);
}

export const repositoryAnswer = z.object({
  name: z.string(),
  webUrl: url,
  project: z.object({ name: z.string() }),
  /** Absent in an empty repository. */
  defaultBranch: z.string().nullish(),
  isDisabled: z.boolean().optional(),
});
export const branchAnswer = z.object({ commit, aheadCount: z.int() });
const item = z.object({ path: z.string(), isFolder: z.boolean().optional() });
export const folderAnswer = listOf(item);
export const fileAnswer = z.object({
  content: z.string().nullish(),
  contentMetadata: z.object({ isBinary: z.boolean().optional() }).nullish(),
});
export const changesAnswer = z.object({
  commonCommit: sha,
  targetCommit: sha,
  changes: z.array(
    z.object({
      item,
      /** Such as `edit`, or `edit, rename`. */
      changeType: z.string(),
      /** The former path after a rename, under either name. */
      originalPath: z.string().nullish(),
      sourceServerItem: z.string().nullish(),
    }),
  ),
});

export const pullStatus = z.enum(['notSet', 'active', 'abandoned', 'completed']);
export const pullAnswer = z.object({
  pullRequestId: number,
  status: pullStatus,
  isDraft: z.boolean().optional(),
  title: z.string(),
  /** Listings cut it to 400 characters. */
  description: z.string().nullish(),
  creationDate: date,
  createdBy: z.object({ displayName: z.string() }).nullish(),
  closedDate: date.nullish(),
  sourceRefName: z.string(),
  targetRefName: z.string(),
  /** Present if it comes from a fork. */
  forkSource: z.object({}).nullish(),
  lastMergeSourceCommit: commit.nullish(),
  lastMergeTargetCommit: commit.nullish(),
});
export type AzurePull = z.infer<typeof pullAnswer>;

const signature = z.object({ name: z.string(), date });
export const commitsAnswer = listOf(
  z.object({ commitId: sha, comment: z.string(), author: signature, committer: signature }),
);

const position = z.object({ line: z.int() }).nullish();
export const threadsAnswer = listOf(
  z.object({
    id: number,
    threadContext: z
      .object({ filePath: z.string().nullish(), rightFileStart: position, leftFileStart: position })
      .nullish(),
    comments: z.array(
      z.object({
        id: number,
        author: z.object({ displayName: z.string() }),
        content: z.string().nullish(),
        publishedDate: date,
        /** `system` for what Azure notes itself. */
        commentType: z.string(),
        isDeleted: z.boolean().optional(),
      }),
    ),
  }),
);
