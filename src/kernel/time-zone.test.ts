import { expect, it } from 'vitest';
import { findTimeZone, momentIn } from './time-zone.ts';

it.each([
  ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 60],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
  ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
  ['Asia/Kolkata', '2026-01-01T00:00:00Z', 330],
  ['UTC', '2026-01-01T00:00:00Z', 0],
])('%s at %s', (name, at, minutes) => {
  expect(findTimeZone(name)?.offsetAt(Date.parse(at))).toBe(minutes * 60_000);
});

it.each([
  ['Europe/Berlin', '2026-07-01T00:00:00Z', '2026-06-30T22:00:00Z'],
  // Shown twice, and never.
  ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z'],
  ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29T01:30:00Z'],
  // Midnight is left out.
  ['Asia/Beirut', '2026-03-29T00:00:00Z', '2026-03-28T22:00:00Z'],
])('%s shows %s at %s', (name, shown, at) => {
  const zone = findTimeZone(name);
  expect(zone && new Date(momentIn(zone, Date.parse(shown))).toISOString()).toBe(at.replace('Z', '.000Z'));
});

it('knows no place that there is not', () => {
  expect(findTimeZone('Mars/Olympus')).toBeUndefined();
});
