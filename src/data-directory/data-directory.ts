import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../kernel/make-folder.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';
import { DataDirectoryMissing, DataDirectoryUnusable } from './errors.ts';

/** Its main database; the file that makes a folder a data directory. */
export function databaseFile(dataDirectory: string): string {
  return join(dataDirectory, 'docwright.sqlite');
}

/** Where the embedded visit store keeps the visits. */
export function visitFile(dataDirectory: string): string {
  return join(dataDirectory, 'visits.sqlite');
}

/** Where databases are set aside that moved elsewhere: see `migrate-data.ts`. */
export function movedFolder(dataDirectory: string): string {
  return join(dataDirectory, 'moved');
}

/** Where databases are made that move here, until all of them is. */
export function arrivingFolder(dataDirectory: string): string {
  return join(dataDirectory, 'arriving');
}

/** Makes the folder if it is not there, for its owner alone. Throws `DataDirectoryUnusable`. */
export async function prepareDataDirectory(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryUnusable(folder, reasonOf(error), error);
  }
}

/**
 * For whoever only works on what is there; `isMainElsewhere` where the main database is not to be found in it. Makes nothing. Throws `DataDirectoryMissing`, `DataDirectoryUnusable`, `RestoreUnfinished`.
 */
export async function requireDataDirectory(folder: string, { isMainElsewhere = false } = {}): Promise<void> {
  const isMissing = await stat(folder).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
  // Else it names what is wrong with the folder, such as one on the way to it that this user may not enter.
  if (!isMissing) await prepareDataDirectory(folder);
  refuseUnfinishedRestore(folder);
  if (isMissing || !(isMainElsewhere || existsSync(databaseFile(folder)))) throw new DataDirectoryMissing(folder);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'is a file or inside one';
  if (code === 'EACCES' || code === 'EPERM') return 'is not readable and writable for this user';
  if (code === 'ENOENT') return 'does not exist and cannot be created';
  if (code === 'EROFS') return 'is on a read-only disk';
  return `cannot be used (${code === '' ? String(error) : code})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
