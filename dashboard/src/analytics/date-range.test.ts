import { expect, it } from 'vitest';
import { joinBuckets } from './buckets.ts';
import { bucketStarts, resolveRange } from './date-range.ts';

const now = Date.parse('2026-03-01T23:30:00Z');

it.each([
  ['today', '2026-03-01', '2026-03-02', 'hour', '2026-02-28'],
  ['7d', '2026-02-23', '2026-03-02', 'day', '2026-02-16'],
  ['month', '2026-03-01', '2026-03-02', 'hour', '2026-02-28'],
  ['year', '2026-01-01', '2026-03-02', 'day', '2025-11-02'],
] as const)('resolves %s in UTC', (range, dateFrom, dateTo, interval, before) => {
  expect(resolveRange({ range }, now)).toEqual({
    dateFrom,
    dateTo,
    interval,
    previous: { dateFrom: before, dateTo: dateFrom },
  });
});

it('takes the days of a custom range in either order, both included', () => {
  const range = resolveRange({ range: 'custom', from: '2026-01-31', to: '2026-01-01' }, now);
  expect([range.dateFrom, range.dateTo]).toEqual(['2026-01-01', '2026-02-01']);
});

it('numbers buckets as the server does', () => {
  const starts = (from: string, to: string) => {
    const range = resolveRange({ range: 'custom', from, to }, now);
    return bucketStarts(range).map((start) => new Date(start).toISOString().slice(0, 13));
  };
  expect(starts('2026-03-01', '2026-03-01')).toHaveLength(24);
  // 2025-10-01 is a Wednesday; its week began on Monday.
  expect(starts('2025-10-01', '2026-03-01')[0]).toBe('2025-09-29T00');
  expect(starts('2024-11-15', '2026-01-15').slice(0, 3)).toEqual(['2024-11-01T00', '2024-12-01T00', '2025-01-01T00']);
});

it('tells nobody came from nothing was received', () => {
  const range = resolveRange({ range: 'custom', from: '2026-02-01', to: '2026-02-04' }, now);
  const counts = (total: number) => ({ human: total, ai: 0, total });
  const buckets = bucketStarts(range).map((start, index) => {
    const value = counts(index === 0 ? 3 : 0);
    return { start: new Date(start).toISOString(), visitors: value, views: value };
  });
  const drops = [{ day: '2026-02-03', reason: 'asset', description: 'An asset', count: 7 }];
  const joined = joinBuckets({ data: { interval: 'day', buckets }, drops, range, now });
  expect(joined.map((bucket) => bucket.counts?.total)).toEqual([3, undefined, 0, undefined]);
});
