import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from '../git/run-git.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from '../workspace/create-workspaces.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { HistoryIncomplete } from './errors.ts';
import type { EvaluationCase } from './evaluation-case.ts';

/** The repository of a person, of which copies are worked in; nothing is written to it. */
export interface EvaluatedRepository {
  /** A working copy as it was before the change. The caller disposes it. */
  open(of: EvaluationCase, signal: AbortSignal): Promise<Workspace>;
  /** What people merged. */
  expected(of: EvaluationCase): Promise<string>;
  close(): Promise<void>;
}

/**
 * `gitDirectory` is its `.git`, or itself where it is bare. Throws `HistoryIncomplete` where files of a case are not there,
 * before any of them is played. What lies further back is not needed.
 */
export async function openRepository(
  gitDirectory: string,
  cases: readonly EvaluationCase[],
): Promise<EvaluatedRepository> {
  for (const { id, before, after } of cases) await requireFiles(gitDirectory, id, [before, after]);
  const folder = await mkdtemp(join(tmpdir(), 'docwright-eval-'));
  try {
    return await openCopies(gitDirectory, cases, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function openCopies(
  gitDirectory: string,
  cases: readonly EvaluationCase[],
  folder: string,
): Promise<EvaluatedRepository> {
  const dataDirectory = join(folder, 'data');
  const origin = join(dataDirectory, 'origin.git');
  await mkdir(dataDirectory);
  await runGit(['init', '--bare', '--quiet', origin], { gitDirectory: origin });
  const objects = await say(['rev-parse', '--path-format=absolute', '--git-path', 'objects'], gitDirectory);
  // Read by path, so that nothing of it is changed or followed; quoted as git quotes a path.
  await writeFile(join(origin, 'objects', 'info', 'alternates'), `${JSON.stringify(objects)}\n`);
  const branches = await addBranches(origin, cases);
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  let opened = 0;
  return {
    async open(of, signal) {
      opened += 1;
      return workspaces.open(
        {
          jobId: `eval_${opened}`,
          remote: { url: origin, authorizationHeader: undefined, isLocalPath: true },
          baseBranch: branches.get(of) ?? '',
          headBranch: `docwright/case-${opened}`,
          resumeFrom: undefined,
        },
        signal,
      );
    },
    async expected({ before, after }) {
      const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
      const { stdout } = await runGit(['diff', ...options, before, after], { gitDirectory });
      return stdout.toString('utf8');
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * A branch for each case, of one commit with the files as they were: the history of a clone may be large, or have holes.
 * Each has the one before it as parent, so that only what differs is copied.
 */
async function addBranches(
  origin: string,
  cases: readonly EvaluationCase[],
): Promise<ReadonlyMap<EvaluationCase, string>> {
  const branches = new Map<EvaluationCase, string>();
  let parent: string | undefined;
  for (const [index, of] of cases.entries()) {
    const parents = parent === undefined ? [] : ['-p', parent];
    parent = await say(['commit-tree', `${of.before}^{tree}`, ...parents, '-m', 'As it was'], origin, {
      GIT_AUTHOR_NAME: 'Docwright',
      GIT_AUTHOR_EMAIL: 'docwright@localhost',
      GIT_COMMITTER_NAME: 'Docwright',
      GIT_COMMITTER_EMAIL: 'docwright@localhost',
    });
    const branch = `case-${index + 1}`;
    await runGit(['update-ref', `refs/heads/${branch}`, parent], { gitDirectory: origin });
    branches.set(of, branch);
  }
  return branches;
}

/** Throws `HistoryIncomplete` unless every file of these commits is in the clone. */
async function requireFiles(gitDirectory: string, id: string, commits: readonly string[]): Promise<void> {
  const trees = commits.map((commit) => `${commit}^{tree}`);
  const { exitCode, stdout } = await runGit(['rev-list', '--objects', '--quiet', '--missing=print', ...trees], {
    gitDirectory,
    answers: [0, 128],
  });
  const missing = stdout.toString('utf8').split('\n').filter(Boolean).length;
  if (exitCode !== 0 || missing > 0)
    throw new HistoryIncomplete(`Files of ${id} or of what stood before it are missing in ${gitDirectory}`);
}

async function say(
  args: readonly [string, ...string[]],
  gitDirectory: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await runGit(args, { gitDirectory, environment });
  return stdout.toString('utf8').trim();
}
