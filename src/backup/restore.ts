import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prepareDataDirectory } from '../data-directory/data-directory.ts';
import { erasuresFile, readErasures } from '../db/erasures-file.ts';
import { unfinishedRestore } from '../data-directory/unfinished-restore.ts';
import { unpackArchive } from './archive.ts';
import { refuseOtherKey, wantedKey, type KeyText } from './fitting-key.ts';
import { chunksBeside } from './chunks.ts';
import { BackupPassphraseNeeded, RestoreTargetUsed } from './errors.ts';
import { requireSignature } from './manifest-signature.ts';
import { findDamagedRepositories, type DamagedRepository } from './repositories.ts';
import { manifestFile, sealedKeyFile, type Manifest } from './manifest.ts';
import { openKey } from './sealed-key.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** What may lie in a data directory that is not used yet: the key, and what file systems put there. */
const harmless = new Set(['master.key', 'lost+found']);
/** The file that makes a folder a data directory comes last. */
const order = ['repositories', 'visits.sqlite', 'master.key', erasuresFile, 'docwright.sqlite'];

interface Archive {
  readonly file: string;
  /** What people call it, if it came from elsewhere. */
  readonly place?: string;
}

export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly damaged: readonly DamagedRepository[];
}

/** Reads all of a backup and proves it, in a temporary folder that is removed again. Who signed it is not asked. */
export async function checkBackup({ file, place = file }: Archive): Promise<CheckedBackup> {
  return withTemporaryFolder(async (folder) => {
    const manifest = await unpackArchive(file, { into: folder, place, chunks: chunksBeside(dirname(file)) });
    return { manifest, damaged: await findDamagedRepositories(join(folder, 'repositories')) };
  });
}

export interface Restored {
  readonly manifest: Manifest;
  /** The id of the key that is to be put there before anything can be opened; undefined where it is there already. */
  readonly missingKey: string | undefined;
  /** Restored as the backup has them. */
  readonly damaged: readonly DamagedRepository[];
  /** Deletions on request that the first start of the server repeats in this data. */
  readonly erasures: number;
}

/**
 * Makes a data directory of a backup: unpacked and proven in a folder within it, then moved to its place. While that
 * folder is there nothing opens the data directory, and the next restore begins anew.
 */
export async function restore({
  file,
  place = file,
  dataDirectory,
  passphrase,
  keyFromEnvironment,
  isTrusted = false,
}: Archive & {
  dataDirectory: string;
  passphrase: string | undefined;
  /** The text of a key that comes from elsewhere, so that the one in the backup is not needed. */
  keyFromEnvironment: string | undefined;
  /** Whether it may be restored without a signature of the key. */
  isTrusted?: boolean;
}): Promise<Restored> {
  await refuseUsed(dataDirectory);
  const staging = unfinishedRestore(dataDirectory);
  await prepareDataDirectory(dataDirectory);
  const isResumed = existsSync(staging);
  if (isResumed)
    for (const name of order)
      if (name !== 'master.key') await rm(join(dataDirectory, name), { recursive: true, force: true });
  await removeFolder(staging);
  const prepare = async (): Promise<Restored> => {
    let key: FoundKey | undefined;
    const authenticate = async (written: Manifest): Promise<void> => {
      key = await findKey({ staging, dataDirectory, passphrase, keyFromEnvironment });
      if (!isTrusted) requireSignature(written, key);
    };
    const chunks = chunksBeside(dirname(file));
    const manifest = await unpackArchive(file, { into: staging, place, chunks, authenticate });
    const erasures = await readErasures(join(dirname(file), erasuresFile));
    if (erasures.length > 0) await writeFile(join(staging, erasuresFile), JSON.stringify(erasures), { mode: 0o600 });
    const damaged = await findDamagedRepositories(join(staging, 'repositories'));
    return { manifest, missingKey: await putKey(staging, key), damaged, erasures: erasures.length };
  };
  const restored = await prepare().catch(async (error: unknown) => {
    await removeFolder(staging);
    throw error;
  });
  await rm(join(staging, manifestFile));
  await rm(join(staging, sealedKeyFile), { force: true });
  for (const name of order) {
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDirectory, name));
  }
  await rm(staging, { recursive: true });
  return restored;
}

/** Whoever unpacked a damaged archive may still write what it had read before. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

interface FoundKey extends KeyText {
  /** Whether it has no place yet. */
  readonly isOfArchive: boolean;
}

/** The key that is there, or else the one in the backup. */
async function findKey({
  staging,
  dataDirectory,
  passphrase,
  keyFromEnvironment,
}: {
  staging: string;
  dataDirectory: string;
  passphrase: string | undefined;
  keyFromEnvironment: string | undefined;
}): Promise<FoundKey | undefined> {
  const [keyFile, sealed] = [join(dataDirectory, 'master.key'), join(staging, sealedKeyFile)];
  if (keyFromEnvironment !== undefined)
    return { text: keyFromEnvironment, source: 'DOCWRIGHT_MASTER_KEY', isOfArchive: false };
  if (existsSync(keyFile)) return { text: await readFile(keyFile, 'utf8'), source: keyFile, isOfArchive: false };
  if (!existsSync(sealed)) return undefined;
  if (passphrase === undefined) throw new BackupPassphraseNeeded();
  return { text: await openKey(await readFile(sealed, 'utf8'), passphrase), source: 'the backup', isOfArchive: true };
}

/** Proves that the key fits the data and puts it beside; returns the id of the one that is missing. */
async function putKey(staging: string, key: FoundKey | undefined): Promise<string | undefined> {
  const expectedId = wantedKey(join(staging, 'docwright.sqlite'));
  if (key === undefined) return expectedId;
  refuseOtherKey(expectedId, key);
  if (key.isOfArchive) await writeFile(join(staging, 'master.key'), key.text, { mode: 0o600 });
  return undefined;
}

async function refuseUsed(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.some((name) => join(dataDirectory, name) === unfinishedRestore(dataDirectory))) return;
  const unexpectedName = names.find((name) => !harmless.has(name));
  if (unexpectedName !== undefined) throw new RestoreTargetUsed(dataDirectory, unexpectedName);
}
