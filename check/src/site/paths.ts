/** Pure functions on paths and routes of a tree: `/` as separator, no leading slash on paths, one on routes. */

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins and resolves `.` and `..`; undefined when the path climbs out of the tree. */
export function joinPath(...parts: readonly string[]): string | undefined {
  const kept: string[] = [];
  for (const segment of parts.join('/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.join('/');
}

/** Joins as a browser does, which goes no higher than the top of the host. */
export function joinRoute(...parts: readonly string[]): string {
  const kept: string[] = [];
  for (const segment of parts.join('/').split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

/** `path` as seen from `folder`; undefined when it does not lie inside. */
export function within(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

export function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}

/** Lower-case, with its dot; empty when there is none. */
export function extensionOf(path: string): string {
  return path.slice(withoutExtension(path).length).toLowerCase();
}

/** A loop, since an expression tries the end of each run of slashes from each of them. */
export function withoutSlashAtEnd(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}

/** One leading slash, none at the end, no double ones. */
export function normaliseRoute(route: string): string {
  if (/^(?:\/[^/]+)+$/u.test(route)) return route;
  return `/${route.split('/').filter(Boolean).join('/')}`;
}

/** How a file in `folder` would write the way to `path`: `../images/a.png`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  const down = to.slice(shared).join('/');
  return up.length === 0 ? `./${down}` : [...up, down].join('/');
}

/** The folder that a path lies in, and all above it. */
export function foldersAbove(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return [...segments.map((_, index) => segments.slice(0, segments.length - index).join('/')), ''];
}

/** Folders in one another above which no project keeps what belongs to it. */
const deepest = 16;

/** The folders above a folder, nearest first, as many as may belong to it. */
export function nearestAbove(folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; at !== '' && found.length < deepest;) found.push((at = folderOf(at)));
  return found;
}

/** Endings of files that programs make pages of. */
export const sourceEndings: ReadonlySet<string> = new Set([
  '.md',
  '.mdx',
  '.mdoc',
  '.markdown',
  '.qmd',
  '.adoc',
  '.rst',
  '.ipynb',
]);

/** True for a path, or an ending, of a picture. */
export function isPicture(path: string): boolean {
  return /\.(?:png|jpe?g|gif|svg|webp|avif)$/iu.test(path);
}

/** Whether a route or path is that of the folder, or of something in it. */
export function isBelow(folder: string, at: string): boolean {
  return at === folder || within(folder, at) !== undefined;
}
