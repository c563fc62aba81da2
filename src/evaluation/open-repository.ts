import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from '../git/run-git.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from '../workspace/create-workspaces.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { inWholeHistory } from './in-whole-history.ts';

/** The repository of a person, of which copies are worked in; nothing is written to it. Throws `HistoryIncomplete`. */
export interface EvaluatedRepository {
  /** A working copy as it was before the change. The caller disposes it. */
  open(of: EvaluationCase, signal: AbortSignal): Promise<Workspace>;
  /** What people merged. */
  expected(of: EvaluationCase): Promise<string>;
  close(): Promise<void>;
}

/** `gitDirectory` is its `.git`, or itself where it is bare. */
export async function openRepository(gitDirectory: string): Promise<EvaluatedRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-eval-'));
  const dataDirectory = join(folder, 'data');
  const origin = join(dataDirectory, 'origin.git');
  await mkdir(dataDirectory);
  await runGit(['init', '--bare', '--quiet', origin], { gitDirectory: origin });
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  let opened = 0;
  return {
    async open({ before }, signal) {
      opened += 1;
      const branch = `case-${opened}`;
      // From the repository of the person, by path, so that nothing of it is changed or followed.
      await inWholeHistory(gitDirectory, () =>
        runGit(['push', '--quiet', origin, `${before}:refs/heads/${branch}`], {
          gitDirectory,
          access: { authorizationHeader: undefined, isLocalPath: true },
          signal,
          timeoutSeconds: 600,
        }),
      );
      return workspaces.open(
        {
          jobId: `eval_${opened}`,
          remote: { url: origin, authorizationHeader: undefined, isLocalPath: true },
          baseBranch: branch,
          headBranch: `docwright/${branch}`,
          resumeFrom: undefined,
        },
        signal,
      );
    },
    async expected({ before, after }) {
      const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
      const diff = () => runGit(['diff', ...options, before, after], { gitDirectory });
      return (await inWholeHistory(gitDirectory, diff)).stdout.toString('utf8');
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
