import { expect, it } from 'vitest';
import { defaultMapping, type HumanSource } from '../visit-store.ts';
import type { NewProject, TestedProject } from './tested-project.ts';
import { day, start, view } from './tested-project.ts';

/** Human visitors of each of some days, from the first of July. */
async function byDay({ store, everything }: TestedProject, humanSource: HumanSource, days = 4): Promise<number[]> {
  const mapping = { ...defaultMapping, humanSource };
  const range = { from: start, to: start + days * day };
  const buckets = await store.timeseries({ ...everything, interval: 'day', range, mapping });
  return buckets.map(({ visitors }) => visitors.human);
}

/** Whose views of people count. */
export function testPeople(newProject: NewProject): void {
  it('counts people of a day from the tracker once it had reported before that day and did on it, else from the server', async () => {
    const tested = newProject();
    const { store, project, everything } = tested;
    await store.append(project, [
      ...[1, 2, 3].map((visitor) => view(visitor, '/a', start, { source: 'log' })),
      // The first day of the tracker: it saw but a part of it.
      ...[1, 2, 3, 4].map((visitor) => view(visitor, '/a', start + day, { source: 'drain' })),
      view(1, '/a', start + day + 5, { source: 'tracker' }),
      ...[1, 2, 3, 4, 5].map((visitor) => view(visitor, '/a', start + 2 * day, { source: 'server' })),
      ...[1, 6].map((visitor) => view(visitor, '/a', start + 2 * day, { source: 'tracker' })),
      // It is silent.
      view(7, '/a', start + 3 * day, { source: 'log' }),
      view(8, '/a', start + 3 * day, { source: 'tracker', category: 'assistant' }),
    ]);
    expect(await byDay(tested, 'automatic')).toEqual([3, 4, 2, 0]);
    expect(await byDay(tested, 'tracker')).toEqual([0, 1, 2, 0]);
    expect(await byDay(tested, 'server')).toEqual([3, 4, 5, 1]);
    expect(await byDay(tested, 'both')).toEqual([3, 4, 6, 1]);
    // Over days a visitor counts once, whoever saw it.
    const { totals } = await store.countPage(everything);
    expect(totals).toEqual({ human: 5, ai: 1, total: 6 });
    expect(await store.verify(project)).toMatchObject({ ok: true, differences: [] });
  });

  it('counts people from the server on a day on which the tracker did not report', async () => {
    const tested = newProject();
    const { store, project } = tested;
    await store.append(project, [
      view(1, '/a', start, { source: 'tracker' }),
      ...[1, 2].map((visitor) => view(visitor, '/a', start + day, { source: 'log' })),
    ]);
    expect(await byDay(tested, 'automatic', 2)).toEqual([1, 2]);
  });

  it('counts people of the first day from the tracker while no server saw one', async () => {
    const tested = newProject();
    const { store, project, rows } = tested;
    const byServer = { source: 'server' as const };
    await store.append(project, [
      view(1, '/a', start, { source: 'tracker' }),
      view(2, '/a', start, { ...byServer, category: 'assistant' }),
    ]);
    expect(await rows()).toEqual([['/a', 1, 1, 2]]);
    await store.append(
      project,
      [3, 4].map((visitor) => view(visitor, '/b', start, byServer)),
    );
    expect(await rows()).toEqual([
      ['/b', 2, 0, 2],
      ['/a', 0, 1, 1],
    ]);
    expect(await store.verify(project)).toMatchObject({ ok: true, differences: [] });
  });

  it('remembers that the tracker reported, whatever is deleted of it', async () => {
    const tested = newProject();
    const { store, project } = tested;
    await store.append(project, [
      view(1, '/a', start, { source: 'tracker' }),
      view(9, '/gone', start + day, { source: 'tracker' }),
      ...[2, 3].map((visitor) => view(visitor, '/a', start + day, { source: 'log' })),
    ]);
    expect(await byDay(tested, 'automatic', 2)).toEqual([1, 1]);
    await store.deletePath(project, '/gone');
    await store.deleteBefore(project, start + day);
    expect(await byDay(tested, 'automatic', 2)).toEqual([0, 0]);
    await store.deleteProject(project);
    await store.append(project, [view(2, '/a', start + day, { source: 'log' })]);
    expect(await byDay(tested, 'automatic', 2)).toEqual([0, 1]);
  });

  it('shows the last views without those of people that do not count', async () => {
    const { store, project, everything } = newProject();
    await store.append(project, [
      view(1, '/a', start - day, { source: 'tracker' }),
      view(1, '/a', start + 1, { source: 'tracker' }),
      view(1, '/a', start + 2, { source: 'log' }),
      view(2, '/a', start + 3, { source: 'log', category: 'seo' }),
    ]);
    const { visitors, recent } = await store.live({ ...everything, since: start, limit: 9 });
    expect(visitors).toEqual({ human: 1, ai: 0, total: 1 });
    expect(recent.map(({ timestampMs }) => timestampMs - start)).toEqual([3, 1]);
  });
}
