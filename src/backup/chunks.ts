import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { duration } from '../kernel/clock.ts';
import { BackupDamaged } from './errors.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Databases change in place, page by page, so most pieces of this length are the same from one backup to the next. */
const chunkBytes = 2 ** 20;
/** Another backup may be about to name a chunk that no archive names yet. */
export const keptUnnamed = duration.day;

export const chunksEnding = '.chunks';

/** Where the pieces lie that the archives of a folder share. */
export function chunksBeside(archiveFolder: string): string {
  return join(archiveFolder, 'chunks');
}

/** Puts the pieces of the file that are not there yet into the store, and a list of all of them in the place of the file. */
export async function splitIntoChunks(file: string, store: string): Promise<void> {
  const names: string[] = [];
  const handle = await open(file);
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) break;
      names.push(await keepChunk(store, buffer.subarray(0, bytesRead)));
    }
  } finally {
    await handle.close();
  }
  await writeFile(`${file}${chunksEnding}`, names.map((name) => `${name}\n`).join(''));
  await rm(file);
}

/** Puts the file together again that a list in the folder stands for. Throws `BackupDamaged`. */
export async function joinChunks(file: string, { store, place }: { store: string; place: string }): Promise<void> {
  const list = `${file}${chunksEnding}`;
  if (!existsSync(list)) return;
  const handle = await open(file, 'wx', 0o600);
  try {
    for (const name of namesIn(await readFile(list, 'utf8')))
      await handle.writeFile(await readChunk(store, name, place));
  } finally {
    await handle.close();
  }
  await rm(list);
}

/** Removes chunks that no list names, once they are a day old; returns how many. */
export async function removeUnnamed(
  store: string,
  { lists, now }: { lists: readonly string[]; now: number },
): Promise<number> {
  const named = new Set(lists.flatMap(namesIn));
  let removed = 0;
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || named.has(entry.name) || now - (await stat(path)).mtimeMs < keptUnnamed) continue;
    await rm(path);
    removed += 1;
  }
  return removed;
}

async function keepChunk(store: string, content: Buffer): Promise<string> {
  const name = hashOf(content);
  const file = chunkFile(store, name);
  if (existsSync(file)) {
    await utimes(file, new Date(), new Date());
    return name;
  }
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, await compress(content), { mode: 0o600, flush: true });
  await rename(draft, file);
  return name;
}

async function readChunk(store: string, name: string, place: string): Promise<Buffer> {
  const file = chunkFile(store, name);
  try {
    const content = await decompress(await readFile(file), { maxOutputLength: chunkBytes });
    if (hashOf(content) === name) return content;
  } catch (error) {
    throw new BackupDamaged(place, `${file} is missing or damaged`, error);
  }
  throw new BackupDamaged(place, `${file} is damaged; delete it, and the next backup writes it again`);
}

export function namesIn(list: string): string[] {
  return list.split('\n').filter((name) => /^[\da-f]{64}$/.test(name));
}

/** Where a chunk lies in its store. */
export function chunkFile(store: string, name: string): string {
  return join(store, name.slice(0, 2), name);
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
