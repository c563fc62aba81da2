import type { Config } from '../config/config.ts';
import { readLastBackup } from '../data-directory/last-backup.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Outcome } from './examination.ts';

/** Without a schedule, a backup this old is worth a warning. */
const oldWithoutSchedule = 7 * duration.day;

export async function examineBackups({
  dataDirectory,
  backup,
  clock,
}: {
  dataDirectory: string;
  backup: Config['backup'];
  clock: Clock;
}): Promise<Outcome> {
  const { success, failure } = await readLastBackup(dataDirectory);
  const madeAt = success === undefined ? 0 : Date.parse(success.at);
  if (failure !== undefined && Date.parse(failure.at) > madeAt) {
    return {
      state: 'error',
      message: `The last backup failed: ${failure.message}`,
      remedy: 'Run `docwright backup` to see whether it still fails.',
    };
  }
  const remedy = 'Set DOCWRIGHT_BACKUP_TO for scheduled backups, or run `docwright backup <folder>`.';
  if (success === undefined) return { state: 'warning', message: 'No backups yet.', remedy };
  const oldest = backup.to === undefined ? oldWithoutSchedule : 2 * backup.everyMilliseconds;
  const message = `The last backup was made at ${success.at}: ${success.place}.`;
  return clock.now() - madeAt > oldest ? { state: 'warning', message, remedy } : { state: 'ok', message, remedy: null };
}
