import { runGit } from '../../git/run-git.ts';
import { MergeConflict } from '../errors.ts';

/** Who merges, as the merge commit says. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface MergeRequest {
  readonly number: number;
  readonly baseTip: string;
  readonly headSha: string;
  readonly message: string;
  readonly who: Person;
  readonly dateSeconds: number;
}

/**
 * Makes the merge commit of two commits in a bare repository, without moving any branch, and returns its sha. When the
 * base has the head already, that is the base itself. Throws `MergeConflict` with the paths.
 */
export async function mergeBranches(gitDirectory: string, request: MergeRequest): Promise<string> {
  const { baseTip, headSha, message, who } = request;
  const contained = await runGit(['merge-base', '--is-ancestor', headSha, baseTip], { gitDirectory, answers: [0, 1] });
  if (contained.exitCode === 0) return baseTip;

  const options = ['--write-tree', '--name-only', '--no-messages', '-z'];
  const merged = await runGit(['merge-tree', ...options, baseTip, headSha], { gitDirectory, answers: [0, 1] });
  const [tree = '', ...conflicts] = merged.stdout.toString('utf8').split('\0').filter(Boolean);
  if (merged.exitCode === 1) throw new MergeConflict(request.number, conflicts);

  const date = `@${request.dateSeconds} +0000`;
  const { stdout } = await runGit(['commit-tree', tree, '-p', baseTip, '-p', headSha], {
    gitDirectory,
    input: message,
    environment: {
      GIT_AUTHOR_NAME: who.name,
      GIT_AUTHOR_EMAIL: who.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: who.name,
      GIT_COMMITTER_EMAIL: who.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return stdout.toString('utf8').trim();
}
