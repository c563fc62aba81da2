import { UnsafeChange } from './errors.ts';
import type { ObjectReader } from './object-reader.ts';
import type { ChangedFile } from './workspace.ts';
import type { TreeGit } from './working-tree.ts';

/** Largest former version of a file that is read to compare with, in bytes. */
const largestBefore = 16 * 1024 * 1024;
const mostPairs = 4;
/** A file, one that can be run, and none any more. */
const fileModes = new Set(['100644', '100755', '000000']);

/** What differs between two trees of the repository. */
export interface TreeChanges {
  /** Unified, renames found. */
  diff(from: string, to: string): Promise<string>;
  files(from: string, to: string): Promise<ChangedFile[]>;
  /** Shas of what git stores of each changed file, a renamed one as gone and new; links and submodules left out. */
  blobs(from: string, to: string): Promise<{ path: string; before: string | undefined; after: string | undefined }[]>;
  /** Throws `UnsafeChange` when submodules differ, or links other than by having gone. */
  assertSafe(from: string, to: string): Promise<void>;
}

export function createTreeChanges(git: TreeGit, reader: Pick<ObjectReader, 'sizes'>): TreeChanges {
  /** Of the newest few pairs of trees, which are asked about again and again; objects never change. */
  const lately = new Map<string, Promise<RawChange[]>>();
  const changesOf = (renames: '--find-renames' | '--no-renames', from: string, to: string): Promise<RawChange[]> => {
    const key = `${renames} ${from} ${to}`;
    const changes = lately.get(key) ?? rawChanges(git, [renames, from, to]);
    lately.delete(key);
    lately.set(key, changes);
    const [oldest = ''] = lately.keys();
    if (lately.size > mostPairs) lately.delete(oldest);
    changes.catch(() => lately.delete(key));
    return changes;
  };
  return {
    async diff(from, to) {
      const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
      return (await git(['diff', ...options, from, to])).stdout.toString('utf8');
    },
    async files(from, to) {
      const changes = await changesOf('--find-renames', from, to);
      const sizes = await reader.sizes(changes.map(({ sha }) => sha));
      return changes.map(({ path, previousPath, status }, index) => ({
        path,
        previousPath,
        status: statusNames[status] ?? 'modified',
        bytes: sizes[index] ?? 0,
      }));
    },
    async blobs(from, to) {
      const changes = (await changesOf('--no-renames', from, to)).filter(({ mode }) => fileModes.has(mode));
      const sizes = await reader.sizes(changes.map(({ previousSha }) => previousSha));
      return changes.map(({ path, previousSha, sha }, index) => ({
        path,
        before: isNone(previousSha) || (sizes[index] ?? 0) > largestBefore ? undefined : previousSha,
        after: isNone(sha) ? undefined : sha,
      }));
    },
    async assertSafe(from, to) {
      const unsafe = (await changesOf('--no-renames', from, to)).filter(
        ({ mode, previousMode, status }) =>
          (status !== 'D' && (mode === '120000' || mode === '160000')) || previousMode === '160000',
      );
      // A link that became a file of the same name is a redirect too: the index keeps its mode, so it is caught above.
      if (unsafe.length > 0) throw new UnsafeChange(unsafe.map(({ path }) => path));
    },
  };
}

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
async function rawChanges(git: TreeGit, args: readonly string[]): Promise<RawChange[]> {
  const { stdout } = await git(['diff-tree', '-r', '--raw', '-z', '--no-abbrev', ...args]);
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
