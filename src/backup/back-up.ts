import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../kernel/make-folder.ts';
import { readStorageFault } from '../kernel/storage-fault.ts';
import { erasuresFile, mergeErasures, readErasures } from '../db/erasures-file.ts';
import { archiveEnding, newestFirst, nextName } from './archive-name.ts';
import { chunksBeside, removeUnnamed, splitIntoChunks } from './chunks.ts';
import { copyDatabases, type CopyProgress } from './copy-databases.ts';
import { copyRepositories, type DamagedRepository } from './repositories.ts';
import { signManifest } from './manifest-signature.ts';
import { BackedUpDamage, BackupPlaceUnusable, DataDamaged } from './errors.ts';
import { writingTo } from './place-fault.ts';
import { requireOutside } from './require-outside.ts';
import { readKey, refuseOtherKey, wantedKey } from './fitting-key.ts';
import { readChunkLists, unpackArchive, writeArchive } from './archive.ts';
import { isAlive } from './is-alive.ts';
import { isTrusted } from '../trusted-time/time-record.ts';
import type { ErasureRow } from '../db/schema.ts';
import { listFiles } from './list-files.ts';
import { databaseFiles, manifestFile, manifestSchema, sealedKeyFile, type Manifest } from './manifest.ts';
import { sealKey } from './sealed-key.ts';

export interface BackedUp {
  /** The archive. */
  readonly file: string;
  readonly bytes: number;
  readonly manifest: Manifest;
  /** They are in the archive as they are. */
  readonly damaged: readonly DamagedRepository[];
  /** While it is not, no older archive is removed. */
  readonly isClockTrusted: boolean;
}

/**
 * Writes one archive of everything that cannot be fetched again, as it is at one moment, and reads it back. A folder gets
 * an archive named by the time. Until all of it is proven it lies under a name that ends with `.unfinished`.
 * Throws `BackupInsideData` before anything is made.
 */
export async function backUp({
  dataDirectory,
  to,
  now,
  program,
  passphrase,
  keyFromEnvironment,
  isIncremental = false,
  beside = [],
  onProgress,
}: {
  dataDirectory: string;
  /** An archive, ending with `.tar.zst`, or a folder. */
  to: string;
  now: number;
  /** Version of this program. */
  program: string;
  /** What the master key is encrypted with; without it the key is not in the archive. */
  passphrase: string | undefined;
  keyFromEnvironment: string | undefined;
  /** Keeps the databases in pieces beside the archive, those that another archive has but once. */
  isIncremental?: boolean;
  /** Names of archives that lie where this one will be sent to. */
  beside?: readonly string[];
  onProgress: (progress: CopyProgress | 'packing' | 'verifying') => void;
}): Promise<BackedUp> {
  const file = to.endsWith(archiveEnding) ? to : join(to, nextName([...(await namesIn(to)), ...beside], now));
  await requireOutside(dirname(file), dataDirectory);
  await makeFolder(dirname(file)).catch((error: unknown) => {
    const storageFault = readStorageFault(error, dirname(file));
    if (storageFault !== undefined) throw storageFault;
    throw new BackupPlaceUnusable(dirname(file), error);
  });
  await removeUnfinished(dirname(file));
  const unfinished = `${file}.${process.pid}${unfinishedEnding}`;
  const make = async (): Promise<BackedUp> => {
    const folder = join(unfinished, 'content');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { erasures, trusted, ...counted } = await copyDatabases({
      from: dataDirectory,
      into: folder,
      onProgress,
    });
    const damaged = await copyRepositories({
      from: join(dataDirectory, 'repositories'),
      into: join(folder, 'repositories'),
    });
    const key = await readKey(dataDirectory, keyFromEnvironment);
    const main = join(folder, 'docwright.sqlite');
    refuseOtherKey(wantedKey(main), key);
    // What SQLite leaves when it reads.
    for (const ending of ['-shm', '-wal']) await rm(main + ending, { force: true });
    if (passphrase !== undefined) {
      await writeFile(join(folder, sealedKeyFile), await sealKey(key.text, passphrase));
    }
    onProgress('packing');
    const createdAt = new Date(now).toISOString();
    const files = await listFiles(folder);
    const written: Manifest = { format: 'docwright-backup', version: 1, program, createdAt, ...counted, files };
    const manifest = signManifest(manifestSchema.parse(written), key);
    await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
    const chunks = chunksBeside(dirname(file));
    if (isIncremental) for (const name of databaseFiles) await splitIntoChunks(join(folder, name), chunks);
    const archive = join(unfinished, basename(file));
    await writeArchive(archive, folder);
    await rm(folder, { recursive: true });
    onProgress('verifying');
    await unpackArchive(archive, { into: join(unfinished, 'verified'), place: file, chunks }).catch(
      (error: unknown) => {
        if (!(error instanceof BackedUpDamage)) throw error;
        throw new DataDamaged(join(dataDirectory, error.database), error.problem, error);
      },
    );
    await chmod(archive, 0o600);
    const { size } = await stat(archive);
    // Before the archive, so that none is there without it.
    await noteErasures(dirname(file), erasures);
    await rename(archive, file);
    return { file, bytes: size, manifest, damaged, isClockTrusted: isTrusted(trusted, now) };
  };
  try {
    return await writingTo(dirname(file), make);
  } finally {
    // A damaged archive may still be being unpacked.
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
  }
}

const unfinishedEnding = '.unfinished';

/** Archives that `backUp` named, the newest first. */
export async function listArchives(folder: string): Promise<string[]> {
  return newestFirst(await namesIn(folder)).map((name) => join(folder, name));
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

/** What was ever erased, for backups that are older than it. */
async function noteErasures(folder: string, erasures: readonly ErasureRow[]): Promise<void> {
  if (erasures.length === 0) return;
  const file = join(folder, erasuresFile);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(mergeErasures(await readErasures(file), erasures))}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** Removes all but the newest archives that `backUp` named, never the one that was just `written`, and chunks that were only theirs; returns how many archives. */
export async function keepNewest(
  folder: string,
  { count, now, written }: { count: number; now: number; written?: string | undefined },
): Promise<number> {
  const archives = await listArchives(folder);
  const old = archives.slice(count).filter((file) => file !== written);
  for (const file of old) await rm(file);
  const store = chunksBeside(folder);
  if (existsSync(store)) {
    const lists: string[] = [];
    for (const file of archives.filter((archive) => !old.includes(archive)))
      lists.push(...(await readChunkLists(file)));
    await removeUnnamed(store, { lists, now });
  }
  return old.length;
}

/** What a backup left that was killed. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const processId = /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (processId === undefined || !name.includes(archiveEnding) || isAlive(Number(processId))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
