import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runGit } from '../git/run-git.ts';
import { HistoryIncomplete, NothingToEvaluate } from './errors.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { inWholeHistory } from './in-whole-history.ts';
import { mineCases } from './mine-cases.ts';

/** Described by repository, commit and prompt only; the commits are those of the clone that it is run in. */
const seedSchema = z.array(
  z.strictObject({ repository: z.url(), commit: z.string().regex(/^[0-9a-f]{40}$/), prompt: z.string() }),
);

/** The cases of a clone, and its repository. Throws `NothingToEvaluate`, `HistoryIncomplete`, `GitFailed`. */
export async function findCases(
  folder: string,
  {
    docsFolder,
    limit,
    commits,
    isSeed,
  }: { docsFolder: string; limit: number; commits: readonly string[]; isSeed: boolean },
): Promise<{ gitDirectory: string; cases: EvaluationCase[] }> {
  const gitDirectory = await gitDirectoryOf(folder);
  // Git copies no history that ends in the middle.
  const { stdout } = await runGit(['rev-parse', '--is-shallow-repository'], { gitDirectory });
  if (stdout.toString('utf8').trim() === 'true')
    throw new HistoryIncomplete(`Only a part of the history is in the shallow clone ${folder}`);
  const named: string[] = [];
  for (const name of commits) {
    const commit = await commitOf(gitDirectory, name);
    if (commit === undefined) throw new NothingToEvaluate(folder, `There is no commit '${name}' in`);
    named.push(commit);
  }
  const cases = await inWholeHistory(gitDirectory, () =>
    isSeed ? seedCases(gitDirectory, limit) : mineCases(gitDirectory, { docsFolder, limit, commits: named }),
  );
  if (cases.length === 0) throw new NothingToEvaluate(folder);
  return { gitDirectory, cases };
}

/** Of a clone, of a working tree beside one, or of a bare repository. */
async function gitDirectoryOf(folder: string): Promise<string> {
  for (const place of [join(folder, '.git'), folder]) {
    try {
      const { stdout } = await runGit(['rev-parse', '--absolute-git-dir'], { gitDirectory: place });
      return stdout.toString('utf8').trim();
    } catch {
      // Not there.
    }
  }
  throw new NothingToEvaluate(folder);
}

/** Those of which the commit is in the clone. */
async function seedCases(gitDirectory: string, limit: number): Promise<EvaluationCase[]> {
  const seeds = seedSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'seed-cases.json'), 'utf8')));
  const found: EvaluationCase[] = [];
  for (const { commit, prompt } of seeds) {
    const before = await commitOf(gitDirectory, `${commit}^`);
    if (before === undefined || found.length >= limit) continue;
    const title = prompt.split('\n')[0] ?? '';
    found.push({ id: commit.slice(0, 10), before, after: commit, title, prompt });
  }
  return found;
}

/** The hash of what somebody names; an option of git is no name. */
async function commitOf(gitDirectory: string, name: string): Promise<string | undefined> {
  const { exitCode, stdout } = await runGit(
    ['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`],
    { gitDirectory, answers: [0, 1, 128] },
  );
  return exitCode === 0 ? stdout.toString('utf8').trim() : undefined;
}
