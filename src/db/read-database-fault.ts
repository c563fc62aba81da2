import { DatabaseBusy, DatabaseUnusable } from './errors.ts';

/** What SQLite says about its file, as one of the errors above; anything else as it is. */
export function readDatabaseFault(thrown: unknown, file: string): unknown {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return new DatabaseBusy(file, thrown);
  if (!/^SQLITE_(?:CANTOPEN|READONLY|NOTADB|CORRUPT|FULL|IOERR|PERM|AUTH)/.test(code)) return thrown;
  return new DatabaseUnusable(file, thrown instanceof Error ? thrown.message : code, thrown);
}
