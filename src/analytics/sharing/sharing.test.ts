import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { createManualClock } from '../../kernel/clock.ts';
import { ViewNameTaken } from '../errors.ts';
import { createSavedViews } from './saved-views.ts';
import { createShareLinks } from './share-links.ts';

const publicUrl = 'https://docwright.test';
const clock = createManualClock(Date.UTC(2026, 10, 22));
const by = 'member:mem_1';

onEveryDatabase((open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
    for (const id of ['prj_1', 'prj_2']) {
      const project = { id, name: id, code_host: 'local', repository_url: 'local:x', docs_folder: '', settings: '{}' };
      const row = { ...project, base_branch: null, model: null, created_at: 0, updated_at: 0 };
      await database.db.insertInto('projects').values(row).execute();
    }
  });
  afterEach(() => database.close());

  const viewsOn = (db: DatabaseConnection) => createSavedViews({ db, clock, publicUrl });
  const linksOn = (db: DatabaseConnection) => createShareLinks({ db, clock, publicUrl });
  const audited = async () =>
    (await database.db.selectFrom('audit_log').select(['action', 'actor', 'project_id']).orderBy('id').execute()).map(
      ({ action, actor, project_id }) => `${actor} ${action} ${project_id}`,
    );

  it('keeps views by project and name, and tells who did what', async () => {
    const views = viewsOn(database.db);
    const saved = await views.create({ projectId: 'prj_1', name: 'Guide', search: 'range=7d', by });
    expect(saved.url).toBe('https://docwright.test/projects/prj_1/analytics?range=7d');
    await views.create({ projectId: 'prj_2', name: 'Guide', search: '', by });
    expect(await views.list('prj_1')).toEqual([saved]);
    await expect(views.remove({ projectId: 'prj_2', id: saved.id, by })).rejects.toThrow('no saved view');
    await views.remove({ projectId: 'prj_1', id: saved.id, by });
    expect(await views.list('prj_1')).toEqual([]);
    await expect(views.create({ projectId: 'prj_9', name: 'Guide', search: '', by })).rejects.toThrow('project');
    const entries = ['view.save prj_1', 'view.save prj_2', 'view.remove prj_1'].map((entry) => `${by} ${entry}`);
    expect((await audited()).sort()).toEqual(entries.sort());
  });

  it('lets one of two processes have a name', async () => {
    const other = await database.another();
    const make = (db: DatabaseConnection) =>
      viewsOn(db).create({ projectId: 'prj_1', name: 'Guide', search: 'range=7d', by });
    const outcomes = await Promise.allSettled([make(database.db), make(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toBeInstanceOf(ViewNameTaken);
  });

  it('reads one project by a link and nothing else, until it is revoked', async () => {
    const links = linksOn(database.db);
    const { shareLink, url } = await links.create({ projectId: 'prj_1', name: 'Board', search: 'range=7d', by });
    const token = new URL(url).hash.slice(1);
    expect(url).toBe(`https://docwright.test/shared?range=7d#${token}`);
    const stored = JSON.stringify(await database.db.selectFrom('share_links').selectAll().execute());
    expect(stored).not.toContain(token);
    const ask = (given: string, method = 'GET') =>
      links.authenticate({
        header: (name) => (name === 'authorization' ? `Bearer ${given}` : undefined),
        method,
        address: '192.0.2.1',
      });
    const principal = await ask(token);
    expect(principal?.actor).toBe(`share:${shareLink.id}`);
    expect([principal?.canSee('prj_1'), principal?.canSee('prj_2')]).toEqual([true, false]);
    const scopes = ['analytics:read', 'analytics:write', 'agent:read', 'agent:write', 'ingest'] as const;
    expect(scopes.filter((scope) => principal?.has(scope))).toEqual(['analytics:read']);
    expect(await ask(token, 'POST')).toBeUndefined();
    expect(await ask(`${token}x`)).toBeUndefined();
    await expect(links.revoke({ projectId: 'prj_2', id: shareLink.id, by })).rejects.toThrow('no share link');
    expect(await ask(token)).toBeDefined();
    await links.revoke({ projectId: 'prj_1', id: shareLink.id, by });
    expect(await ask(token)).toBeUndefined();
    expect((await audited()).sort()).toEqual([`${by} share.create prj_1`, `${by} share.revoke prj_1`]);
  });
});
