import { expect, it } from 'vitest';
import { SnapshotReleased } from '../errors.ts';
import type { NewProject } from './tested-project.ts';
import { day, start, view, visitorId } from './tested-project.ts';

/** What is removed stays removed, and nothing else goes with it. */
export function testDeleting(newProject: NewProject): void {
  it('deletes a page, and takes it again when it comes again', async () => {
    const { store, project, everything, rows } = newProject();
    await store.append(project, [view(1, '/a', start), view(2, '/a', start + day), view(1, '/b', start)]);
    const page = await store.countPage(everything);
    expect(await store.deletePath(project, '/a')).toEqual({ views: 2 });
    expect(await rows()).toEqual([['/b', 1, 0, 1]]);
    await expect(store.countPage({ ...everything, snapshot: page.snapshot })).rejects.toThrow(SnapshotReleased);
    await store.append(project, [view(3, '/a', start)]);
    expect(await rows()).toEqual([
      ['/a', 1, 0, 1],
      ['/b', 1, 0, 1],
    ]);
  });

  it('deletes a visitor from every page', async () => {
    const { store, project, everything, rows } = newProject();
    await store.append(project, [view(1, '/a', start), view(2, '/a', start), view(1, '/b', start)]);
    expect(await store.deleteVisitor(project, visitorId(1))).toEqual({ views: 2 });
    expect(await rows()).toEqual([['/a', 1, 0, 1]]);
    expect((await store.countPage(everything)).totals.total).toBe(1);
    await store.append(project, [view(1, '/b', start), view(1, '/c', start)]);
    expect((await store.countPage(everything)).totals.total).toBe(2);
  });

  it('deletes a project and nothing of its neighbour', async () => {
    const { store, project, neighbour, everything, rows } = newProject();
    await store.append(project, [view(1, '/a', start)]);
    await store.append(neighbour, [view(1, '/a', start)]);
    await store.append(project, [], [{ day: '2026-07-01', reason: 'asset', count: 1 }]);
    await store.deleteProject(project);
    expect(await rows()).toEqual([]);
    expect(await store.readDrops(project, everything.range)).toEqual([]);
    expect(await rows({ projectId: neighbour })).toEqual([['/a', 1, 0, 1]]);
    await store.append(project, [view(2, '/new', start)]);
    expect(await rows()).toEqual([['/new', 1, 0, 1]]);
  });

  it('names every visitor, page and project, and whether anything is older than a day', async () => {
    const { store, project } = newProject();
    expect(await store.names(project)).toEqual({ visitors: [], paths: [] });
    expect(await store.hasBefore(project, start + day)).toBe(false);
    await store.append(project, [view(1, '/a', start + day), view(2, '/b', start + day), view(2, '/a', start + day)]);
    const { visitors, paths } = await store.names(project);
    const hex = (id: Uint8Array) => Buffer.from(id).toString('hex');
    expect(visitors.map(hex).sort()).toEqual([visitorId(1), visitorId(2)].map(hex).sort());
    expect([...paths].sort()).toEqual(['/a', '/b']);
    expect(await store.projects()).toContain(project);
    const answers = [start + day, start + 2 * day - 1, start + 2 * day].map((time) => store.hasBefore(project, time));
    expect(await Promise.all(answers)).toEqual([false, false, true]);
  });

  it('has something before a day when that is a refused view alone', async () => {
    const { store, project } = newProject();
    await store.append(project, [], [{ day: '2026-07-01', reason: 'asset', count: 1 }]);
    const answers = [start, start + day].map((time) => store.hasBefore(project, time));
    expect(await Promise.all(answers)).toEqual([false, true]);
  });

  it('removes whole days at the end of their time', async () => {
    const { store, project, everything, rows } = newProject();
    await store.append(project, [view(1, '/a', start), view(2, '/b', start + day), view(3, '/b', start + 2 * day)]);
    await store.append(project, [], [{ day: '2026-07-01', reason: 'asset', count: 1 }]);
    expect(await store.deleteBefore(project, start + day + 5)).toEqual({ views: 1 });
    expect(await rows()).toEqual([['/b', 2, 0, 2]]);
    expect(await store.readDrops(project, everything.range)).toEqual([]);
    expect(await store.usage(project)).toMatchObject({ views: 2, visitors: 2, paths: 1, firstDay: '2026-07-02' });
    await store.append(project, [view(1, '/a', start)]);
    expect(await rows()).toEqual([
      ['/b', 2, 0, 2],
      ['/a', 1, 0, 1],
    ]);
  });
}
