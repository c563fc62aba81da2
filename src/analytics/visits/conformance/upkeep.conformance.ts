import { expect, it } from 'vitest';
import { noValue } from '../visit-store.ts';
import type { NewProject } from './tested-project.ts';
import { day, start, view } from './tested-project.ts';

/** Newer rules for old views, and what a project holds. */
export function testUpkeep(newProject: NewProject): void {
  it('applies newer rules to old views', async () => {
    const { store, project, rows } = newProject();
    const newAgent = { client: { userAgent: 'NewAgent/1.0', accept: 'text/markdown' } };
    await store.append(project, [view(1, '/a', start, newAgent), view(2, '/a', start), view(1, '/b', start, newAgent)]);
    const outcome = await store.reclassify(project, (client, current) =>
      client.userAgent.startsWith('NewAgent/') && client.accept === 'text/markdown'
        ? { ...current, category: 'coding_agent', product: 'New Agent' }
        : undefined,
    );
    expect(outcome).toEqual({ views: 2, combinations: 2 });
    expect(await rows()).toEqual([
      ['/a', 1, 1, 2],
      ['/b', 0, 1, 1],
    ]);
    expect(await rows({ dimension: 'agent' })).toEqual([
      [noValue, 1, 0, 1],
      ['New Agent', 0, 1, 1],
    ]);
  });

  it('says what a project holds, and that recounting agrees', async () => {
    const { store, project } = newProject();
    await store.append(project, [view(1, '/a', start), view(2, '/b', start + day), view(1, '/b', start + day)]);
    expect(await store.usage(project)).toMatchObject({
      views: 3,
      visitors: 2,
      paths: 2,
      firstDay: '2026-07-01',
      lastDay: '2026-07-02',
    });
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 3, differences: [] });
  });
}
