import { accessSync, constants } from 'node:fs';
import { readStorageFault } from '../kernel/storage-fault.ts';
import { DatabaseBusy, DatabaseUnusable } from './errors.ts';

/** What SQLite says about its file, as one of the errors above; anything else as it is. */
export function readDatabaseFault(thrown: unknown, file: string): unknown {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return new DatabaseBusy(file, thrown);
  // A file that this user may not write is read-only as well, and no fault of the disk.
  const storageFault =
    code.startsWith('SQLITE_READONLY') && !isOnReadOnlyDisk(file) ? undefined : readStorageFault(thrown, file);
  if (storageFault !== undefined) return storageFault;
  if (!/^SQLITE_(?:CANTOPEN|READONLY|NOTADB|CORRUPT|PERM|AUTH)/.test(code)) return thrown;
  return new DatabaseUnusable(file, thrown instanceof Error ? thrown.message : code, thrown);
}

function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
