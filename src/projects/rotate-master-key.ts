import { existsSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { recordAudit } from '../audit-log/record-audit.ts';
import { keepMark, knownMark } from '../db/belongings.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { marksKeySecret, readSealedTexts, serverSecretContext, type SealedText } from '../db/sealed-texts.ts';
import type { Clock } from '../kernel/clock.ts';
import { masterKeyId } from '../kernel/master-key-id.ts';
import { createSecretBox, deriveMarksKey, type SecretBox } from '../kernel/secret-box.ts';
import { MasterKeyExchanged, MasterKeyMissing, NextMasterKeyMissing } from './errors.ts';
import { loadMasterKey, masterKeyFile, nextKeyFile, readMasterKeys, type KeySources } from './master-key.ts';

export interface RotatedKey {
  readonly formerId: string;
  readonly keyId: string;
  /** How many texts this key opens now. */
  readonly encrypted: number;
  /** What neither key opened, by its context: an earlier key encrypted it. */
  readonly unreadable: readonly string[];
  /** Where the former key is kept; undefined if it came from the environment. */
  readonly formerKeyFile: string | undefined;
}

/** Texts between two steps; servers write in between. */
const textsAtOnce = 100;

/**
 * Encrypts everything under a new master key, while servers run. Each step is durable when it is yielded; after the death of
 * the process in between, another call goes on. First the name of the key changes (`sealStored` locks it), so that nothing
 * is sealed with the former key any more; only then is what it sealed encrypted again.
 * Throws `NextMasterKeyMissing`, `MasterKeyExchanged` and what `loadMasterKey` throws.
 */
export async function* rotateMasterKey({
  db,
  clock,
  actor,
  atOnce = textsAtOnce,
  ...sources
}: KeySources & {
  db: DatabaseConnection;
  clock: Clock;
  actor: string;
  atOnce?: number;
}): AsyncGenerator<string, RotatedKey> {
  const keys = await findKeys(db, sources);
  yield 'key made';
  const [formerId, keyId] = [masterKeyId(keys.former), masterKeyId(keys.next)];
  await keepMarksKey(db, clock, keys.former);
  yield 'key of marks kept';
  await changeName(db, formerId, keyId);
  yield 'name changed';
  const [former, next] = [createSecretBox(keys.former), createSecretBox(keys.next)];
  for (;;) {
    const waiting = (await readSealedTexts(db)).filter((text) => !opens(next, text) && opens(former, text));
    if (waiting.length === 0) break;
    for (let start = 0; start < waiting.length; start += atOnce) {
      await db.transaction().execute(async (transaction) => {
        for (const { sealed, context, replace } of waiting.slice(start, start + atOnce))
          await replace(transaction, next.seal(former.open(sealed, context), context));
      });
      yield `${Math.min(start + atOnce, waiting.length)} of ${waiting.length} encrypted`;
    }
  }
  const formerKeyFile = await placeKey(sources, formerId);
  yield 'key in place';
  const texts = await readSealedTexts(db);
  const unreadable = texts.filter((text) => !opens(next, text)).map(({ context }) => context);
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('belongings').where('name', '=', 'former master key').execute();
    const details = { formerId, keyId };
    await recordAudit(transaction, clock, {
      projectId: null,
      actor,
      action: 'server.master-key.rotate',
      target: keyId,
      details,
    });
  });
  return { formerId, keyId, encrypted: texts.length - unreadable.length, unreadable, formerKeyFile };
}

interface RotationKeys {
  readonly former: Buffer;
  readonly next: Buffer;
}

async function findKeys(db: DatabaseConnection, sources: KeySources): Promise<RotationKeys> {
  const { fromEnvironment, nextFromEnvironment, dataDirectory: dataDir } = sources;
  const file = join(dataDir, masterKeyFile);
  const formerId = await knownMark(db, 'former master key');
  if (formerId !== undefined) {
    const keys = readMasterKeys(sources);
    const kept = keptFile(dataDir, formerId);
    if (existsSync(kept))
      keys.push(await loadMasterKey({ fromEnvironment: undefined, dataDir, make: false, file: kept }));
    const keyOf = (id: string | undefined): Buffer => {
      const key = keys.find((candidate) => masterKeyId(candidate) === id);
      if (key === undefined) throw new MasterKeyMissing(file, id);
      return key;
    };
    return { former: keyOf(formerId), next: keyOf(await knownMark(db, 'master key')) };
  }
  if (fromEnvironment !== undefined && nextFromEnvironment === undefined) throw new NextMasterKeyMissing();
  const former = await loadMasterKey({ fromEnvironment, dataDir, make: false });
  const nextFile = join(dataDir, nextKeyFile);
  const next = await loadMasterKey({ fromEnvironment: nextFromEnvironment, dataDir, make: true, file: nextFile });
  if (former.equals(next)) throw new NextMasterKeyMissing();
  return { former, next };
}

/** What is marked stays known: the marks of erased visitors cannot be made again. */
async function keepMarksKey(db: DatabaseConnection, clock: Clock, former: Buffer): Promise<void> {
  const key = deriveMarksKey(former).toString('base64');
  const sealed = createSecretBox(former).seal(key, serverSecretContext(marksKeySecret));
  await db
    .insertInto('server_secrets')
    .values({ name: marksKeySecret, sealed, updated_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function changeName(db: DatabaseConnection, formerId: string, keyId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('belongings')
      .set({ mark: keyId })
      .where('name', '=', 'master key')
      .where('mark', '=', formerId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await keepMark(transaction, 'former master key', formerId);
      return;
    }
    const actualId = await knownMark(transaction, 'master key');
    if (actualId !== keyId) throw new MasterKeyExchanged('use', formerId, actualId);
  });
}

/** The former key stays beside it: older backups need it. Returns its file. */
async function placeKey({ fromEnvironment, dataDirectory }: KeySources, formerId: string): Promise<string | undefined> {
  if (fromEnvironment !== undefined) return undefined;
  const [file, nextFile] = [join(dataDirectory, masterKeyFile), join(dataDirectory, nextKeyFile)];
  const kept = keptFile(dataDirectory, formerId);
  if (existsSync(nextFile)) {
    if (!existsSync(kept)) await link(file, kept);
    await rename(nextFile, file);
  }
  return kept;
}

function keptFile(dataDirectory: string, keyId: string): string {
  return join(dataDirectory, `${masterKeyFile}.${keyId}`);
}

function opens(box: SecretBox, { sealed, context }: SealedText): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
