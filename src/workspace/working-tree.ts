import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed } from '../git/errors.ts';
import { runGit, type GitCall, type GitOutput } from '../git/run-git.ts';
import { UnsafeChange, UnsafeTree } from './errors.ts';
import type { ChangedFile } from './workspace.ts';

/**
 * The files on disk and their index. The repository itself is the mirror: there is no `.git` in or beside the tree, and
 * whatever is written as an object is shared at once.
 */
export interface WorkingTree {
  readonly root: string;
  /** Takes the tree as it stands into the index and writes it as a tree object; returns its sha. */
  writeTree(): Promise<string>;
  /** Throws `UnsafeChange` when submodules differ from `base`, or links other than by having gone. */
  assertSafeChange(base: string): Promise<void>;
  diff(base: string): Promise<string>;
  changedFiles(base: string): Promise<ChangedFile[]>;
  /** Of these paths, those that ignore rules name and git has not. */
  ignored(paths: readonly string[]): Promise<string[]>;
  /** Shas of what git stores of each changed file, a renamed one as gone and new; links and submodules left out. */
  changedBlobs(base: string): Promise<{ path: string; before: string | undefined; after: string | undefined }[]>;
}

type Git = (args: readonly [string, ...string[]], call?: Partial<GitCall>) => Promise<GitOutput>;

/** Checks `treeish` out into `directory/tree`. Throws `UnsafeTree` when git refuses a name in it. */
export async function checkOutTree(
  mirror: string,
  directory: string,
  treeish: string,
  signal: AbortSignal,
): Promise<WorkingTree> {
  const root = join(directory, 'tree');
  await mkdir(root, { recursive: true });
  const git: Git = (args, call = {}) =>
    runGit(args, { gitDirectory: mirror, workTree: root, indexFile: join(directory, 'index'), ...call });
  try {
    await git(['read-tree', '--reset', '-u', treeish], { signal, timeoutSeconds: 600 });
  } catch (error) {
    if (error instanceof GitFailed && /invalid path/i.test(error.stderr)) throw new UnsafeTree(error.stderr);
    throw error;
  }

  // The index allows one writer at a time.
  let last: Promise<unknown> = Promise.resolve();
  const takeTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
  // Ignore rules are for what builds leave behind. Nothing is built here: whatever was written is meant to be committed.
  const stage = (): Promise<GitOutput> => git(['add', '--all', '--force', '--', '.']);

  return {
    root,
    writeTree: () =>
      takeTurn(async () => {
        await stage();
        return (await git(['write-tree'])).stdout.toString('utf8').trim();
      }),
    assertSafeChange: async (base) => {
      const changes = await rawChanges(git, ['--no-renames', base]);
      const unsafe = changes.filter(
        ({ mode, previousMode, status }) =>
          (status !== 'D' && (mode === '120000' || mode === '160000')) || previousMode === '160000',
      );
      // A link that became a file of the same name is a redirect too: the index keeps its mode, so it is caught above.
      if (unsafe.length > 0) throw new UnsafeChange(unsafe.map(({ path }) => path));
    },
    diff: (base) =>
      takeTurn(async () => {
        await stage();
        const options = ['--cached', '--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
        return (await git(['diff', ...options, base])).stdout.toString('utf8');
      }),
    changedFiles: (base) =>
      takeTurn(async () => {
        await stage();
        const changes = await rawChanges(git, ['--find-renames', base]);
        const sizes = await blobSizes(
          git,
          changes.map(({ sha }) => sha),
        );
        return changes.map(({ path, previousPath, status }, index) => ({
          path,
          previousPath,
          status: statusNames[status] ?? 'modified',
          bytes: sizes[index] ?? 0,
        }));
      }),
    ignored: (paths) =>
      takeTurn(async () => {
        const call = { input: paths.map((path) => `${path}\0`).join(''), answers: [0, 1] };
        return (await git(['check-ignore', '-z', '--stdin'], call)).stdout.toString('utf8').split('\0').filter(Boolean);
      }),
    changedBlobs: (base) =>
      takeTurn(async () => {
        await stage();
        const changes = (await rawChanges(git, ['--no-renames', base])).filter(({ mode }) => fileModes.has(mode));
        const sizes = await blobSizes(
          git,
          changes.map(({ previousSha }) => previousSha),
        );
        return changes.map(({ path, previousSha, sha }, index) => ({
          path,
          before: isNone(previousSha) || (sizes[index] ?? 0) > largestBefore ? undefined : previousSha,
          after: isNone(sha) ? undefined : sha,
        }));
      }),
  };
}

/** Largest former version of a file that is read to compare with, in bytes. */
const largestBefore = 16 * 1024 * 1024;
/** A file, one that can be run, and none any more. */
const fileModes = new Set(['100644', '100755', '000000']);

function isNone(sha: string): boolean {
  return /^0+$/.test(sha);
}

interface RawChange {
  readonly previousMode: string;
  readonly mode: string;
  readonly previousSha: string;
  readonly sha: string;
  readonly status: string;
  readonly path: string;
  readonly previousPath: string | undefined;
}

const statusNames: Record<string, ChangedFile['status']> = { A: 'added', D: 'deleted', R: 'renamed', M: 'modified' };

/** Records are `:oldmode newmode oldsha newsha status\0path\0`, with a second path after renames. */
async function rawChanges(git: Git, args: readonly string[]): Promise<RawChange[]> {
  const { stdout } = await git(['diff-index', '--cached', '--raw', '-z', '--no-abbrev', ...args]);
  const fields = stdout.toString('utf8').split('\0');
  const changes: RawChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [previousMode = '', mode = '', previousSha = '', sha = '', status = ''] = (fields[index] ?? '').split(' ');
    const first = fields[index + 1] ?? '';
    const renamed = status.startsWith('R');
    if (renamed) index += 1;
    const path = renamed ? (fields[index + 1] ?? '') : first;
    changes.push({
      previousMode: previousMode.slice(1),
      mode,
      previousSha,
      sha,
      status: status.charAt(0),
      path,
      previousPath: renamed ? first : undefined,
    });
  }
  return changes;
}

async function blobSizes(git: Git, shas: readonly string[]): Promise<number[]> {
  if (shas.length === 0) return [];
  const input = shas.map((sha) => `${sha}\n`).join('');
  const { stdout } = await git(['cat-file', '--batch-check=%(objectsize)'], { input });
  return stdout
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (/^\d+$/.test(line) ? Number(line) : 0));
}
