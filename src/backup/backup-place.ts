import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { archiveEnding } from './archive-name.ts';
import { backUp, keepNewest, listArchives, type BackedUp } from './back-up.ts';
import { getArchive, keepNewestInBucket, listBucketArchives, putArchive } from './bucket-archives.ts';
import { isBucketAddress, openBucket, readBucketAddress, type BucketAccess } from './bucket.ts';
import { BackupNotFound } from './errors.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

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
    const backup = await backUp(options);
    const isFolder = !to.endsWith(archiveEnding);
    return {
      ...backup,
      removed:
        keep === undefined || !isFolder || !backup.isClockTrusted
          ? 0
          : await keepNewest(to, { count: keep, now: options.now, written: backup.file }),
    };
  }
  const { folder: address, name } = readBucketAddress(to);
  const bucket = openBucket(address, access);
  // Rather found out now than when all is copied.
  const beside = [...(await bucket.list()).keys()];
  return withTemporaryFolder(async (folder) => {
    const backup = await backUp({ ...options, beside, to: name === undefined ? folder : join(folder, name) });
    const sent = { file: backup.file, name: basename(backup.file) };
    await putArchive(bucket, sent);
    const keepsAll = keep === undefined || name !== undefined || !backup.isClockTrusted;
    const removed = keepsAll
      ? 0
      : await keepNewestInBucket(bucket, { count: keep, now: options.now, written: sent.name });
    return { ...backup, file: bucket.addressOf(sent.name), removed };
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
  const { folder: address, name: named } = readBucketAddress(from);
  const bucket = openBucket(address, access);
  const name = named ?? (await listBucketArchives(bucket))[0];
  if (name === undefined) throw new BackupNotFound(from);
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, name);
    await getArchive(bucket, { file, name });
    return work(file, bucket.addressOf(name));
  });
}

async function findArchive(from: string): Promise<string> {
  const stats = await stat(from).catch(() => undefined);
  if (stats?.isFile() === true) return from;
  const [newest] = stats?.isDirectory() === true ? await listArchives(from) : [];
  if (newest === undefined) throw new BackupNotFound(from);
  return newest;
}
