import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep, dirname, resolve } from 'node:path';
import { largestFile, type DocsTree } from '../finding.ts';
import { ignoreRules, isLeftOut, type FolderRules } from '../site/ignore-rules.ts';

/** Never documentation, and often very large. */
const skipped = new Set(['.git', 'node_modules', '.venv', 'venv']);

/** The `.gitignore` that say what lies in a folder is left out, nearest first, and whether the folder itself is, but for what is tracked. */
interface Ignored {
  readonly by: readonly FolderRules[];
  readonly isLeftOut: boolean;
}

/**
 * A tree over a folder on disk. Leaves out what `.gitignore` files name unless git tracks it, and names that are not UTF-8,
 * which nothing could link to; symbolic links are not followed.
 */
export function createFolderTree(root: string): DocsTree {
  let latest: Listing | undefined;
  return {
    folder: root,
    async list() {
      latest = await listTree(root);
      return latest.files;
    },
    symbolicLinks: async () => (latest ?? (await listTree(root))).links,
    read: (path) =>
      new Promise((done) => {
        done(readIn(root, path));
      }),
  };
}

function readIn(root: string, path: string): Uint8Array | undefined {
  if (path.split('/').includes('..')) return undefined;
  try {
    return readStart(join(root, path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The file, or a little more of it than is looked into; undefined for what is no file, such as a pipe that a link leads to. Not through
 * the thread pool: its five turns take longer than a page does, a tenth of a whole check.
 */
function readStart(path: string): Uint8Array | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    if (stat.size <= largestFile) return readFileSync(file);
    const buffer = Buffer.alloc(largestFile + 1);
    readSync(file, buffer, 0, buffer.length, 0);
    return buffer;
  } finally {
    closeSync(file);
  }
}

interface Listing {
  readonly files: string[];
  readonly links: string[];
}

async function listTree(root: string): Promise<Listing> {
  const tracked = await trackedFiles(root);
  const folders = new Set([...tracked].flatMap((path) => foldersOf(path)));
  const isKept = (path: string): boolean => tracked.has(path) || folders.has(path);
  const listing: Listing = { files: [], links: [] };
  await listFolder({ root, isKept, listing }, root, { by: [], isLeftOut: false });
  return listing;
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function listFolder(
  work: { readonly root: string; readonly isKept: (path: string) => boolean; readonly listing: Listing },
  folder: string,
  above: Ignored,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const hasOwn = entries.some(({ name }) => name === '.gitignore');
  const by = hasOwn ? await withOwn(above.by, folder, slashes(relative(work.root, folder))) : above.by;
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      const inTree = slashes(relative(work.root, path));
      if (skipped.has(entry.name) || !isNamable(entry.name)) return;
      const ignored = above.isLeftOut || isLeftOut(by, isFolder ? `${inTree}/` : inTree);
      if (ignored && !work.isKept(inTree)) return;
      if (isFolder) return listFolder(work, path, { by, isLeftOut: ignored });
      if (entry.isFile() || entry.isSymbolicLink()) work.listing.files.push(inTree);
      if (entry.isSymbolicLink()) work.listing.links.push(inTree);
    }),
  );
}

/** Whether a decoded name or path is what stands on disk or in git: what is not UTF-8 is decoded to U+FFFD. */
export function isNamable(path: string): boolean {
  return !path.includes('\u{fffd}');
}

async function withOwn(above: readonly FolderRules[], folder: string, inTree: string): Promise<readonly FolderRules[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8');
  return [{ folder: inTree, rules: ignoreRules(text) }, ...above];
}

function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String(error.code));
}

/** Bytes of an entry before its flags: times, device, inode, mode, owner, size and the name of the object. */
const beforeFlags = 60;
const headLength = 12;
/** Where the mode of an entry begins, of which the upper bits tell what it is; a submodule is no file. */
const beforeMode = 24;
const kindOfSubmodule = 0o160000;

/**
 * Files below a folder that git tracks, read from the index of the repository around it, since the process that checks may
 * start no program. Empty where there is none, or one of another form.
 * https://git-scm.com/docs/index-format
 */
async function trackedFiles(folder: string): Promise<ReadonlySet<string>> {
  const found = await findIndex(folder);
  if (found === undefined) return new Set();
  const start = relative(found.top, folder).split(sep).join('/');
  const inside = start === '' ? '' : `${start}/`;
  return new Set(pathsIn(found.index).flatMap((path) => (path.startsWith(inside) ? [path.slice(inside.length)] : [])));
}

async function findIndex(folder: string): Promise<{ readonly top: string; readonly index: Buffer } | undefined> {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const index = await readIfThere(join(top, '.git', 'index'));
    if (index !== undefined) return { top, index };
    const elsewhere = /^gitdir: (.+)$/mu.exec((await readIfThere(join(top, '.git')))?.toString() ?? '')?.[1];
    const linked = elsewhere === undefined ? undefined : await readIfThere(resolve(top, elsewhere, 'index'));
    if (linked !== undefined) return { top, index: linked };
    if (dirname(top) === top) return undefined;
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

function pathsIn(index: Buffer): readonly string[] {
  const version = index.length < headLength ? 0 : index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return [];
  const paths: string[] = [];
  const submodules = new Set<string>();
  let at = headLength;
  for (let left = index.readUInt32BE(8); left > 0 && at + beforeFlags + 2 < index.length; left -= 1) {
    const isExtended = (index.readUInt16BE(at + beforeFlags) & 0x4000) !== 0;
    const start = at + beforeFlags + (isExtended ? 4 : 2);
    // In version 4 a path says how much it takes away from the end of the one before.
    const shared = version === 4 ? readOffset(index, start) : { value: undefined, next: start };
    const end = index.indexOf(0, shared.next);
    if (end === -1) break;
    const before = paths.at(-1) ?? '';
    const kept =
      shared.value === undefined
        ? ''
        : Buffer.from(before)
            .subarray(0, -shared.value || undefined)
            .toString();
    const path = kept + index.toString('utf8', shared.next, end);
    paths.push(path);
    if ((index.readUInt32BE(at + beforeMode) & 0o170000) === kindOfSubmodule) submodules.add(path);
    at = version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8;
  }
  return paths.filter((path) => !submodules.has(path));
}

/** The variable-length number of git's packs: each further byte stands for values that fewer bytes could not have. */
function readOffset(index: Buffer, start: number): { readonly value: number; readonly next: number } {
  let next = start;
  let byte = index[next++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = index[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next };
}
