import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { keepMark, knownMark } from '../db/belongings.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { dropSealedTexts, readSealedTexts, type SealedText } from '../db/sealed-texts.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { MasterKeyExchanged, MasterKeyMissing } from './errors.ts';
import { loadMasterKey } from './master-key.ts';

/**
 * The master key of this data. Where nothing is encrypted yet, any key may become it, a new one too. With `isLost` what is
 * encrypted is given up first. Throws `MasterKeyMissing`, `MasterKeyExchanged`, and what `loadMasterKey` throws.
 */
export async function openMasterKey({
  db,
  fromEnvironment,
  dataDirectory,
  isLost,
}: {
  db: DatabaseConnection;
  fromEnvironment: string | undefined;
  dataDirectory: string;
  isLost: boolean;
}): Promise<Buffer> {
  if (isLost) await dropSealedTexts(db);
  const sealed = await readSealedTexts(db);
  const wanted = await knownMark(db, 'master key');
  const make = sealed.length === 0;
  const key = await loadMasterKey({ fromEnvironment, dataDir: dataDirectory, make }).catch((error: unknown) => {
    throw error instanceof MasterKeyMissing ? new MasterKeyMissing(join(dataDirectory, 'master.key'), wanted) : error;
  });
  const found = idOf(key);
  // Data of before keys had ids says by itself which key it is.
  const fits = sealed.length === 0 || (wanted === undefined ? opensAny(key, sealed) : found === wanted);
  if (!fits) {
    const source = fromEnvironment === undefined ? join(dataDirectory, 'master.key') : 'DOCWRIGHT_MASTER_KEY';
    throw new MasterKeyExchanged(source, found, wanted);
  }
  if (found !== wanted) await keepMark(db, 'master key', found);
  return key;
}

/** By which people tell keys apart. 48 bits derived from 256 random ones: it tells nothing of the key. */
function idOf(key: Buffer): string {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', 'docwright id of the master key', 6));
  return bytes.toString('hex').replaceAll(/.{4}\B/g, '$&-');
}

/** One is enough: secrets that an earlier key encrypted may lie beside those of this one. */
function opensAny(key: Buffer, texts: readonly SealedText[]): boolean {
  const box = createSecretBox(key);
  return texts.some(({ sealed, context }) => {
    try {
      box.open(sealed, context);
      return true;
    } catch {
      return false;
    }
  });
}
