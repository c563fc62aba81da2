import { expect, it } from 'vitest';
import { defaultMapping, type TimeseriesQuery } from '../visit-store.ts';
import type { NewProject } from './tested-project.ts';
import { day, hour, start, view } from './tested-project.ts';

/** What happened when. */
export function testTime(newProject: NewProject): void {
  it('makes series by hour, day, week from Monday, and month, with empty buckets between', async () => {
    const { store, project, everything } = newProject();
    await store.append(project, [
      view(1, '/a', start),
      view(1, '/b', start + 1),
      view(2, '/a', start + 2 * day, { category: 'assistant' }),
      view(1, '/a', start + 40 * day),
    ]);
    const series = async (interval: TimeseriesQuery['interval'], from?: number, to?: number) => {
      const buckets = await store.timeseries({ ...everything, interval, range: { from, to } });
      return buckets.map((bucket) => [
        new Date(bucket.startMs).toISOString().slice(0, 13),
        bucket.visitors.human,
        bucket.visitors.ai,
        bucket.views.total,
      ]);
    };
    expect(await series('day', start, start + 3 * day)).toEqual([
      ['2026-07-01T00', 1, 0, 2],
      ['2026-07-02T00', 0, 0, 0],
      ['2026-07-03T00', 0, 1, 1],
    ]);
    expect(await series('week', start, start + day)).toEqual([['2026-06-29T00', 1, 0, 2]]);
    expect(await series('month')).toEqual([
      ['2026-07-01T00', 1, 1, 3],
      ['2026-08-01T00', 1, 0, 1],
    ]);
    expect(await series('hour', start, start + 2 * hour)).toEqual([
      ['2026-07-01T00', 1, 0, 2],
      ['2026-07-01T01', 0, 0, 0],
    ]);
    const minutes = await store.timeseries({
      ...everything,
      interval: 'minute',
      timeZone: 'Asia/Kolkata',
      range: { from: start - 60_000, to: start + 60_001 },
    });
    expect(minutes.map(({ startMs, visitors, views }) => [startMs - start, visitors.total, views.total])).toEqual([
      [-60_000, 0, 0],
      [0, 1, 2],
      [60_000, 0, 0],
    ]);
    const longAgo = await series('month', Date.parse('0999-11-20T00:00:00Z'), Date.parse('1000-02-01T00:00:00Z'));
    expect(longAgo.map(([month]) => month)).toEqual(['0999-11-01T00', '0999-12-01T00', '1000-01-01T00']);
  });

  it('shows who is there now, newest first', async () => {
    const { store, project } = newProject();
    await store.append(project, [
      view(1, '/a', start + 1, { country: 'FR' }),
      view(2, '/b', start + 3, { category: 'assistant' }),
      view(1, '/c', start + 2),
      view(3, '/old', start - 1),
    ]);
    const { visitors, recent } = await store.live({
      projectId: project,
      since: start,
      mapping: defaultMapping,
      limit: 2,
    });
    expect(visitors).toEqual({ human: 1, ai: 1, total: 2 });
    expect(recent.map((shown) => [shown.path, shown.classification.category])).toEqual([
      ['/b', 'assistant'],
      ['/c', 'human'],
    ]);
  });
}
