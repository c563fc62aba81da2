import { expect, it } from 'vitest';
import { duration } from '../kernel/clock.ts';
import { isDue } from './backup-schedule.ts';

const now = Date.UTC(2026, 0, 2);
const [place, elsewhere] = ['/srv/backups', '/home/me'];
const at = (hours: number) => new Date(now + hours * duration.hour).toISOString();
const success = (hours: number, to?: string) => ({ at: at(hours), to, place: '', bytes: 1, views: 1, seconds: 1 });
const failure = (hours: number, to?: string) => ({ at: at(hours), to, message: 'no room' });

it.each([
  ['there was none', {}, true],
  ['the last is as old as the setting says', { success: success(-24, place) }, true],
  ['the last is younger', { success: success(-23.9, place) }, false],
  ['the last is younger, noted by an older version', { success: success(-1) }, false],
  ['the last went elsewhere', { success: success(-1, elsewhere) }, true],
  ['the last was made while the clock was ahead', { success: success(1, place) }, true],
  ['the last failed more than an hour ago', { success: success(-25, place), failure: failure(-1, place) }, true],
  ['the last failed just now', { success: success(-25, place), failure: failure(-0.9, place) }, false],
  ['the last that failed went elsewhere', { failure: failure(-0.9, elsewhere) }, true],
])('says whether one is due where %s', (_, last, due) => {
  expect(isDue(last, { place, everyMilliseconds: duration.day, now })).toBe(due);
});
