import { execFile } from 'node:child_process';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { readLastBackup } from '../data-directory/last-backup.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createPeriodicTask, type PeriodicTask } from '../kernel/periodic-task.ts';

const run = promisify(execFile);
/** How often it is looked whether one is due. */
const lookMilliseconds = duration.minute;
/** A backup that failed is tried again sooner than the next is due. */
const retryMilliseconds = duration.hour;

/**
 * Backs up as often as the settings say, in a process of its own, so that no request waits for it. What became of the last
 * one is in the data directory, whoever made it: one by hand postpones the next.
 */
export function createBackupSchedule({
  config,
  environment,
  clock,
  logger,
  signal,
}: {
  config: {
    readonly dataDir: string;
    readonly backup: { readonly to: string | undefined; readonly everyMilliseconds: number; readonly keep: number };
  };
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  logger: Logger;
  /** Ends a backup under way; the next one clears up. */
  signal: AbortSignal;
}): PeriodicTask | undefined {
  const { to, everyMilliseconds, keep } = config.backup;
  if (to === undefined) return undefined;
  const program = join(import.meta.dirname, '..', 'cli', `docwright${extname(import.meta.filename)}`);
  return createPeriodicTask({
    name: 'a backup by schedule',
    intervalMilliseconds: lookMilliseconds,
    logger,
    run: async () => {
      const { success, failure } = await readLastBackup(config.dataDir);
      const since = (at: string | undefined): number => (at === undefined ? Infinity : clock.now() - Date.parse(at));
      if (since(success?.at) < everyMilliseconds || since(failure?.at) < retryMilliseconds) return;
      const parts = ['backup', to, '--keep', String(keep), '--json'];
      await run(process.execPath, [program, ...parts], {
        signal,
        env: { ...process.env, ...environment, DOCWRIGHT_DATA_DIR: config.dataDir },
      });
      logger.info({ to }, 'backed up');
    },
  });
}
