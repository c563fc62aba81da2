import { writeObject } from '../git/write-object.ts';
import type { ObjectReader } from './object-reader.ts';

/** A tree object of git. Names are their bytes as Latin-1, because they need not be UTF-8. */
export interface Folder {
  readonly kind: 'folder';
  readonly sha: string;
  readonly entries: ReadonlyMap<string, Folder | File>;
}

export interface File {
  readonly kind: 'file';
  /** `100644`, `100755`; `120000` for a symbolic link, `160000` for a submodule. */
  readonly mode: string;
  readonly sha: string;
  /** What the file on disk looked like when it had these bytes; undefined where that is not certain. */
  readonly stamp?: string | undefined;
}

export const symbolicLink = '120000';
export const submodule = '160000';
const folderMode = '40000';

/** Reads a tree with all its folders. */
export async function readFolder(reader: Pick<ObjectReader, 'read'>, sha: string): Promise<Folder> {
  const content = Buffer.from(await reader.read(sha));
  const entries = new Map<string, Folder | File>();
  const folders: Promise<unknown>[] = [];
  for (let start = 0; start < content.length;) {
    const space = content.indexOf(0x20, start);
    const end = content.indexOf(0, space);
    const mode = content.toString('latin1', start, space);
    const name = content.toString('latin1', space + 1, end);
    start = end + 1 + 20;
    const entry: File = { kind: 'file', mode, sha: content.toString('hex', end + 1, start) };
    entries.set(name, entry);
    if (mode === folderMode) folders.push(readFolder(reader, entry.sha).then((folder) => entries.set(name, folder)));
  }
  await Promise.all(folders);
  return { kind: 'folder', sha, entries };
}

/** Stores a folder whose own folders are stored. */
export async function writeFolder(gitDirectory: string, entries: Folder['entries']): Promise<Folder> {
  return { kind: 'folder', sha: await writeObject(gitDirectory, 'tree', folderContent(entries)), entries };
}

export function folderContent(entries: Folder['entries']): Buffer {
  const sorted = [...entries].map(([name, entry]) => ({
    name,
    entry,
    key: entry.kind === 'folder' ? `${name}/` : name,
  }));
  sorted.sort((a, b) => (a.key < b.key ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ name, entry }) => [
      Buffer.from(`${entry.kind === 'folder' ? folderMode : entry.mode} ${name}\0`, 'latin1'),
      Buffer.from(entry.sha, 'hex'),
    ]),
  );
}

/** Every file of a folder with its path, in bytes as Latin-1. */
export function* filesOf(folder: Folder, above = ''): Generator<readonly [path: string, file: File]> {
  for (const [name, entry] of folder.entries) {
    if (entry.kind === 'file') yield [`${above}${name}`, entry];
    else yield* filesOf(entry, `${above}${name}/`);
  }
}

/** `path` in bytes as Latin-1. */
export function findFile(folder: Folder, path: string): File | undefined {
  let place: Folder | File | undefined = folder;
  for (const name of path.split('/')) place = place?.kind === 'folder' ? place.entries.get(name) : undefined;
  return place?.kind === 'file' ? place : undefined;
}

/** A path as people write it, from its bytes as Latin-1. */
export function textOf(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

export function bytesOf(path: string): string {
  return Buffer.from(path).toString('latin1');
}
