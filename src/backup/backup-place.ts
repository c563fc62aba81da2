import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { archiveEnding } from './archive-name.ts';
import { backUp, keepNewest, listArchives, type BackedUp } from './back-up.ts';
import { isBucketAddress, openBucket, type BucketAccess } from './bucket.ts';
import { BackupNotFound } from './errors.ts';

/** Backs up to a folder, a file or a bucket, and removes all but the `keep` newest there; says how many. */
export async function backUpTo({
  access,
  keep,
  ...options
}: Parameters<typeof backUp>[0] & {
  access: BucketAccess;
  keep: number | undefined;
}): Promise<BackedUp & { removed: number }> {
  const { to } = options;
  if (!isBucketAddress(to)) {
    const made = await backUp(options);
    const isFolder = !to.endsWith(archiveEnding);
    return {
      ...made,
      removed: keep === undefined || !isFolder ? 0 : await keepNewest(to, { count: keep, now: options.now }),
    };
  }
  const bucket = openBucket(to, access);
  return inTemporaryFolder(async (folder) => {
    const made = await backUp({ ...options, to: folder });
    const file = await bucket.put(made.file);
    const old = keep === undefined ? [] : (await bucket.list()).slice(keep);
    for (const address of old) await bucket.remove(address);
    return { ...made, file, removed: old.length };
  });
}

/** Hands an archive to `work`: the one that is named, or the newest of a folder or bucket. Throws `BackupNotFound`. */
export async function withArchive<Result>(
  from: string,
  { access, work }: { access: BucketAccess; work: (file: string, name: string) => Promise<Result> },
): Promise<Result> {
  if (!isBucketAddress(from)) {
    const file = await findArchive(from);
    return work(file, file);
  }
  const isNamed = from.endsWith(archiveEnding);
  const bucket = openBucket(from, access);
  const address = isNamed ? from : (await bucket.list())[0];
  if (address === undefined) throw new BackupNotFound(from);
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, basename(address));
    await bucket.get(address, file);
    return work(file, address);
  });
}

async function findArchive(from: string): Promise<string> {
  const found = await stat(from).catch(() => undefined);
  if (found?.isFile() === true) return from;
  const [newest] = found?.isDirectory() === true ? await listArchives(from) : [];
  if (newest === undefined) throw new BackupNotFound(from);
  return newest;
}

async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-backup-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
