import type { FileIndex } from './file-index.ts';
import { extensionOf, fileNameOf, folderOf, withoutExtension } from './paths.ts';
import type { Site } from './site.ts';

/** Pages, files and routes of a site by their names in lower case: of a site there may be thousands, and as many links that look for one. */
export interface NameIndex {
  /** Pages of which the file has this name, whatever its ending. */
  pagesNamed(name: string): readonly string[];
  /** All files of this name and ending. */
  filesNamed(name: string, extension: string): readonly string[];
  /** The same in a folder of this name, wherever that is. */
  filesIn(folder: string, name: string, extension: string): readonly string[];
  /** Files of this path, but for capitals and for what stands between words: `best-practices.md` and `BEST_PRACTICES.md`. */
  filesInOtherSigns(path: string): readonly string[];
  /** Routes that end in the name. */
  routesNamed(name: string): readonly string[];
  routesInAnyCase(route: string): readonly string[];
  /** Routes of so many characters. */
  routesOfLength(length: number): readonly string[];
}

export function createNameIndex(site: Pick<Site, 'pages' | 'routes'>, files: Pick<FileIndex, 'paths'>): NameIndex {
  const pages = indexBy(
    () => site.pages.keys(),
    (path) => nameOf(path),
  );
  const all = indexBy(
    () => files.paths,
    (path) => nameOf(path) + extensionOf(path),
  );
  const inFolders = indexBy(
    () => files.paths,
    (path) => `${fileNameOf(folderOf(path)).toLowerCase()}/${nameOf(path)}${extensionOf(path)}`,
  );
  const inOtherSigns = indexBy(() => files.paths, withoutSigns);
  const routes = (keyOf: (route: string) => string): ((key: string) => readonly string[]) =>
    indexBy(() => site.routes.keys(), keyOf);
  const ofLength = routes((route) => `${route.length}`);
  return {
    pagesNamed: pages,
    filesNamed: (name, extension) => all(name + extension),
    filesIn: (folder, name, extension) => inFolders(`${folder}/${name}${extension}`),
    filesInOtherSigns: (path) => inOtherSigns(withoutSigns(path)),
    routesNamed: routes((route) => fileNameOf(route).toLowerCase()),
    routesInAnyCase: routes((route) => route.toLowerCase()),
    routesOfLength: (length) => ofLength(`${length}`),
  };
}

function withoutSigns(path: string): string {
  return path.toLowerCase().replaceAll(/[-_ ]+/gu, '-');
}

function nameOf(path: string): string {
  return withoutExtension(fileNameOf(path)).toLowerCase();
}

/** Made when it is first asked: most sites never do. */
function indexBy(all: () => Iterable<string>, keyOf: (path: string) => string): (key: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (key) => (index ??= Map.groupBy(all(), keyOf)).get(key) ?? [];
}

/** True when at most two characters were added, left out or changed, in words long enough for that to mean something. */
export function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2 || Math.min(one.length, other.length) < 4) return false;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current) > 2) return false;
    previous = current;
  }
  return (previous[other.length] ?? 3) <= 2;
}
