/** Files in their folders. `index` is the place of the file in the list that the tree was made of. */
export interface Folder {
  /** Several names joined by `/` where a folder holds nothing but one other. */
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly { readonly name: string; readonly index: number }[];
}

/** Folders before files, each by name. */
export function buildFileTree(paths: readonly string[]): Folder {
  return folderOf(
    '',
    paths.map((path, index) => ({ segments: segmentsOf(path), index })),
  );
}

/** Folders inside folders that are told apart; below, their names stay together. */
const deepest = 40;

function segmentsOf(path: string): string[] {
  const all = path.split('/');
  return all.length <= deepest ? all : [...all.slice(0, deepest - 1), all.slice(deepest - 1).join('/')];
}

interface Entry {
  readonly segments: readonly string[];
  readonly index: number;
}

function folderOf(name: string, entries: readonly Entry[]): Folder {
  const inside = Map.groupBy(
    entries.filter(({ segments }) => segments.length > 1),
    ({ segments }) => segments[0] ?? '',
  );
  const folders = [...inside].map(([child, within]) =>
    joinLonely(
      folderOf(
        child,
        within.map(({ segments, index }) => ({ segments: segments.slice(1), index })),
      ),
    ),
  );
  const files = entries
    .filter(({ segments }) => segments.length === 1)
    .map(({ segments, index }) => ({ name: segments[0] ?? '', index }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  return { name, folders: folders.sort(byName), files: files.sort(byName) };
}

function joinLonely(folder: Folder): Folder {
  const [only, ...otherFolders] = folder.folders;
  if (only === undefined || otherFolders.length > 0 || folder.files.length > 0) return folder;
  return { ...only, name: `${folder.name}/${only.name}` };
}
