import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { knownMark } from '../db/belongings.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Database } from '../db/schema.ts';
import { readSealedTexts, sealStored, serverSecretContext } from '../db/sealed-texts.ts';
import { masterKeyId } from '../kernel/master-key-id.ts';
import { createSecretBox, type SecretBox } from '../kernel/secret-box.ts';
import type { KeySources } from './master-key.ts';
import { openMasterKey, openSecretBox } from './open-master-key.ts';
import { rotateMasterKey, type RotatedKey } from './rotate-master-key.ts';

const clock = { now: () => Date.UTC(2026, 10, 30) };
const contexts = (names: readonly string[]) => names.map(serverSecretContext);

onEveryDatabase((openDatabase) => {
  let database: TestDatabase;
  let db: DatabaseConnection;
  let folder: string;
  let sources: KeySources;
  beforeEach(async () => {
    database = await openDatabase();
    ({ db } = database);
    folder = mkdtempSync(join(tmpdir(), 'docwright-rotation-'));
    sources = { fromEnvironment: undefined, nextFromEnvironment: undefined, dataDirectory: folder };
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** As a process starts. */
  const start = async (from: KeySources = sources): Promise<SecretBox> => {
    const key = await openMasterKey({ db, ...from, isOneOfSeveral: false, isLost: false });
    return openSecretBox(db, key, from);
  };
  const store = (box: SecretBox, name: string, on: Kysely<Database> = db) =>
    on.transaction().execute(async (transaction) => {
      const sealed = await sealStored(transaction, box, `secret ${name}`, serverSecretContext(name));
      await transaction.insertInto('server_secrets').values({ name, sealed, updated_at: 0 }).execute();
    });
  const rotate = (from: KeySources = sources) => rotateMasterKey({ db, clock, actor: 'test', atOnce: 2, ...from });
  const finish = async (rotation: AsyncGenerator<string, RotatedKey>): Promise<RotatedKey> => {
    for (;;) {
      const step = await rotation.next();
      if (step.done === true) return step.value;
    }
  };
  const expectReadable = async (box: SecretBox, names: readonly string[]) => {
    const texts = await readSealedTexts(db);
    const opened = texts.map(({ sealed, context }) => [context, box.open(sealed, context)]);
    expect(Object.fromEntries(opened)).toMatchObject(
      Object.fromEntries(names.map((name) => [serverSecretContext(name), `secret ${name}`])),
    );
  };
  const keyIn = (name: string) => Buffer.from(readFileSync(join(folder, name), 'utf8').trim(), 'base64');

  it('loses nothing when it ends after any step, while a server reads and writes, and goes on where it was', async () => {
    const names: string[] = [];
    const server = await start();
    for (const name of ['a', 'b', 'c']) {
      await store(server, name);
      names.push(name);
    }
    const mark = server.mark('visitor', 'erased');
    let isDone = false;
    for (let steps = 1; !isDone; steps += 1) {
      const former = keyIn('master.key');
      const rotation = rotate();
      for (let step = 0; step < steps; step += 1) isDone = (await rotation.next()).done === true;
      // Here the process died. The server that began with the key of long ago goes on, and others start.
      names.push(`after ${steps}`);
      await store(server, `after ${steps}`);
      const started = await start();
      for (const box of [server, started]) {
        await expectReadable(box, names);
        expect(box.mark('visitor', 'erased')).toBe(mark);
      }
      const { formerId, keyId, unreadable } = await finish(rotate());
      expect(unreadable).toEqual([]);
      const key = keyIn('master.key');
      expect([masterKeyId(key), await knownMark(db, 'master key')]).toEqual([keyId, keyId]);
      expect(keyId).not.toBe(masterKeyId(former));
      expect(keyIn(`master.key.${formerId}`)).not.toEqual(key);
      expect(await knownMark(db, 'former master key')).toBeUndefined();
      await expectReadable(createSecretBox(key), names);
      const old = createSecretBox(former);
      for (const { sealed, context } of await readSealedTexts(db)) expect(() => old.open(sealed, context)).toThrow();
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.next'))).toEqual([]);
  });

  it('waits for whoever is about to store what the former key sealed', async () => {
    const server = await start();
    await store(server, 'a');
    const rotation = rotate();
    await rotation.next();
    await rotation.next();
    let finished: Promise<RotatedKey> | undefined;
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await (await database.another()).transaction().execute(async (transaction) => {
      const sealed = await sealStored(transaction, server, 'secret b', serverSecretContext('b'));
      const progress = { isOver: false };
      finished = finish(rotation).finally(() => {
        progress.isOver = true;
      });
      // Over one file the other transaction has not even begun.
      while (isPostgres && !progress.isOver && (await lockWaiters(await database.another())) === 0);
      await transaction.insertInto('server_secrets').values({ name: 'b', sealed, updated_at: 0 }).execute();
    });
    await finished;
    await expectReadable(createSecretBox(keyIn('master.key')), ['a', 'b']);
  });

  it('changes a key from the environment once every process has both', async () => {
    const [former, next] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const old = { ...sources, fromEnvironment: former };
    const both = { ...old, nextFromEnvironment: next };
    const [forgotten, prepared] = [await start(old), await start(both)];
    await store(forgotten, 'a');
    await expect(finish(rotate(old))).rejects.toMatchObject({ facts: { code: 'next_master_key_missing' } });
    const rotated = await finish(rotate(both));
    expect(rotated).toMatchObject({ encrypted: 2, unreadable: [], formerKeyFile: undefined });
    expect(await finish(rotate(both))).toEqual(rotated);
    // Refused, for it would be lost; and the other way round nothing is read wrongly.
    await expect(store(forgotten, 'b')).rejects.toMatchObject({ facts: { code: 'master_key_unknown' } });
    await expect(expectReadable(forgotten, ['a'])).rejects.toMatchObject({
      facts: { code: 'stored_secret_unreadable' },
    });
    await store(prepared, 'c');
    await expectReadable(await start({ ...sources, fromEnvironment: next }), ['a', 'c']);
    await expect(start(old)).rejects.toMatchObject({ facts: { code: 'master_key_exchanged' } });
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  it('names what an earlier key encrypted, and leaves it', async () => {
    const server = await start();
    await store(server, 'a');
    const lost = createSecretBox(Buffer.alloc(32, 9)).seal('x', serverSecretContext('lost'));
    await db.insertInto('server_secrets').values({ name: 'lost', sealed: lost, updated_at: 0 }).execute();
    expect((await finish(rotate())).unreadable).toEqual(contexts(['lost']));
  });
});

async function lockWaiters(db: DatabaseConnection): Promise<number> {
  const { rows } = await sql<{ waiting: string }>`
    SELECT count(*) AS waiting FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(db);
  return Number(rows[0]?.waiting);
}
