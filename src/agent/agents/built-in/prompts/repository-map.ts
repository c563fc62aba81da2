import { counted } from '../../../../kernel/counted.ts';
import { charactersPerToken } from '../result-room.ts';
import { foldCopies } from './fold-copies.ts';
import { pageTitle } from './page-title.ts';
import { siteFiles } from './site-files.ts';

/**
 * The files of the documentation in few words: what a change most often needs first, then a line for each folder, those
 * with pages before others, with its pages by name and, as far as there is room, by title; of languages and versions one. Pictures are left out.
 * Bounded, and the same bytes for the same files in whatever order they come.
 */
export async function repositoryMap(
  paths: readonly string[],
  options: {
    docsFolder: string;
    maxCharacters?: number;
    /** Of the commit that the paths are of. */
    read?: (path: string) => Promise<Uint8Array | undefined>;
  },
): Promise<string> {
  const { docsFolder, maxCharacters = 12_000, read = () => Promise.resolve(undefined) } = options;
  const inside = (docsFolder === '' ? paths : paths.filter((path) => path.startsWith(`${docsFolder}/`))).filter(
    (path) => !/(^|\/)(\.git|node_modules)\//.test(path),
  );
  const folded = foldCopies(inside.filter((path) => !decoration.test(path)));
  const heading = [...siteFiles(paths, folded.paths), ...folded.lines];
  const folders = groupByFolder(folded.paths);
  for (const namesPerFolder of [Number.POSITIVE_INFINITY, 60, 25, 10, 3, 0]) {
    const lines = [...heading, ...folders.map((folder) => folderLine(folder, namesPerFolder))];
    const map = lines.join('\n');
    if (map.length > maxCharacters) continue;
    if (map === '') return '(no files)';
    const titles = await readTitles(folders, { namesPerFolder, room: maxCharacters - map.length, read });
    return [...heading, ...folders.map((folder) => folderLine(folder, namesPerFolder, titles))].join('\n');
  }
  return firstFolders(heading, folders, maxCharacters);
}

/** A tenth of the window at most, and never more than is worth its bytes. */
export function mapCharacters(contextTokens: number): number {
  return Math.min(12_000, Math.floor(contextTokens * charactersPerToken * 0.1));
}

interface Folder {
  readonly path: string;
  readonly pages: readonly string[];
  /** Number of other files by extension. */
  readonly others: ReadonlyMap<string, number>;
}

const namedExtensions = /\.(mdx?|markdown|rst|adoc|json|ya?ml|toml)$/i;
const pageExtensions = /\.(mdx?|markdown)$/i;
/** Pictures, films and fonts. */
const decoration = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|mp4|webm|mov|mp3|woff2?|ttf|otf|eot)$/i;

function groupByFolder(paths: readonly string[]): Folder[] {
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, slash + 1);
    const files = names.get(folder);
    if (files === undefined) names.set(folder, [path.slice(slash + 1)]);
    else files.push(path.slice(slash + 1));
  }
  const folders = [...names].sort(byCodeUnits).map(([path, files]) => {
    const otherFiles = new Map<string, number>();
    for (const file of files.filter((name) => !namedExtensions.test(name))) {
      const extension = /\.[^.]+$/.exec(file)?.[0] ?? 'without extension';
      otherFiles.set(extension, (otherFiles.get(extension) ?? 0) + 1);
    }
    return { path, pages: files.filter((name) => namedExtensions.test(name)).sort(), others: otherFiles };
  });
  return folders.sort((a, b) => rankOf(a) - rankOf(b));
}

/** The top folder and those with pages first, then programs, then what services such as GitHub are told. */
function rankOf({ path, pages }: Folder): number {
  if (/^\.(?!vitepress\/)/.test(path)) return 2;
  return path === '' || pages.some((name) => pageExtensions.test(name)) ? 0 : 1;
}

/** Titles of the pages that are named, folder by folder, as many as there is room for. */
async function readTitles(
  folders: readonly Folder[],
  {
    namesPerFolder,
    room,
    read,
  }: { namesPerFolder: number; room: number; read: (path: string) => Promise<Uint8Array | undefined> },
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  let remaining = room;
  // The shallowest first: they lead to the others.
  const named = folders
    .flatMap(({ path, pages }) => pages.slice(0, namesPerFolder).map((name) => `${path}${name}`))
    .filter((path) => pageExtensions.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  for (const path of named) {
    if (remaining < shortestTitle) break;
    const title = pageTitle(path, await read(path));
    if (title === undefined || title.length + 3 > remaining) continue;
    titles.set(path, title);
    remaining -= title.length + 3;
  }
  return titles;
}

/** With less room than this no more pages are read. */
const shortestTitle = 10;

function folderLine(
  { path, pages, others: otherFiles }: Folder,
  namesPerFolder: number,
  titles: ReadonlyMap<string, string> = new Map(),
): string {
  const named = pages.slice(0, namesPerFolder).map((name) => {
    const title = titles.get(`${path}${name}`);
    return title === undefined ? name : `${name} "${title}"`;
  });
  const unnamedPages = pages.length - named.length;
  const counts = [...otherFiles].sort(byCodeUnits).map(([extension, count]) => `${count} ${extension}`);
  const parts = [...named, ...(unnamedPages > 0 ? [`${unnamedPages} more`] : []), ...counts];
  return `${path === '' ? './' : path}: ${parts.join(', ')}`;
}

/**
 * Even the folders are too many: each is told with what lies below it, and opened as long as there is room, the highest
 * and of these the one with the most pages first.
 */
function firstFolders(heading: readonly string[], folders: readonly Folder[], maxCharacters: number): string {
  const ownLine = folders.find(({ path }) => path === '');
  const top = [...heading, ...(ownLine === undefined ? [] : [folderLine(ownLine, 10)]), 'Folders and their contents:'];
  const shown = [...treeOf(folders).folders.values()];
  let remaining = maxCharacters - restCharacters - [...top, ...shown.map(subtreeLine)].join('\n').length;
  const waiting = [...shown].sort(byDepth);
  for (let next = waiting.shift(); next !== undefined && remaining > 0; next = waiting.shift()) {
    const inside = [...next.folders.values()];
    const characters = inside.reduce((sum, each) => sum + subtreeLine(each).length + 1, 0);
    if (next.pages === 0 || inside.length === 0 || characters > remaining) continue;
    remaining -= characters;
    shown.push(...inside);
    waiting.push(...inside);
    waiting.sort(byDepth);
  }
  const lines: string[] = [];
  let characters = restCharacters;
  for (const line of [...top, ...shown.sort(byPagesThenPath).map(subtreeLine)]) {
    characters += line.length + 1;
    if (characters > maxCharacters) break;
    lines.push(line);
  }
  const unnamed = top.length + shown.length - lines.length;
  return [...lines, ...(unnamed > 0 ? [`(${unnamed} more folders)`] : [])].join('\n');
}

/** That say how many folders are not named. */
const restCharacters = 40;

function subtreeLine({ path, pages, files }: Subtree): string {
  const counts = [pages > 0 && counted(pages, 'page'), files > 0 && counted(files, 'other file')];
  return `${path}: ${counts.filter(Boolean).join(', ')}`;
}

function byDepth(a: Subtree, b: Subtree): number {
  const depth = a.path.split('/').length - b.path.split('/').length;
  return depth || b.pages - a.pages || (a.path < b.path ? -1 : 1);
}

/** Folders without pages come last. */
function byPagesThenPath(a: Subtree, b: Subtree): number {
  return Math.sign(b.pages) - Math.sign(a.pages) || (a.path < b.path ? -1 : 1);
}

/** A folder with what it and those below it hold. */
interface Subtree {
  readonly path: string;
  pages: number;
  files: number;
  readonly folders: Map<string, Subtree>;
}

function treeOf(folders: readonly Folder[]): Subtree {
  const root: Subtree = { path: '', pages: 0, files: 0, folders: new Map() };
  for (const { path, pages, others: otherFiles } of folders) {
    const count = pages.filter((name) => pageExtensions.test(name)).length;
    const files = pages.length - count + [...otherFiles.values()].reduce((sum, each) => sum + each, 0);
    let node = root;
    for (const segment of path.split('/').slice(0, -1)) {
      const next = node.folders.get(segment) ?? {
        path: `${node.path}${segment}/`,
        pages: 0,
        files: 0,
        folders: new Map<string, Subtree>(),
      };
      node.folders.set(segment, next);
      node = next;
      node.pages += count;
      node.files += files;
    }
  }
  return root;
}

/** Not by locale: the order must be the same on every machine. */
function byCodeUnits([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
