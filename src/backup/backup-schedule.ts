import { execFile } from 'node:child_process';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { noteBackup, readLastBackup, type LastBackup } from '../data-directory/last-backup.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createPeriodicTask, type PeriodicTask } from '../kernel/periodic-task.ts';
import { isBucketAddress } from './bucket.ts';

const run = promisify(execFile);
/** How often it is looked whether one is due. */
const lookMilliseconds = duration.minute;
/** A backup that failed is tried again sooner than the next is due. */
const retryMilliseconds = duration.hour;

/**
 * Backs up as often as the settings say, in a process of its own, so that no request waits for it. What became of the last
 * one is in the data directory, whoever made it: one by hand to the same place postpones the next.
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
    readonly backup: {
      readonly to: string | undefined;
      readonly everyMilliseconds: number;
      readonly keep: number;
      readonly isIncremental: boolean;
    };
  };
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  logger: Logger;
  /** Ends a backup under way; the next one clears up. */
  signal: AbortSignal;
}): PeriodicTask | undefined {
  const { to, everyMilliseconds, keep, isIncremental } = config.backup;
  if (to === undefined) return undefined;
  const place = isBucketAddress(to) ? to : resolve(to);
  const program = join(import.meta.dirname, '..', 'cli', `docwright${extname(import.meta.filename)}`);
  return createPeriodicTask({
    name: 'a backup by schedule',
    intervalMilliseconds: lookMilliseconds,
    logger,
    run: async () => {
      const last = await readLastBackup(config.dataDir);
      if (!isDue(last, { place, everyMilliseconds, now: clock.now() })) return;
      const parts = ['backup', place, '--keep', String(keep), '--json', ...(isIncremental ? ['--incremental'] : [])];
      const env = { ...process.env, ...environment, DOCWRIGHT_DATA_DIR: config.dataDir };
      const startedAt = clock.now();
      await run(process.execPath, [program, ...parts], { signal, env }).catch(async (error: unknown) => {
        if (signal.aborted) return;
        await noteKilled({ dataDirectory: config.dataDir, place, startedAt, error });
        throw error;
      });
      logger.info(
        { to },
        signal.aborted ? 'a backup was interrupted by a shutdown; it runs after the next start' : 'backed up',
      );
    },
  });
}

/** A killed process, such as after running out of memory, records no failure. Without a record, it would be retried each minute. */
async function noteKilled({
  dataDirectory,
  place,
  startedAt,
  error,
}: {
  dataDirectory: string;
  place: string;
  startedAt: number;
  error: unknown;
}): Promise<void> {
  const { failure } = await readLastBackup(dataDirectory);
  if (failure !== undefined && Date.parse(failure.at) >= startedAt) return;
  const signal =
    error instanceof Error && 'signal' in error && typeof error.signal === 'string' ? error.signal : undefined;
  const message =
    signal === undefined ? 'The backup process ended early.' : `The backup process was ended by ${signal}.`;
  await noteBackup(dataDirectory, { failure: { at: new Date(startedAt).toISOString(), to: place, message } });
}

export function isDue(
  { success, failure }: LastBackup,
  { place, everyMilliseconds, now }: { place: string; everyMilliseconds: number; now: number },
): boolean {
  const isWithin = (last: LastBackup['success' | 'failure'], milliseconds: number): boolean => {
    if (last === undefined || (last.to ?? place) !== place) return false;
    const since = now - Date.parse(last.at);
    // What lies ahead was noted while the clock was wrong.
    return since >= 0 && since < milliseconds;
  };
  return !isWithin(success, everyMilliseconds) && !isWithin(failure, retryMilliseconds);
}
