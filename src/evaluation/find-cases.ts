import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { runGit } from '../git/run-git.ts';
import { HistoryIncomplete, NothingToEvaluate } from './errors.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { withWholeHistory } from './in-whole-history.ts';
import { mineCases } from './mine-cases.ts';

/** Described by repository, commit and prompt only; the commits are those of the clone that it is run in. */
const seedSchema = z.array(
  z.strictObject({ repository: z.url(), commit: z.string().regex(/^[0-9a-f]{40}$/), prompt: z.string() }),
);

/** The cases of a clone, how many were left out for a bare title, and its repository. Throws `NothingToEvaluate`, `HistoryIncomplete`, `GitFailed`. */
export async function findCases(
  folder: string,
  {
    docsFolder,
    limit,
    commits,
    isSeed,
  }: { docsFolder: string; limit: number; commits: readonly string[]; isSeed: boolean },
): Promise<{ gitDirectory: string; cases: EvaluationCase[]; leftOut: number }> {
  const gitDirectory = await gitDirectoryOf(folder);
  const { stdout } = await runGit(['rev-parse', '--is-shallow-repository'], { gitDirectory });
  const isShallow = stdout.toString('utf8').trim() === 'true';
  // What is not found may lie before the end of what was cloned.
  const nothing = (why?: string) =>
    isShallow
      ? new HistoryIncomplete(
          `${why ?? 'No merged change of documentation alone was found in'} the shallow clone ${folder}`,
        )
      : new NothingToEvaluate(folder, why);
  const named: string[] = [];
  for (const name of commits) {
    const commit = await commitOf(gitDirectory, name);
    if (commit === undefined) throw nothing(`There is no commit '${name}' in`);
    named.push(commit);
  }
  const { cases, leftOut } = await withWholeHistory(gitDirectory, async () =>
    isSeed
      ? { cases: await seedCases(gitDirectory, limit), leftOut: 0 }
      : mineCases(gitDirectory, { docsFolder, limit, commits: named }),
  );
  if (cases.length === 0) {
    throw nothing(
      leftOut === 0
        ? undefined
        : `The messages of all ${leftOut} merged changes of documentation are bare titles in the history of`,
    );
  }
  return { gitDirectory, cases, leftOut };
}

/** Of a clone, of a working tree beside one, or of a bare repository; throws `NothingToEvaluate` where there is no commit. */
async function gitDirectoryOf(folder: string): Promise<string> {
  const repositoryDirectory = (await gitDirectoryAt(join(folder, '.git'))) ?? (await gitDirectoryAt(folder));
  if (repositoryDirectory === undefined) {
    for (let above = dirname(folder), below = folder; above !== below; below = above, above = dirname(above)) {
      if ((await gitDirectoryAt(join(above, '.git'))) === undefined) continue;
      const inside = relative(above, folder);
      throw new NothingToEvaluate(above, `Name the clone itself, with --docs ${inside} for its folder: it is`);
    }
    throw new NothingToEvaluate(folder, 'There is no git repository in');
  }
  if ((await commitOf(repositoryDirectory, 'HEAD')) === undefined)
    throw new NothingToEvaluate(folder, 'Nothing is committed on the branch that is checked out in');
  return repositoryDirectory;
}

async function gitDirectoryAt(place: string): Promise<string | undefined> {
  const call = { gitDirectory: place, answers: [0, 128] };
  const { exitCode, stdout } = await runGit(['rev-parse', '--absolute-git-dir'], call);
  return exitCode === 0 ? stdout.toString('utf8').trim() : undefined;
}

/** Those of which the commit is in the clone. */
async function seedCases(gitDirectory: string, limit: number): Promise<EvaluationCase[]> {
  const seeds = seedSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'seed-cases.json'), 'utf8')));
  const cases: EvaluationCase[] = [];
  for (const { commit, prompt } of seeds) {
    const before = await commitOf(gitDirectory, `${commit}^`);
    if (before === undefined || cases.length >= limit) continue;
    const title = prompt.split('\n')[0] ?? '';
    cases.push({ id: commit.slice(0, 10), before, after: commit, title, prompt });
  }
  return cases;
}

/** The hash of what somebody names; an option of git is no name. */
async function commitOf(gitDirectory: string, name: string): Promise<string | undefined> {
  const { exitCode, stdout } = await runGit(
    ['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`],
    { gitDirectory, answers: [0, 1, 128] },
  );
  return exitCode === 0 ? stdout.toString('utf8').trim() : undefined;
}
