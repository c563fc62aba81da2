import { statfsSync } from 'node:fs';
import { AppError } from './app-error.ts';
import { StorageFailing, StorageFull, StorageReadOnly, TooManyOpenFiles } from './errors.ts';

/** Less than this, in bytes, and a disk counts as full: a database cannot even make the files that it needs beside it. */
export const leastRoom = 2 ** 20;

const kinds = [StorageFull, StorageReadOnly, StorageFailing, TooManyOpenFiles] as const;
export type StorageFault = InstanceType<(typeof kinds)[number]>;

/** How the system, SQLite and git name them. An I/O error of the shared memory of SQLite is a disk without room for it. */
const namesOf = new Map<(typeof kinds)[number], RegExp>([
  [StorageFull, /^(?:SQLITE_FULL|SQLITE_IOERR_SHM(?:SIZE|MAP|OPEN)|ENOSPC|EDQUOT)$/],
  [StorageReadOnly, /^(?:SQLITE_READONLY(?:_\w+)?|EROFS)$/],
  [StorageFailing, /^(?:SQLITE_IOERR(?:_\w+)?|EIO)$/],
  [TooManyOpenFiles, /^(?:EMFILE|ENFILE)$/],
]);

/**
 * The disk as the cause of an error or of what caused it: full, read-only, failing, or with too many files open. Undefined for any other error.
 * `place` is what could not be written, such as a file.
 */
export function readStorageFault(thrown: unknown, place = 'The data directory'): StorageFault | undefined {
  if (isStorageFault(thrown)) return thrown;
  if (!(thrown instanceof Error)) return undefined;
  const kind = kindOf(thrown);
  if (kind !== undefined) return new kind(place, thrown);
  return thrown instanceof AppError && thrown.facts.status < 500 ? undefined : readStorageFault(thrown.cause, place);
}

/** The same fault for who is on the other side: the paths of this machine are none of theirs. */
export function withoutPlace(fault: StorageFault): StorageFault {
  const kind = kindOf(fault);
  return kind === undefined ? fault : new kind('The data directory', fault);
}

export function isStorageFault(thrown: unknown): thrown is StorageFault {
  return kinds.some((kind) => thrown instanceof kind);
}

/** What git says in its C locale when the disk of this machine refuses; what a remote says of its own is none of it. */
export function readStorageFaultOfText(output: string): StorageFault | undefined {
  const localOutput = output.replaceAll(/^remote:.*$/gm, '');
  if (/No space left on device|Disk quota exceeded/.test(localOutput))
    return new StorageFull('The data directory', undefined);
  if (localOutput.includes('Read-only file system')) return new StorageReadOnly('The data directory', undefined);
  if (localOutput.includes('Too many open files')) return new TooManyOpenFiles('The data directory', undefined);
  return localOutput.includes('Input/output error') ? new StorageFailing('The data directory', undefined) : undefined;
}

/** Bytes that this user may still write on the disk of the folder, and its size. Throws when there is no such folder. */
export function roomOf(folder: string): { freeBytes: number; totalBytes: number } {
  const { bavail, bfree, blocks, bsize } = statfsSync(folder);
  return { freeBytes: (process.getuid?.() === 0 ? bfree : bavail) * bsize, totalBytes: blocks * bsize };
}

function kindOf(error: Error): (typeof kinds)[number] | undefined {
  const name = nameOf(error);
  return kinds.find((kind) => kind.facts.code === name || namesOf.get(kind)?.test(name));
}

/** An error that came from another thread is no longer of its class, but has its properties. */
function nameOf(error: Error): string {
  if ('facts' in error && typeof error.facts === 'object' && error.facts !== null && 'code' in error.facts) {
    return String(error.facts.code);
  }
  return 'code' in error ? String(error.code) : '';
}
