import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sealedTables } from '../db/sealed-texts.ts';
import { KeyRotationUnfinished } from '../kernel/errors.ts';
import { masterKeyId } from '../kernel/master-key-id.ts';
import { BackupKeyDiffers, BackupKeyMissing } from './errors.ts';

export interface KeyText {
  readonly text: string;
  /** Where it lies, as people are told. */
  readonly source: string;
}

/** The key of a data directory that is used. Throws `BackupKeyMissing`. */
export async function readKey(dataDirectory: string, fromEnvironment: string | undefined): Promise<KeyText> {
  if (fromEnvironment !== undefined) return { text: `${fromEnvironment.trim()}\n`, source: 'DOCWRIGHT_MASTER_KEY' };
  const source = join(dataDirectory, 'master.key');
  const text = await readFile(source, 'utf8').catch((error: unknown) => {
    throw new BackupKeyMissing(source, error);
  });
  return { text, source };
}

/**
 * The id of the key that encrypted what is in a main database. Undefined where nothing is encrypted, or by a version that
 * gave keys no ids. Throws `KeyRotationUnfinished`.
 */
export function wantedKey(file: string): string | undefined {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
    if (!tables.includes('belongings')) return undefined;
    const rotation = database.prepare("SELECT 1 FROM belongings WHERE name = 'former master key'").all();
    if (rotation.length > 0) throw new KeyRotationUnfinished();
    // An older database has not all of them.
    const sealed = sealedTables.filter((table) => tables.includes(table));
    const isUsed = sealed.some((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined);
    if (!isUsed) return undefined;
    return database.prepare("SELECT mark FROM belongings WHERE name = 'master key'").pluck().get() as
      string | undefined;
  } finally {
    database.close();
  }
}

/** Throws `BackupKeyDiffers` for another key than the wanted one. */
export function refuseOtherKey(expectedId: string | undefined, { text, source }: KeyText): void {
  const actualId = masterKeyId(Buffer.from(text.trim(), 'base64'));
  if (expectedId !== undefined && actualId !== expectedId) throw new BackupKeyDiffers(source, actualId, expectedId);
}
