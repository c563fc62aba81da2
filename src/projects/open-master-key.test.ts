import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { openMasterKey } from './open-master-key.ts';

onEveryDatabase((openDatabase) => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await openDatabase();
    folder = mkdtempSync(join(tmpdir(), 'docwright-keys-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const open = async (machine: string, { isOneOfSeveral = true, isLost = false, fromEnvironment = '' } = {}) =>
    openMasterKey({
      db: await database.another(),
      fromEnvironment: fromEnvironment === '' ? undefined : fromEnvironment,
      nextFromEnvironment: undefined,
      dataDirectory: join(folder, machine),
      isOneOfSeveral,
      isLost,
    });

  it('has all of several processes use one key, though nothing is encrypted yet', async () => {
    const first = await open('a');
    expect(await open('a')).toEqual(first);
    await expect(open('b')).rejects.toMatchObject({ facts: { code: 'master_key_missing' } });
    expect(await open('b', { fromEnvironment: first.toString('base64') })).toEqual(first);
    const other = Buffer.alloc(32, 1).toString('base64');
    await expect(open('a', { fromEnvironment: other })).rejects.toMatchObject({
      facts: {
        code: 'master_key_exchanged',
        remedy: expect.stringContaining('All processes on one PostgreSQL database need the same key') as string,
      },
    });
    // Whoever wants another says so.
    expect((await open('a', { fromEnvironment: other, isLost: true })).toString('base64')).toBe(other);
    await expect(open('a')).rejects.toMatchObject({ facts: { code: 'master_key_exchanged' } });
  });

  it('lets one of several be first that begin together with keys of their own', async () => {
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((machine) => open(machine)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes another key for a data directory of which nothing is encrypted yet', async () => {
    await open('a', { isOneOfSeveral: false });
    const other = Buffer.alloc(32, 1).toString('base64');
    const taken = await open('a', { isOneOfSeveral: false, fromEnvironment: other });
    expect(taken.toString('base64')).toBe(other);
  });
});
