import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteDatabase } from '../db/open-database.ts';
import { readSealedTexts, sealStored, serverSecretContext } from '../db/sealed-texts.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { openMasterKey, openSecretBox } from './open-master-key.ts';

const places = { database: '../db/open-database.ts', rotation: './rotate-master-key.ts', clock: '../kernel/clock.ts' };
const from = (place: keyof typeof places) => JSON.stringify(import.meta.resolve(places[place]));
/** Rotates, and kills itself after some steps. */
const program = `
  import { openSqliteDatabase } from ${from('database')};
  import { rotateMasterKey } from ${from('rotation')};
  import { systemClock as clock } from ${from('clock')};
  const [dataDirectory, steps] = process.argv.slice(1);
  const db = await openSqliteDatabase(dataDirectory + '/docwright.sqlite');
  const rotation = rotateMasterKey({ db, clock, actor: 'test', atOnce: 2, dataDirectory });
  for (let step = 0; step < Number(steps); step += 1) if ((await rotation.next()).done) process.exit(0);
  process.kill(process.pid, 'SIGKILL');`;

it('survives a kill after each step of a rotation', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-rotation-'));
  const sources = { fromEnvironment: undefined, nextFromEnvironment: undefined, dataDirectory: folder };
  const rotate = (steps: number) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', program, folder, String(steps)], {
      encoding: 'utf8',
    });
  const db = await openSqliteDatabase(join(folder, 'docwright.sqlite'));
  const start = async () =>
    openSecretBox(db, await openMasterKey({ db, ...sources, isOneOfSeveral: false, isLost: false }), sources);
  try {
    const box = await start();
    for (const name of ['a', 'b', 'c']) {
      const sealed = await sealStored(db, box, name, serverSecretContext(name));
      await db.insertInto('server_secrets').values({ name, sealed, updated_at: 0 }).execute();
    }
    let isDone = false;
    for (let steps = 1; !isDone; steps += 1) {
      const outcome = rotate(steps);
      isDone = outcome.status === 0;
      expect(isDone ? 'done' : outcome.signal, outcome.stderr).toBe(isDone ? 'done' : 'SIGKILL');
      const started = await start();
      for (const { sealed, context } of await readSealedTexts(db))
        expect(() => started.open(sealed, context)).not.toThrow();
      expect(rotate(99).status).toBe(0);
      const key = createSecretBox(Buffer.from(readFileSync(join(folder, 'master.key'), 'utf8').trim(), 'base64'));
      const texts = await readSealedTexts(db);
      expect(texts).toHaveLength(4);
      for (const { sealed, context } of texts) expect(() => key.open(sealed, context)).not.toThrow();
    }
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
});
