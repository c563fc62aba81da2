import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GithubApp } from '../contract/github-app.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createGithubAppStore, type GithubAppStore } from './github-app-store.ts';

const app: GithubApp = {
  apiUrl: 'https://api.github.com',
  id: 7,
  slug: 'docs-bot',
  name: 'Docs bot',
  owner: 'acme',
  url: 'https://github.com/apps/docs-bot',
  clientId: 'Iv1',
  privateKey: 'a private key',
  webhookSecret: 'a webhook secret',
};

onEveryDatabase((open) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let store: GithubAppStore;
  beforeEach(async () => {
    database = await open();
    clock = createManualClock(Date.UTC(2026, 0, 1));
    store = createGithubAppStore({ db: database.db, clock, secretBox: createSecretBox(Buffer.alloc(32, 1)) });
  });
  afterEach(async () => {
    await database.close();
  });

  it('gives a state to one of those who come back with it, within an hour', async () => {
    const state = await store.begin({ organization: 'acme', actor: 'cli' });
    expect(await store.find(state)).toMatchObject({ organization: 'acme', actor: 'cli' });
    const taken = await Promise.all([store.take(state), store.take(state)]);
    expect(taken.filter((each) => each !== undefined)).toMatchObject([{ organization: 'acme', actor: 'cli' }]);
    expect(await store.find(state)).toBeUndefined();

    const late = await store.begin({ actor: 'cli' });
    clock.advance(duration.hour - 1);
    expect(await store.find(late)).toBeDefined();
    clock.advance(1);
    expect([await store.find(late), await store.take(late)]).toEqual([undefined, undefined]);
  });

  it('knows the newest state alone, and stores none', async () => {
    const first = await store.begin({ actor: 'cli' });
    const second = await store.begin({ actor: 'cli' });
    expect([await store.find(first), await store.find('')]).toEqual([undefined, undefined]);
    expect(await store.find(second)).toBeDefined();
    const rows = await database.db.selectFrom('server_secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second);
  });

  it('keeps the App encrypted until it is disconnected', async () => {
    expect([await store.read(), await store.disconnect('cli')]).toEqual([undefined, false]);
    await store.connect(app, 'member:1');
    expect(await store.read()).toEqual(app);
    const rows = await database.db.selectFrom('server_secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/docs-bot|a private key|a webhook secret/);
    clock.advance(1);
    expect(await store.disconnect('cli')).toBe(true);
    expect(await store.read()).toBeUndefined();
    const audit = database.db.selectFrom('audit_log').select(['action', 'actor', 'target', 'details']).orderBy('id');
    expect(await audit.execute()).toEqual([
      { action: 'github_app.connect', actor: 'member:1', target: 'docs-bot', details: '{}' },
      { action: 'github_app.disconnect', actor: 'cli', target: 'docs-bot', details: '{}' },
    ]);
  });
});
