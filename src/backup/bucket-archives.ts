import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { archiveEnding, namePattern } from './archive-name.ts';
import { readChunkLists } from './archive.ts';
import type { Bucket } from './bucket.ts';
import { chunkFile, chunksBeside, chunksEnding, keptUnnamed, namesIn } from './chunks.ts';
import { BackupDamaged } from './errors.ts';

const chunkFolder = 'chunks/';

/** Names of the archives that `backUp` named, the newest first. */
export async function listBucketArchives(bucket: Bucket): Promise<string[]> {
  const names = [...(await bucket.list()).keys()];
  return names
    .filter((name) => namePattern.test(name))
    .sort()
    .reverse();
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
  await bucket.put(name, file);
}

/** Brings an archive, and the chunks that it names to the folder beside it. Throws `BackupDamaged`. */
export async function getArchive(bucket: Bucket, { file, name }: { file: string; name: string }): Promise<void> {
  await bucket.get(name, file);
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
  { count, now }: { count: number; now: number },
): Promise<number> {
  const old = (await listBucketArchives(bucket)).slice(count);
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
