/**
 * The files of the documentation in few words: a line for each folder with its pages by name and everything else
 * counted. Bounded, and the same bytes for the same paths in whatever order they come.
 */
export function repositoryMap(
  paths: readonly string[],
  options: { docsFolder: string; maxCharacters?: number },
): string {
  const { docsFolder, maxCharacters = 12_000 } = options;
  const inside = docsFolder === '' ? paths : paths.filter((path) => path.startsWith(`${docsFolder}/`));
  const folders = groupByFolder(inside.filter((path) => !/(^|\/)(\.git|node_modules)\//.test(path)));
  for (const namesPerFolder of [Number.POSITIVE_INFINITY, 60, 25, 10, 3, 0]) {
    const map = folders.map((folder) => folderLine(folder, namesPerFolder)).join('\n');
    if (map.length <= maxCharacters) return map === '' ? '(no files)' : map;
  }
  return firstFolders(folders, maxCharacters);
}

interface Folder {
  readonly path: string;
  readonly pages: readonly string[];
  /** Number of other files by extension. */
  readonly others: ReadonlyMap<string, number>;
}

const namedExtensions = /\.(mdx?|markdown|rst|adoc|json|ya?ml|toml)$/i;

function groupByFolder(paths: readonly string[]): Folder[] {
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, slash + 1);
    names.set(folder, [...(names.get(folder) ?? []), path.slice(slash + 1)]);
  }
  return [...names].sort(byCodeUnits).map(([path, files]) => {
    const others = new Map<string, number>();
    for (const file of files.filter((name) => !namedExtensions.test(name))) {
      const extension = /\.[^.]+$/.exec(file)?.[0] ?? 'without extension';
      others.set(extension, (others.get(extension) ?? 0) + 1);
    }
    return { path, pages: files.filter((name) => namedExtensions.test(name)).sort(), others };
  });
}

function folderLine({ path, pages, others }: Folder, namesPerFolder: number): string {
  const named = pages.slice(0, namesPerFolder);
  const rest = pages.length - named.length;
  const counts = [...others].sort(byCodeUnits).map(([extension, count]) => `${count} ${extension}`);
  const parts = [...named, ...(rest > 0 ? [`${rest} more`] : []), ...counts];
  return `${path === '' ? './' : path}: ${parts.join(', ')}`;
}

/** Even the folders are too many: as many as fit, and how many more there are. */
function firstFolders(folders: readonly Folder[], maxCharacters: number): string {
  const lines: string[] = [];
  let characters = 40;
  for (const folder of folders) {
    const line = `${folder.path}: ${folder.pages.length + [...folder.others.values()].reduce((sum, count) => sum + count, 0)} files`;
    characters += line.length + 1;
    if (characters > maxCharacters) break;
    lines.push(line);
  }
  return [...lines, `(${folders.length - lines.length} more folders)`].join('\n');
}

/** Not by locale: the order must be the same on every machine. */
function byCodeUnits([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
