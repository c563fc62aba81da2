import { setTimeout as delay } from 'node:timers/promises';
import { duration } from './clock.ts';
import { DatabaseAway } from './errors.ts';
import { readStorageFault, type StorageFault } from './storage-fault.ts';

/** How often it is tried again while the disk refuses. */
const tryAgainMilliseconds = duration.second;
/** The longest pause between tries to reach a database; the first is as short as for a disk, each next one twice as long. */
const longestPause = 15 * duration.second;

/**
 * Does the work, and does it again while the disk refuses or the database is away, until it is done or the signal aborts; then
 * it throws the reason. The work must leave nothing behind when it fails, as a transaction does: one that may have been
 * committed is not done again. `onRefused` is told once; `lastRoom` makes some room, if it can, for a last try when the signal
 * aborts.
 */
export async function onceThereIsRoom<Result>(
  work: () => Promise<Result>,
  {
    signal,
    onRefused,
    lastRoom = () => Promise.resolve(false),
  }: {
    signal?: AbortSignal | undefined;
    onRefused?: (fault: StorageFault | DatabaseAway) => void;
    lastRoom?: (() => Promise<boolean>) | undefined;
  } = {},
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const fault = isAway(error) ? error : readStorageFault(error);
      if (fault === undefined) throw error;
      if (tries === 0) onRefused?.(fault);
      // Many processes wait for one database, and shall not all come back at once.
      const growing = Math.min(longestPause, tryAgainMilliseconds * 2 ** tries) * (0.5 + Math.random() / 2);
      const pause = isAway(error) ? growing : tryAgainMilliseconds;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted === true && (await lastRoom())) return work();
      signal?.throwIfAborted();
    }
  }
}

function isAway(thrown: unknown): thrown is DatabaseAway {
  return thrown instanceof DatabaseAway && !thrown.isInDoubt;
}
