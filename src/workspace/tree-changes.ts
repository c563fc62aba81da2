import { UnsafeChange } from './errors.ts';
import { submodule, symbolicLink, textOf, type File, type Folder } from './folder.ts';
import type { ObjectReader } from './object-reader.ts';
import type { StoredTree } from './survey.ts';
import type { TreeGit } from './working-tree.ts';
import type { ChangedFile } from './workspace.ts';

/** A previous version above this size is not read, in bytes. */
const largestBefore = 16 * 1024 * 1024;

/** One path whose file differs between two trees. */
interface Change {
  readonly path: string;
  readonly before: File | undefined;
  readonly after: File | undefined;
}

/** Differences between two trees of the repository. */
export interface TreeChanges {
  /** A unified diff with renames. */
  diff(from: Folder, to: Folder): Promise<string>;
  files(from: Folder, to: Folder): Promise<ChangedFile[]>;
  /** Blobs of the changed files; a rename counts as a deletion and an addition. Leaves out links and submodules. */
  blobs(from: Folder, to: Folder): Promise<{ path: string; before: string | undefined; after: string | undefined }[]>;
}

export function createTreeChanges(git: TreeGit, reader: Pick<ObjectReader, 'sizes'>): TreeChanges {
  return {
    async diff(from, to) {
      if (from.sha === to.sha) return '';
      const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
      return (await git(['diff', ...options, from.sha, to.sha])).stdout.toString('utf8');
    },
    async files(from, to) {
      const changes = changesBetween(from, to);
      const isRenamePossible = changes.some(isDeletion) && changes.some(({ before }) => before === undefined);
      const renames = isRenamePossible ? await renamesBetween(git, from.sha, to.sha) : new Map<string, string>();
      const movedFrom = new Set(renames.values());
      const shown = changes.filter((change) => !(isDeletion(change) && movedFrom.has(change.path)));
      const sizes = await reader.sizes(shown.map(({ after }) => after?.sha ?? ''));
      return shown.map(({ path, before, after }, index) => {
        const previousPath = renames.get(path);
        const kept = before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified';
        return { path, previousPath, status: previousPath ? 'renamed' : kept, bytes: sizes[index] ?? 0 };
      });
    },
    async blobs(from, to) {
      const changes = changesBetween(from, to).filter(({ after }) => after === undefined || isOrdinary(after));
      const sizes = await reader.sizes(changes.map(({ before }) => before?.sha ?? ''));
      return changes.map(({ path, before, after }, index) => ({
        path,
        before: (sizes[index] ?? 0) > largestBefore ? undefined : before?.sha,
        after: after?.sha,
      }));
    },
  };
}

/** Throws `UnsafeChange` if a submodule or a repository differs, or a link other than by deletion. */
export function assertSafeChange(from: Folder, { folder: to, repositories }: StoredTree): void {
  const unsafe = changesBetween(from, to).filter(
    ({ before, after }) => before?.mode === submodule || (after !== undefined && !isOrdinary(after)),
  );
  // A link that became a file of the same name is caught too, because the file keeps its mode.
  const paths = [...unsafe.map(({ path }) => path), ...repositories];
  if (paths.length > 0) throw new UnsafeChange(paths);
}

function isOrdinary({ mode }: File): boolean {
  return mode !== symbolicLink && mode !== submodule;
}

function isDeletion({ after }: Change): boolean {
  return after === undefined;
}

/** In the order of git: by the bytes of the paths. */
function changesBetween(from: Folder, to: Folder): Change[] {
  return [...differences(from, to, '')]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((change) => ({ ...change, path: textOf(change.path) }));
}

function* differences(from: Folder | undefined, to: Folder | undefined, above: string): Generator<Change> {
  if (from?.sha === to?.sha) return;
  for (const name of new Set([...(from?.entries.keys() ?? []), ...(to?.entries.keys() ?? [])])) {
    const [before, after] = [from?.entries.get(name), to?.entries.get(name)];
    const path = `${above}${name}`;
    const [fileBefore, fileAfter] = [before, after].map((entry) => (entry?.kind === 'file' ? entry : undefined));
    if (fileBefore?.sha !== fileAfter?.sha || fileBefore?.mode !== fileAfter?.mode)
      yield { path, before: fileBefore, after: fileAfter };
    const [folderBefore, folderAfter] = [before, after].map((entry) => (entry?.kind === 'folder' ? entry : undefined));
    yield* differences(folderBefore, folderAfter, `${path}/`);
  }
}

/** Former paths by new ones, as git finds them by similarity. */
async function renamesBetween(git: TreeGit, from: string, to: string): Promise<Map<string, string>> {
  const { stdout } = await git([
    'diff-tree',
    '-r',
    '-z',
    '--name-status',
    '--diff-filter=R',
    '--find-renames',
    from,
    to,
  ]);
  const fields = stdout.toString('utf8').split('\0');
  const renames = new Map<string, string>();
  for (let index = 0; index + 2 < fields.length; index += 3)
    renames.set(fields[index + 2] ?? '', fields[index + 1] ?? '');
  return renames;
}
