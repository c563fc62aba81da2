import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { erasuresFile, mergeErasures, parseErasures, readErasures } from '../db/erasures-file.ts';
import { archiveEnding, newestFirst } from './archive-name.ts';
import { readChunkLists } from './archive.ts';
import type { Bucket } from './bucket.ts';
import { chunkFile, chunksBeside, chunksEnding, keptUnnamed, namesIn } from './chunks.ts';
import { BackupDamaged } from './errors.ts';

const chunkFolder = 'chunks/';

/** Names of the archives that `backUp` named, the newest first. */
export async function listBucketArchives(bucket: Bucket): Promise<string[]> {
  return newestFirst((await bucket.list()).keys());
}

/**
 * Sends an archive; of an incremental one first the list of its chunks, by which they are known without reading the archive,
 * and those that are not there. All that is sent is read back. Throws `BackupDamaged`.
 */
export async function putArchive(bucket: Bucket, { file, name }: { file: string; name: string }): Promise<void> {
  const chunks = await chunksOf(file);
  if (chunks.size > 0) {
    const list = `${file}${chunksEnding}`;
    await writeFile(list, [...chunks].map((chunk) => `${chunk}\n`).join(''));
    await bucket.put(`${name}${chunksEnding}`, list);
    const storedChunks = await bucket.list(chunkFolder);
    for (const chunk of chunks) {
      if (!storedChunks.has(chunkFolder + chunk))
        await bucket.put(chunkFolder + chunk, chunkFile(storeOf(file), chunk));
    }
    // Another backup may have removed what was there, before it knew our list.
    await refuseMissing(bucket, { chunks, name });
  }
  const erasures = join(dirname(file), erasuresFile);
  if (existsSync(erasures)) {
    const stored = (await bucket.list()).has(erasuresFile) ? parseErasures(await bucket.read(erasuresFile)) : [];
    await writeFile(erasures, JSON.stringify(mergeErasures(stored, await readErasures(erasures))));
    await bucket.put(erasuresFile, erasures);
  }
  await bucket.put(name, file);
}

/** Brings an archive, and the chunks that it names to the folder beside it. Throws `BackupDamaged`. */
export async function getArchive(bucket: Bucket, { file, name }: { file: string; name: string }): Promise<void> {
  await bucket.get(name, file);
  if ((await bucket.list()).has(erasuresFile)) await bucket.get(erasuresFile, join(dirname(file), erasuresFile));
  // Whoever unpacks it says what is wrong with it.
  const chunks = await chunksOf(file).catch(() => new Set<string>());
  if (chunks.size > 0) await refuseMissing(bucket, { chunks, name });
  for (const chunk of chunks) {
    const into = chunkFile(storeOf(file), chunk);
    await mkdir(dirname(into), { recursive: true, mode: 0o700 });
    await bucket.get(chunkFolder + chunk, into);
  }
}

/** Removes all but the newest archives that `backUp` named, and chunks that were only theirs; returns how many archives. */
export async function keepNewestInBucket(
  bucket: Bucket,
  { count, now, written }: { count: number; now: number; written?: string | undefined },
): Promise<number> {
  const old = (await listBucketArchives(bucket)).slice(count).filter((name) => name !== written);
  for (const name of old) {
    await bucket.remove(name);
    await bucket.remove(`${name}${chunksEnding}`);
  }
  const isOld = (putAt: Date): boolean => now - putAt.getTime() >= keptUnnamed;
  const names = await bucket.list();
  const named = new Set<string>();
  for (const [name, putAt] of names) {
    if (!name.endsWith(archiveEnding + chunksEnding)) continue;
    const isOfNone = !names.has(name.slice(0, -chunksEnding.length)) && isOld(putAt);
    if (isOfNone) await bucket.remove(name);
    else for (const chunk of namesIn(await bucket.read(name))) named.add(chunk);
  }
  for (const [name, putAt] of await bucket.list(chunkFolder)) {
    if (!named.has(name.slice(chunkFolder.length)) && isOld(putAt)) await bucket.remove(name);
  }
  return old.length;
}

async function chunksOf(file: string): Promise<Set<string>> {
  return new Set((await readChunkLists(file)).flatMap(namesIn));
}

const storeOf = (file: string): string => chunksBeside(dirname(file));

async function refuseMissing(
  bucket: Bucket,
  { chunks, name }: { chunks: ReadonlySet<string>; name: string },
): Promise<void> {
  const storedChunks = await bucket.list(chunkFolder);
  const missing = [...chunks].find((chunk) => !storedChunks.has(chunkFolder + chunk));
  if (missing !== undefined) {
    throw new BackupDamaged(bucket.addressOf(name), `${bucket.addressOf(chunkFolder + missing)} is missing`);
  }
}
