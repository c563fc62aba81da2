import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewApiKey } from '../contract/api-key.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Principal } from '../http/authenticator.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { makeApiKey, readApiKey } from './api-key-format.ts';
import { createApiKeys, type ApiKeys } from './api-keys.ts';
import { createProjectStore } from './project-store.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  let db: DatabaseConnection;
  let clock: ManualClock;
  let apiKeys: ApiKeys;
  let projectId: string;

  beforeEach(async () => {
    database = await open();
    ({ db } = database);
    clock = createManualClock(Date.UTC(2026, 0, 1));
    apiKeys = createApiKeys({ db, clock });
    const projects = createProjectStore({ db, clock, secretBox: createSecretBox(Buffer.alloc(32, 1)) });
    const project = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: 'docs' }, 'cli');
    projectId = project.id;
  });
  afterEach(async () => {
    await apiKeys.flush();
    await database.close();
  });

  const present = (authorization: string | undefined, address?: string, on = apiKeys): Promise<Principal | undefined> =>
    on.authenticate({
      header: (name) => (name === 'authorization' ? authorization : undefined),
      method: 'GET',
      address,
    });
  const createKey = async (input: Partial<NewApiKey> = {}) =>
    apiKeys.create(projectId, { name: 'ci', ...input }, 'cli');

  it('lets a new key in, for its own project and scopes', async () => {
    const { key, apiKey } = await createKey();
    expect(key).toMatch(/^dw_admin_[0-9a-z]{26}_[0-9A-Za-z]{49}$/);
    const principal = await present(`Bearer ${key}`);
    expect(principal?.actor).toBe(`key:${apiKey.id}`);
    expect(principal?.canSee(projectId)).toBe(true);
    expect(principal?.canSee('prj_other')).toBe(false);
    expect(principal?.addressAllowed).toBe(true);
    expect(
      ['agent:read', 'agent:write', 'analytics:read', 'ingest'].map((scope) => principal?.has(scope as never)),
    ).toEqual([true, true, true, false]);
    expect(apiKey.expiresAt).toBe('2026-04-01T00:00:00.000Z');
    expect((await createKey({ kind: 'ingest' })).apiKey.scopes).toEqual(['ingest']);
  });

  it('keeps nothing that the key could be made from', async () => {
    const { key } = await createKey();
    const stored = JSON.stringify(await db.selectFrom('api_keys').selectAll().execute());
    expect(stored).not.toContain(key.slice('dw_admin_'.length + 27));
    expect(await apiKeys.list(projectId)).toMatchObject([{ name: 'ci', createdBy: 'cli', lastUsedAt: null }]);
  });

  it('refuses everything that is not exactly a living key', async () => {
    const { key, apiKey } = await createKey();
    const forged = makeApiKey('admin', apiKey.id.slice('key_'.length)).key;
    const unknown = makeApiKey('admin', '0'.repeat(26)).key;
    for (const header of [
      undefined,
      '',
      'Bearer',
      key,
      `Basic ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key} x`,
      `No Bearer ${key}`,
      `Bearer${key}`,
      `Bearer ${forged}`,
      `Bearer ${unknown}`,
    ])
      expect(await present(header), String(header)).toBeUndefined();
    expect(await present(`bearer  ${key} `)).toBeDefined();
  });

  it('expires to the millisecond, also while the key is trusted from memory', async () => {
    const { key } = await createKey({ expiresInDays: 7 });
    clock.advance(7 * duration.day - 1);
    expect(await present(`Bearer ${key}`)).toBeDefined();
    clock.advance(1);
    expect(await present(`Bearer ${key}`)).toBeUndefined();
    const endless = await createKey({ expiresInDays: null });
    expect(endless.apiKey.expiresAt).toBeNull();
    expect(await present(`Bearer ${endless.key}`)).toBeDefined();
  });

  it('refuses a revoked key at once here, and within two seconds elsewhere', async () => {
    const elsewhere = createApiKeys({ db, clock });
    const { key, apiKey } = await createKey();
    expect(await present(`Bearer ${key}`)).toBeDefined();
    expect(await present(`Bearer ${key}`, undefined, elsewhere)).toBeDefined();
    await apiKeys.revoke(apiKey.id, 'cli');
    expect(await present(`Bearer ${key}`)).toBeUndefined();
    clock.advance(2 * duration.second + 1);
    expect(await present(`Bearer ${key}`, undefined, elsewhere)).toBeUndefined();
    await expect(apiKeys.revoke(apiKey.id, 'cli')).rejects.toMatchObject({ facts: { code: 'api_key_not_found' } });
    // What a caller makes up is not told at any length.
    const long = await apiKeys.revoke('x'.repeat(1_000), 'cli').catch(String);
    expect(long).toMatch(/^.*"x{64}"\.$/);
    const audited = await db.selectFrom('audit_log').selectAll().where('target', '=', apiKey.id).execute();
    const details = JSON.stringify({ name: 'ci', prefix: apiKey.prefix });
    expect(audited).toMatchObject([
      { action: 'key.create', details },
      { action: 'key.revoke', details },
    ]);
    await elsewhere.flush();
  });

  it('does not keep a key that was revoked while it was being read', async () => {
    const { key, apiKey } = await createKey();
    const [, principal] = await Promise.all([apiKeys.revoke(apiKey.id, 'cli'), present(`Bearer ${key}`)]);
    expect([undefined, `key:${apiKey.id}`]).toContain(principal?.actor);
    expect(await present(`Bearer ${key}`)).toBeUndefined();
  });

  it('holds to the allowlist', async () => {
    const { key } = await createKey({ allowlist: ['10.0.0.0/8', '2001:db8::1'] });
    const allowed = async (address?: string) => (await present(`Bearer ${key}`, address))?.addressAllowed;
    expect(await allowed('10.1.2.3')).toBe(true);
    expect(await allowed('::ffff:10.1.2.3')).toBe(true);
    expect(await allowed('2001:db8::1')).toBe(true);
    expect(await allowed('11.0.0.1')).toBe(false);
    expect(await allowed()).toBe(false);
  });

  it('notes the last use to the minute, once a minute', async () => {
    const { key } = await createKey();
    clock.advance(90_500);
    await present(`Bearer ${key}`);
    await apiKeys.flush();
    expect((await apiKeys.list(projectId))[0]?.lastUsedAt).toBe('2026-01-01T00:01:00.000Z');
    await db.updateTable('api_keys').set({ last_used_at: null }).execute();
    clock.advance(1);
    await present(`Bearer ${key}`);
    await apiKeys.flush();
    expect((await apiKeys.list(projectId))[0]?.lastUsedAt).toBeNull();
    clock.advance(29_499);
    await present(`Bearer ${key}`);
    await apiKeys.flush();
    expect((await apiKeys.list(projectId))[0]?.lastUsedAt).toBe('2026-01-01T00:02:00.000Z');
  });

  it.each([
    ['name', { name: '' }],
    ['allowlist.0', { allowlist: ['10.0.0.0/40'] }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['scopes', { scopes: [] }],
  ])('refuses a bad %s', async (field, fault) => {
    await expect(createKey(fault)).rejects.toMatchObject({ details: [expect.objectContaining({ field })] });
  });

  it('refuses a key for a project that is not there', async () => {
    await expect(apiKeys.create('prj_none', { name: 'ci' }, 'cli')).rejects.toMatchObject({
      facts: { code: 'project_not_found' },
    });
  });

  describe('format', () => {
    it('refuses every single changed character without a look-up', () => {
      const { key } = makeApiKey('ingest', '01h00000000000000000000000');
      expect(readApiKey(key)).toEqual({ idTail: '01h00000000000000000000000' });
      const position = fc.integer({ min: 0, max: key.length - 1 });
      const character = fc.constantFrom('0', '7', 'A', 'Z', 'a', 'z', '_', '-');
      fc.assert(
        fc.property(position, character, (index, replacement) => {
          fc.pre(key[index] !== replacement);
          expect(readApiKey(key.slice(0, index) + replacement + key.slice(index + 1))).toBeUndefined();
        }),
      );
    });
  });
});
