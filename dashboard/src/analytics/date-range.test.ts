import { expect, it } from 'vitest';
import { joinBuckets } from './buckets.ts';
import { bucketStarts, isAligned, resolveRange } from './date-range.ts';
import { beginOf, lastDayOf, rangeText } from './shown-time.ts';

const now = Date.parse('2026-03-01T23:30:00Z');

it.each([
  ['today', '2026-03-01', '2026-03-02', 'hour', '2026-02-22', '2026-02-22T23:30Z'],
  ['7d', '2026-02-23', '2026-03-02', 'day', '2026-02-16', '2026-02-22T23:30Z'],
  ['month', '2026-03-01', '2026-03-02', 'hour', '2026-02-22', '2026-02-22T23:30Z'],
  ['year', '2026-01-01', '2026-03-02', 'day', '2025-10-30', '2025-12-28T23:30Z'],
] as const)('resolves %s in UTC', (range, dateFrom, dateTo, interval, before, beforeUntil) => {
  expect(resolveRange({ range }, now)).toEqual({
    dateFrom,
    dateTo,
    interval,
    // The same weekdays, the last as long as today has been.
    previous: { dateFrom: before, dateTo: beforeUntil },
  });
});

it('means the days that clocks of the project show', () => {
  const range = resolveRange({ range: 'today' }, now, 'Asia/Kolkata');
  expect(range).toMatchObject({ dateFrom: '2026-03-02', dateTo: '2026-03-03', timeZone: 'Asia/Kolkata' });
  expect(range.previous).toMatchObject({ dateFrom: '2026-02-23', timeZone: 'Asia/Kolkata' });
  const none = { human: 0, ai: 0, total: 0 };
  const buckets = [{ start: '2026-03-02T17:30:00Z', visitors: none, views: none, received: true }];
  const joined = joinBuckets({ data: { interval: 'hour', buckets }, drops: [], range, now });
  expect(joined.map(({ end }) => new Date(end).toISOString())).toEqual(['2026-03-02T18:30:00.000Z']);
});

it('takes the days of a custom range in either order, both included', () => {
  const range = resolveRange({ range: 'custom', from: '2026-01-31', to: '2026-01-01' }, now);
  expect([range.dateFrom, range.dateTo]).toEqual(['2026-01-01', '2026-02-01']);
  expect(range.previous).toEqual({ dateFrom: '2025-11-27', dateTo: '2025-12-28' });
});

it.each([
  // A week of seven days, compared with those just before it, ...
  ['previous', '2026-02-23', '2026-02-16', '2026-02-22T23:30Z', true],
  // ... and eight days, which no whole weeks are before.
  ['previous', '2026-02-22', '2026-02-14', '2026-02-21T23:30Z', false],
  ['weekdays', '2026-02-22', '2026-02-08', '2026-02-15T23:30Z', true],
  ['year', '2026-02-22', '2025-02-23', '2025-03-02T23:30Z', true],
] as const)('compares weeks with %s from %s', (compare, from, dateFrom, dateTo, aligned) => {
  const range = resolveRange({ range: 'custom', from, to: '2026-03-01', interval: 'week', compare }, now);
  expect([range.previous, isAligned(range)]).toEqual([{ dateFrom, dateTo }, aligned]);
});

it('compares with days of its own, or with none', () => {
  const custom = { compare: 'custom', compareFrom: '2025-12-31', compareTo: '2025-12-01' } as const;
  expect(resolveRange(custom, now).previous).toEqual({ dateFrom: '2025-12-01', dateTo: '2026-01-01' });
  const none = resolveRange({ compare: 'off' }, now);
  expect([none.previous, isAligned(none)]).toEqual([undefined, false]);
  expect(resolveRange({ range: '90d', interval: 'hour' }, now).interval).toBe('day');
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
    // On the second day only crawlers came, on the third only what is dropped, on the fourth nothing.
    return { start: new Date(start).toISOString(), visitors: value, views: value, received: index < 2 };
  });
  const drops = [{ day: '2026-02-03', reason: 'asset', description: 'An asset', count: 7 }];
  const joined = joinBuckets({ data: { interval: 'day', buckets }, drops, range, now });
  expect(joined.map((bucket) => bucket.counts?.total)).toEqual([3, 0, 0, undefined]);
});

it('shows silent hours of a day on which something came', () => {
  const range = resolveRange({ range: 'custom', from: '2026-02-01', to: '2026-02-01' }, now);
  const none = { human: 0, ai: 0, total: 0 };
  const buckets = bucketStarts(range).map((start, hour) => {
    const value = hour === 9 ? { human: 2, ai: 0, total: 2 } : none;
    return { start: new Date(start).toISOString(), visitors: value, views: value, received: hour === 9 || hour === 10 };
  });
  const drops = [{ day: '2026-02-01', reason: 'asset', description: 'An asset', count: 7 }];
  const joined = joinBuckets({ data: { interval: 'hour', buckets }, drops, range, now });
  expect(joined.some(({ isUnderWay }) => isUnderWay)).toBe(false);
  const today = joinBuckets({
    data: { interval: 'hour', buckets: [] },
    drops: [],
    range: resolveRange({ range: 'today' }, now),
    now,
  });
  expect(today.filter(({ isUnderWay }) => isUnderWay).map(({ start }) => start)).toEqual([now - 1_800_000]);
  expect(joined.slice(8, 12).map((bucket) => bucket.counts?.total)).toEqual([undefined, 2, 0, undefined]);
});

it.each([
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00Z'],
  ['Asia/Kathmandu', '2026-10-25', '2026-10-24T18:15Z'],
  // At midnight clocks go on by an hour, ...
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00Z'],
  // ... back into the day before, and back to midnight.
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00Z'],
])('knows when a day begins in %s: %s', (timeZone, day, at) => {
  expect(beginOf(day, timeZone)).toBe(Date.parse(at));
});

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });

it.each([
  [{ dateFrom: '2026-11-01', dateTo: '2026-12-01' }, '2026-11-30', undefined],
  [{ dateFrom: '2026-11-30', dateTo: '2026-12-01' }, '2026-11-30', undefined],
  [{ dateFrom: '2025-12-28', dateTo: '2026-01-03' }, '2026-01-02', undefined],
  [{ dateFrom: '2026-11-01', dateTo: '2026-11-08T12:30Z' }, '2026-11-08', '12:30'],
  // A day of the time zone, whose last moments are on the day after in UTC.
  [{ dateFrom: '2026-11-01', dateTo: '2026-11-08T20:30Z', timeZone: 'Asia/Kolkata' }, '2026-11-09', '02:00'],
  [{ dateFrom: '2026-11-01', dateTo: '2026-12-01', timeZone: 'America/Havana' }, '2026-11-30', undefined],
])('writes %j with its last day included', (range, lastDay, until) => {
  const days = dates.formatRange(Date.parse(range.dateFrom), Date.parse(lastDay));
  const time = until === undefined ? '' : ` until ${clock.format(Date.parse(`2026-01-01T${until}Z`))}`;
  expect([rangeText(range), lastDayOf(range)]).toEqual([`${days}${time}`, lastDay]);
});
