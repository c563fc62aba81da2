import { z } from 'zod';
import { GitFailed } from '../../git/errors.ts';
import { runGit } from '../../git/run-git.ts';

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** A pull request as it is kept: one line of JSON in a blob that `refs/docwright/pulls/<number>` points to. */
const recordSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string(),
  state: z.enum(['open', 'closed', 'merged']),
  draft: z.boolean(),
  headBranch: z.string(),
  baseBranch: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Where the branches stood when it was merged or closed; while it is open, the branches themselves say. */
  settled: z.object({ baseSha: sha, headSha: sha, mergeSha: sha.optional() }).optional(),
});
export type PullRequestRecord = z.infer<typeof recordSchema>;

export interface StoredRecord {
  readonly record: PullRequestRecord;
  /** Sha of the blob, the expected old value of the next write. */
  readonly version: string;
}

/** One change of a ref: from what it must be now (undefined: absent) to what it shall be. */
export interface RefChange {
  readonly ref: string;
  readonly to: string;
  readonly from: string | undefined;
}

const prefix = 'refs/docwright/pulls/';
export const recordRef = (number: number): string => `${prefix}${number}`;
export const headRef = (number: number): string => `refs/pull/${number}/head`;

/** All pull requests of a bare repository, the newest first. */
export async function readRecords(gitDirectory: string): Promise<StoredRecord[]> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(objectname) %(raw)', prefix], { gitDirectory });
  return stdout
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({
      version: line.slice(0, line.indexOf(' ')),
      record: recordSchema.parse(JSON.parse(line.slice(line.indexOf(' ') + 1))),
    }))
    .sort((a, right) => right.record.number - a.record.number);
}

/** Writes the record as a blob; it counts only once `updateRefs` has pointed its ref to it. */
export async function storeRecord(gitDirectory: string, record: PullRequestRecord): Promise<string> {
  const { stdout } = await runGit(['hash-object', '-w', '--stdin'], { gitDirectory, input: JSON.stringify(record) });
  return stdout.toString('utf8').trim();
}

/** Applies all changes in one transaction of git, or none: false when a ref is no longer where it was expected. */
export async function updateRefs(gitDirectory: string, changes: readonly RefChange[]): Promise<boolean> {
  const lines = changes.map(({ ref, to, from }) => `update ${ref} ${to} ${from ?? '0'.repeat(to.length)}\n`);
  const input = `start\n${lines.join('')}prepare\ncommit\n`;
  try {
    await runGit(['update-ref', '--stdin'], { gitDirectory, input });
    return true;
  } catch (error) {
    if (error instanceof GitFailed && /cannot lock ref|Unable to create/i.test(error.stderr)) return false;
    throw error;
  }
}
