import { join } from 'node:path';
import { claimMark, keepMark, knownMark } from '../db/belongings.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { dropSealedTexts, readMarksKey, readSealedTexts, type SealedText } from '../db/sealed-texts.ts';
import { masterKeyId } from '../kernel/master-key-id.ts';
import { createSecretBox, type SecretBox } from '../kernel/secret-box.ts';
import { MasterKeyExchanged, MasterKeyInvalid, MasterKeyMissing, MasterKeyNotLost } from './errors.ts';
import { loadMasterKey, masterKeyFile, readMasterKeys, type KeySources } from './master-key.ts';

export type { KeySources };

/**
 * The master key of this data. Where nothing is encrypted yet, any key may become it, a new one too; but for one of several
 * processes the first of them decides, since each keeps the key that it began with. With `isLost` what is encrypted is given
 * up. Throws `MasterKeyMissing`, `MasterKeyExchanged`, `MasterKeyNotLost`, and what
 * `loadMasterKey` throws.
 */
export async function openMasterKey({
  db,
  isOneOfSeveral,
  isLost,
  ...sources
}: KeySources & {
  db: DatabaseConnection;
  /** Over a database that processes of other data directories may share. */
  isOneOfSeveral: boolean;
  isLost: boolean;
}): Promise<Buffer> {
  const { fromEnvironment, dataDirectory } = sources;
  const file = join(dataDirectory, masterKeyFile);
  const source = fromEnvironment === undefined ? file : 'DOCWRIGHT_MASTER_KEY';
  const expectedId = await knownMark(db, 'master key');
  const sealed = await readSealedTexts(db);
  const load = (make: boolean) => loadMasterKey({ fromEnvironment, dataDir: dataDirectory, make });
  // Data of before keys had ids says by itself which key it is.
  const opens = (key: Buffer): boolean =>
    expectedId === undefined ? opensAny(key, sealed) : masterKeyId(key) === expectedId;

  // Of a rotation under way, or whose end this process has not been told of yet.
  const rotatedKey = isLost ? undefined : readMasterKeys(sources).find((key) => masterKeyId(key) === expectedId);
  if (rotatedKey !== undefined) return rotatedKey;
  if (isLost && sealed.length > 0) {
    const loadedKey = await load(false).catch(ignoreLost);
    if (loadedKey !== undefined && opens(loadedKey)) throw new MasterKeyNotLost(source);
  }
  const isFree = isLost || (sealed.length === 0 && !(isOneOfSeveral && expectedId !== undefined));
  const key = await load(isFree).catch((error: unknown) => {
    throw error instanceof MasterKeyMissing ? new MasterKeyMissing(file, expectedId) : error;
  });
  const keyId = masterKeyId(key);
  if (!isFree && !opens(key)) throw new MasterKeyExchanged(source, keyId, expectedId);
  if (isLost) await dropSealedTexts(db);
  if (keyId === expectedId) return key;
  if (!isOneOfSeveral || isLost) {
    await keepMark(db, 'master key', keyId);
    return key;
  }
  const claimedId = await claimMark(db, 'master key', keyId);
  if (claimedId !== keyId) throw new MasterKeyExchanged(source, keyId, claimedId);
  return key;
}

/** The box of this data, also while a rotation changes its key. Throws `StoredSecretUnreadable`. */
export async function openSecretBox(db: DatabaseConnection, key: Buffer, sources: KeySources): Promise<SecretBox> {
  const readKeys = () => readMasterKeys(sources);
  const marksKey = await readMarksKey(db, createSecretBox(key, { readKeys }));
  return createSecretBox(key, {
    readKeys,
    marksKey: marksKey === undefined ? undefined : Buffer.from(marksKey, 'base64'),
  });
}

function ignoreLost(error: unknown): undefined {
  if (!(error instanceof MasterKeyMissing || error instanceof MasterKeyInvalid)) throw error;
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
