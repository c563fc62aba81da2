import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLastBackup } from '../data-directory/last-backup.ts';
import { duration, systemClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createBackupSchedule, isDue } from './backup-schedule.ts';

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

it('tells the log of a backup that failed, and nothing of one that ended with the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-schedule-'));
  const backUpWith = async (stopping: AbortController) => {
    const said: string[] = [];
    const note = (_: object, message: string) => said.push(message);
    const schedule = createBackupSchedule({
      // There is nothing to back up.
      config: {
        dataDir: folder,
        backup: { to: folder, everyMilliseconds: duration.day, keep: 1, isIncremental: false },
      },
      environment: {},
      clock: systemClock,
      logger: { ...silentLogger, error: note, info: note },
      signal: stopping.signal,
    });
    schedule?.start();
    await schedule?.stop();
    return said;
  };
  try {
    expect(await backUpWith(new AbortController())).toEqual([expect.stringContaining('failed') as string]);
    // The process itself noted nothing, as one that is killed does.
    expect((await readLastBackup(folder)).failure).toMatchObject({ to: folder, message: expect.any(String) as string });
    expect(await backUpWith(new AbortController())).toEqual([]);
    rmSync(join(folder, 'last-backup.json'));
    const stopped = new AbortController();
    stopped.abort();
    expect(await backUpWith(stopped)).toEqual([expect.stringContaining('interrupted by a shutdown') as string]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
