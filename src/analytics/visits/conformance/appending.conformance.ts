import { expect, it } from 'vitest';
import { otherValue } from '../visit-store.ts';
import type { NewProject } from './tested-project.ts';
import { dailyLimits, day, noContext, start, view } from './tested-project.ts';

/** What becomes of what is delivered. */
export function testAppending(newProject: NewProject): void {
  it('keeps an event once per day, within a delivery and between deliveries', async () => {
    const { store, project, neighbour, rows } = newProject();
    const event = view(1, '/a', start, { eventId: 'e1' });
    expect(await store.append(project, [event, event, view(2, '/a', start)])).toMatchObject({
      accepted: 2,
      duplicates: 1,
    });
    expect(await store.append(project, [event])).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await store.append(project, [view(1, '/a', start + day, { eventId: 'e1' })])).toMatchObject({
      accepted: 1,
    });
    expect(await store.append(neighbour, [event])).toMatchObject({ accepted: 1 });
    expect(await rows({ measure: 'views' })).toEqual([['/a', 3, 0, 3]]);
  });

  it('tells which events are kept, of their day and project, and keeps nothing by telling', async () => {
    const { store, project, neighbour, rows } = newProject();
    const asked = (timestampMs: number, eventId: string) => ({ timestampMs, eventId });
    const events = [asked(start, 'e1'), asked(start + day, 'e1'), asked(start + day - 1, 'e1'), asked(start, 'e2')];
    expect(await store.findKept(project, events)).toEqual([false, false, false, false]);
    await store.append(project, [view(1, '/a', start, { eventId: 'e1' })]);
    expect(await store.findKept(project, events)).toEqual([true, false, true, false]);
    expect(await store.findKept(neighbour, events)).toEqual([false, false, false, false]);
    await store.append(project, [view(1, '/a', start, { eventId: 'e2' })]);
    expect(await store.findKept(project, events)).toEqual([true, false, true, true]);
    expect(await store.findKept(project, [])).toEqual([]);
    expect(await rows({ measure: 'views' })).toEqual([['/a', 2, 0, 2]]);
    await store.deleteProject(project);
    expect(await store.findKept(project, events)).toEqual([false, false, false, false]);
  });

  it('tells each of many deliveries at once what became of its own views, and refuses only the bad one', async () => {
    const { store, project, neighbour, rows } = newProject();
    const owners = [project, neighbour];
    const deliveries = Array.from({ length: 120 }, (_, index) => {
      const twice = { eventId: `e${Math.floor(index / 4)}` };
      return store.append(owners[index % 2] ?? '', [view(index, '/a', start, twice), view(index, '/b', start + index)]);
    });
    const bad = store.append(project, [{ ...view(1, '/a', start), timestampMs: Number.NaN }]);
    await expect(bad).rejects.toThrow('views[0].timestampMs must be a number');
    const outcomes = await Promise.all(deliveries);
    expect(outcomes.filter(({ duplicates }) => duplicates === 1)).toHaveLength(60);
    for (const { accepted, duplicates } of outcomes) expect(accepted + duplicates).toBe(2);
    for (const projectId of owners) {
      expect(await rows({ projectId, measure: 'views' })).toEqual([
        ['/b', 60, 0, 60],
        ['/a', 30, 0, 30],
      ]);
    }
  });

  it('folds paths past the limit of a day under one name, and says so', async () => {
    const { store, project, rows } = newProject();
    const paths = ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/1'];
    const outcome = await store.append(
      project,
      paths.map((path, index) => view(index, path, start)),
    );
    expect(outcome).toEqual({ accepted: 8, duplicates: 0, folded: 2 });
    expect(await rows()).toEqual([
      [otherValue, 2, 0, 2],
      ['/1', 2, 0, 2],
      ['/2', 1, 0, 1],
      ['/3', 1, 0, 1],
      ['/4', 1, 0, 1],
      ['/5', 1, 0, 1],
    ]);
    // Another day has its own limit, and a known page stays itself.
    expect(await store.append(project, [view(1, '/7', start + day), view(1, '/5', start)])).toMatchObject({
      folded: 0,
    });
  });

  it('folds user agents, referrers and hosts past the limit of a day, and keeps what else is known of the view', async () => {
    const { store, project, rows } = newProject();
    const from = (index: number, timestampMs: number) =>
      view(index, '/a', timestampMs, {
        client: { userAgent: `agent/${index}`, accept: 'text/html' },
        referrer: `r${index}.example`,
        context: { ...noContext, host: `h${index}.example`, status: 404 },
      });
    const { values } = dailyLimits;
    const all = Array.from({ length: values + 2 }, (_, index) => from(index, start));
    expect(await store.append(project, all.slice(0, values))).toMatchObject({ folded: 0 });
    expect(await store.append(project, [...all.slice(values), from(0, start + 1)])).toMatchObject({ folded: 2 });
    for (const dimension of ['referrer', 'host'] as const) {
      const [most, ...others] = await rows({ dimension, measure: 'visitors' });
      expect(most).toEqual([otherValue, 2, 0, 2]);
      expect(others).toHaveLength(values);
    }
    expect(await rows({ dimension: 'status', measure: 'views' })).toEqual([['404', values + 3, 0, values + 3]]);
    const asked = new Set<string>();
    await store.reclassify(project, ({ userAgent, accept = 'none' }) => {
      asked.add(`${userAgent} ${accept}`);
      return undefined;
    });
    expect([...asked].filter((client) => client.includes('other'))).toEqual([`${otherValue} none`]);
    expect(asked.size).toBe(values + 1);
    // Another day has its own limit.
    expect(await store.append(project, [from(values, start + day)])).toMatchObject({ folded: 0 });
  });

  it('counts a refused event once, under its last reason, and no longer once it is kept', async () => {
    const { store, project } = newProject();
    const refuse = (reason: string, ...events: string[]) =>
      store.append(project, [], [{ day: '2026-07-01', reason, count: events.length, events }]);
    const drops = async () =>
      Object.fromEntries(
        (await store.readDrops(project, { from: undefined, to: undefined })).map(({ day: of, reason, count }) => [
          `${of} ${reason}`,
          count,
        ]),
      );
    await refuse('asset', 'a', 'b', 'b', 'c');
    await refuse('asset', 'a', 'b');
    expect(await drops()).toEqual({ '2026-07-01 asset': 3 });
    await refuse('status', 'b');
    expect(await drops()).toEqual({ '2026-07-01 asset': 2, '2026-07-01 status': 1 });
    await store.append(project, [view(1, '/a', start, { eventId: 'b' }), view(1, '/a', start + day, { eventId: 'a' })]);
    expect(await drops()).toEqual({ '2026-07-01 asset': 2 });
    await refuse('status', 'b', 'a');
    expect(await drops()).toEqual({ '2026-07-01 asset': 1, '2026-07-01 status': 1 });
    await store.append(project, [], [{ day: '2026-07-02', reason: 'asset', count: 2, events: ['c'] }]);
    await store.append(project, [], [{ day: '2026-07-02', reason: 'asset', count: 2, events: ['c'] }]);
    expect(await drops()).toMatchObject({ '2026-07-02 asset': 3 });
    await store.deleteProject(project);
    await refuse('asset', 'a');
    expect(await drops()).toEqual({ '2026-07-01 asset': 1 });
  });

  it('adds up drops by day and reason', async () => {
    const { store, project } = newProject();
    await store.append(project, [], [{ day: '2026-07-01', reason: 'prefetch', count: 2 }]);
    await store.append(
      project,
      [],
      [
        { day: '2026-07-01', reason: 'prefetch', count: 3 },
        { day: '2026-07-01', reason: 'asset', count: 1 },
        { day: '2026-07-02', reason: 'asset', count: 1 },
      ],
    );
    expect(await store.readDrops(project, { from: start, to: start + day })).toEqual([
      { day: '2026-07-01', reason: 'asset', count: 1 },
      { day: '2026-07-01', reason: 'prefetch', count: 5 },
    ]);
  });

  it('refuses a visitor id of another length', async () => {
    const { store, project } = newProject();
    await expect(store.append(project, [{ ...view(1, '/a', start), visitor: new Uint8Array(8) }])).rejects.toThrow(
      'views[0].visitor must be 16 bytes',
    );
  });
}
