import { z } from '@hono/zod-openapi';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeHostCredentials } from '../contract/code-host.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, type ManualClock } from '../kernel/clock.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore, type ProjectStore } from './project-store.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  let db: DatabaseConnection;
  let clock: ManualClock;
  let projects: ProjectStore;

  beforeEach(async () => {
    database = await open();
    ({ db } = database);
    clock = createManualClock(Date.UTC(2026, 0, 1));
    projects = createProjectStore({ db, clock, secretBox: createSecretBox(Buffer.alloc(32, 1)) });
  });
  afterEach(async () => {
    await database.close();
  });

  const docs = { name: 'Docs', codeHost: 'github', repositoryUrl: 'https://github.com/acme/docs' } as const;

  it('gives every setting its default, once', async () => {
    const project = await projects.create({ ...docs, settings: { budgets: { modelCalls: 7 } } }, 'cli');
    expect(await projects.get(project.id)).toEqual(project);
    expect(await projects.getByName('Docs')).toEqual(project);
    expect(project.settings).toMatchObject({
      budgets: { deadlineMinutes: 30, modelCalls: 7, diffFiles: 200, diffBytes: 1024 * 1024 },
      jobsPerHour: 100,
      archiveAfterDays: 90,
      buildCommand: null,
      analytics: { humanSource: 'automatic', identity: 'device', saltLife: 'stable', retentionMonths: 24 },
    });
    const stored = await db.selectFrom('projects').select('settings').executeTakeFirstOrThrow();
    expect(JSON.parse(stored.settings)).toEqual({ budgets: { modelCalls: 7 } });
  });

  it('takes the former name of a setting, and stores the present one', async () => {
    const drafts = await projects.create({ ...docs, settings: { draftPullRequests: true } }, 'cli');
    expect(drafts.settings).toMatchObject({ pullRequests: { mode: 'draft' } });
    expect(drafts.settings).not.toHaveProperty('draftPullRequests');
    const modeAfter = async (settings: Record<string, unknown>) =>
      (await projects.update(drafts.id, { settings }, 'cli')).settings.pullRequests;
    expect(await modeAfter({ pullRequests: { labels: ['docs'] } })).toMatchObject({ mode: 'draft', labels: ['docs'] });
    expect(await modeAfter({ draftPullRequests: false })).toMatchObject({ mode: 'pull_request', labels: ['docs'] });
    expect(await modeAfter({ draftPullRequests: true, pullRequests: { mode: 'merge' } })).toMatchObject({
      mode: 'merge',
    });
    expect(await modeAfter({ draftPullRequests: null })).toMatchObject({ mode: 'pull_request' });
    await expect(modeAfter({ draftPullRequests: 'yes' })).rejects.toMatchObject({ facts: { status: 400 } });
    const { settings } = await db.selectFrom('projects').select('settings').executeTakeFirstOrThrow();
    expect(settings).not.toContain('draftPullRequests');
  });

  it('merges changed settings and takes null as the default', async () => {
    const { id } = await projects.create({ ...docs, settings: { jobsPerHour: 5, budgets: { modelCalls: 7 } } }, 'cli');
    clock.advance(1000);
    const changed = await projects.update(
      id,
      { baseBranch: 'next', docsFolder: './docs/', settings: { jobsPerHour: null, budgets: { diffFiles: 9 } } },
      'cli',
    );
    expect(changed).toMatchObject({
      baseBranch: 'next',
      docsFolder: 'docs',
      updatedAt: '2026-01-01T00:00:01.000Z',
      settings: { jobsPerHour: 100, budgets: { modelCalls: 7, diffFiles: 9 } },
    });
  });

  it('leaves what is not sent as it was, and the secrets of the code host with it', async () => {
    const all = { ...docs, baseBranch: 'next', docsFolder: 'docs', model: 'anthropic/claude-sonnet-5' };
    const { id } = await projects.create(all, 'cli');
    await projects.setSecret(id, 'code-host-token', 'of-github', 'cli');
    expect(await projects.update(id, {}, 'cli')).toMatchObject(all);
    expect(await projects.update(id, { name: 'Docs', codeHost: 'github' }, 'cli')).toMatchObject(all);
    const changed = { baseBranch: null, model: 'openai/gpt-5.4' };
    expect(await projects.update(id, changed, 'cli')).toMatchObject({ ...all, ...changed });
    expect(await projects.update(id, { model: null }, 'cli')).toMatchObject({ ...all, baseBranch: null, model: null });
    expect(await projects.getSecret(id, 'code-host-token')).toBe('of-github');
  });

  it('forgets the password of a mail server when another one is named', async () => {
    const { id } = await projects.create(docs, 'cli');
    const name = (host: string | null) => projects.update(id, { settings: { weeklyMail: { host } } }, 'cli');
    await projects.setSecret(id, 'smtp-password', 'of-a', 'cli');
    await name('a.example.com');
    await projects.update(id, { settings: { weeklyMail: { host: 'a.example.com', port: 465 } } }, 'cli');
    expect(await projects.getSecret(id, 'smtp-password')).toBe('of-a');
    await name('b.example.com');
    expect(await projects.secretNames(id)).toEqual([]);
    await projects.setSecret(id, 'smtp-password', 'of-b', 'cli');
    await name(null);
    await name('a.example.com');
    expect(await projects.secretNames(id)).toEqual([]);
  });

  it.each([
    ['settings.budgets.modelCalls', { settings: { budgets: { modelCalls: 0 } } }],
    ['settings.analytics.sites.0', { settings: { analytics: { sites: ['https://docs.example.com/guide'] } } }],
    ['docsFolder', { docsFolder: '../outside' }],
    ['repositoryUrl', { repositoryUrl: 'https://me:secret@github.com/acme/docs' }],
    ['model', { model: 'no-provider' }],
    ['name', { name: ' ' }],
  ])('refuses a bad %s and names it', async (field, fault) => {
    await expect(projects.create({ ...docs, ...fault }, 'cli')).rejects.toMatchObject({
      facts: { code: 'invalid_request' },
      details: [expect.objectContaining({ field })],
    });
    expect(await projects.list()).toEqual([]);
  });

  it('refuses a name twice, an unknown id, and unknown settings', async () => {
    const first = await projects.create(docs, 'cli');
    const second = await projects.create({ ...docs, name: 'Other' }, 'cli');
    await expect(projects.create(docs, 'cli')).rejects.toMatchObject({ facts: { code: 'project_name_taken' } });
    await expect(projects.update(second.id, { name: 'Docs' }, 'cli')).rejects.toMatchObject({
      facts: { code: 'project_name_taken' },
    });
    await expect(projects.update(first.id, { settings: { jobPerHour: 1 } }, 'cli')).rejects.toMatchObject({
      facts: { code: 'invalid_request' },
      details: [{ message: expect.stringContaining('jobPerHour') as string }],
    });
    await expect(projects.update('prj_none', {}, 'cli')).rejects.toMatchObject({
      facts: { code: 'project_not_found' },
    });
    await expect(projects.remove('prj_none', 'cli')).rejects.toMatchObject({ facts: { code: 'project_not_found' } });
    await expect(projects.setSecret('prj_none', 'a', 'b', 'cli')).rejects.toMatchObject({
      facts: { code: 'project_not_found' },
    });
  });

  it('keeps secrets sealed, each for its project and name', async () => {
    const { id } = await projects.create(docs, 'cli');
    await projects.setSecret(id, 'code-host-token', 'first', 'cli');
    await projects.setSecret(id, 'code-host-token', 'hunter2-hunter2', 'cli');
    expect(await projects.getSecret(id, 'code-host-token')).toBe('hunter2-hunter2');
    expect(await projects.secretNames(id)).toEqual(['code-host-token']);
    await db.updateTable('project_secrets').set({ name: 'model-key:anthropic' }).execute();
    await expect(projects.getSecret(id, 'model-key:anthropic')).rejects.toThrow(/cannot be decrypted/);
    await projects.setSecret(id, 'model-key:anthropic', undefined, 'cli');
    expect(await projects.getSecret(id, 'model-key:anthropic')).toBeUndefined();
    await projects.setSecret(id, 'code-host-token', 'hunter2-hunter2', 'cli');
    const stored = await Promise.all([
      db.selectFrom('project_secrets').selectAll().execute(),
      db.selectFrom('audit_log').selectAll().execute(),
    ]);
    expect(stored.map((rows) => rows.length > 0)).toEqual([true, true]);
    expect(JSON.stringify(stored)).not.toContain('hunter2');
  });

  it('gives a name to one project only, however many processes ask for it at once', async () => {
    const other = createProjectStore({
      db: await database.another(),
      clock,
      secretBox: createSecretBox(Buffer.alloc(32, 1)),
    });
    const codeOf = (outcome: PromiseSettledResult<unknown>): unknown =>
      outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { facts?: { code: string } }).facts?.code;
    const made = await Promise.allSettled([projects, other, projects, other].map((store) => store.create(docs, 'cli')));
    expect(made.map(codeOf).sort()).toEqual(['done', ...Array<string>(3).fill('project_name_taken')]);
    const ids = await Promise.all(['a', 'b'].map(async (name) => (await projects.create({ ...docs, name }, 'cli')).id));
    const renamed = await Promise.allSettled(
      ids.map((id, index) => (index === 0 ? projects : other).update(id, { name: 'c' }, 'cli')),
    );
    expect(renamed.map(codeOf).sort()).toEqual(['done', 'project_name_taken']);
  });

  it('writes the audit log with each change, and nothing for a change that failed', async () => {
    const { id } = await projects.create(docs, 'cli');
    await projects.update(id, { name: 'New' }, 'member:1');
    await projects.setSecret(id, 'code-host-token', 'value-of-secret', 'cli');
    await expect(projects.create({ ...docs, name: 'New' }, 'cli')).rejects.toThrow();
    await projects.setSecret(id, 'code-host-token', undefined, 'cli');
    await projects.remove(id, 'cli');
    const log = await db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const entries = [
      ['cli', 'project.create', id, '{"name":"Docs"}'],
      ['member:1', 'project.update', id, '{"changed":["name"]}'],
      ['cli', 'project.secret.set', id, '{}'],
      ['cli', 'project.secret.remove', id, '{}'],
      ['cli', 'project.remove', id, '{}'],
    ];
    expect(log).toHaveLength(entries.length);
    // Within one millisecond their ids tell no order.
    expect(log.map(({ actor, action, project_id, details }) => [actor, action, project_id, details])).toEqual(
      expect.arrayContaining(entries),
    );
    expect(JSON.stringify(log)).not.toContain('value-of-secret');
  });

  it('refuses a change made for an older version, and names who changed what since', async () => {
    const first = await projects.create(docs, 'cli');
    const { id } = first;
    const none = { password_hash: null, identity_issuer: null, identity_subject: null };
    const ada = { id: 'mem_ada', email: 'ada@example.com', name: 'Ada', role: 'owner', created_at: 0, ...none };
    await db.insertInto('members').values(ada).execute();
    const expecting = (project: { updatedAt: string }) => ({ expected: project.updatedAt });
    const goals = [{ name: 'Welcome', paths: ['/welcome'] }];
    const second = await projects.update(
      id,
      { settings: { analytics: { goals } } },
      'member:mem_ada',
      expecting(first),
    );
    // The clock stands still, and versions differ all the same.
    expect(second.updatedAt).not.toBe(first.updatedAt);
    await projects.update(id, { name: 'New', settings: { jobsPerHour: 3 } }, 'cli');
    const late = projects.update(id, { baseBranch: 'next' }, 'cli', expecting(first));
    await expect(late).rejects.toMatchObject({
      facts: { code: 'project_changed', status: 412 },
      message: 'Ada, cli changed the project after it was read.',
      details: ['settings.analytics.goals', 'name', 'settings.jobsPerHour'].map((field) => ({ field })),
    });
    await expect(projects.update(id, { baseBranch: 'next' }, 'cli', expecting(second))).rejects.toMatchObject({
      message: 'cli changed the project after it was read.',
      details: [{ field: 'name' }, { field: 'settings.jobsPerHour' }],
    });
    const third = (await projects.get(id))!;
    expect(third).toMatchObject({ baseBranch: null, settings: { analytics: { goals } } });
    expect(await projects.update(id, { baseBranch: 'next' }, 'cli', expecting(third))).toMatchObject({
      baseBranch: 'next',
    });
  });

  it('keeps no half of what a code host is reached with, whatever changes', async () => {
    const github = z.strictObject({ appId: z.string(), privateKey: z.string() });
    const secretBox = createSecretBox(Buffer.alloc(32, 1));
    const store = createProjectStore({ db, clock, secretBox, credentials: { ...codeHostCredentials, github } });
    const [half, rest] = [{ 'code-host-app-id': '7' }, { 'code-host-private-key': 'x' }];
    const missing = { facts: { code: 'invalid_request' }, details: [{ field: 'credentials.privateKey' }] };
    await expect(store.create(docs, 'cli', half)).rejects.toMatchObject(missing);
    const { id } = await store.create(docs, 'cli');
    await expect(store.update(id, { name: 'New' }, 'cli', { secrets: half })).rejects.toMatchObject(missing);
    await expect(store.setSecret(id, 'code-host-app-id', '7', 'cli')).rejects.toMatchObject(missing);
    expect(await store.get(id)).toMatchObject({ name: docs.name });
    expect(await store.secretNames(id)).toEqual([]);

    await store.update(id, {}, 'cli', { secrets: { ...half, ...rest } });
    await store.setSecret(id, 'code-host-app-id', '8', 'cli');
    await expect(store.setSecret(id, 'code-host-private-key', undefined, 'cli')).rejects.toMatchObject(missing);
    expect(await store.getSecrets(id)).toEqual({ 'code-host-app-id': '8', ...rest });
    const none = { 'code-host-app-id': undefined, 'code-host-private-key': undefined };
    await store.update(id, {}, 'cli', { secrets: none });
    expect(await store.getSecrets(id)).toEqual({});
  });
});
