import { setTimeout as delay } from 'node:timers/promises';
import { duration } from './clock.ts';
import { readStorageFault, type StorageFault } from './storage-fault.ts';

/** How often it is tried again while the disk refuses. */
const tryAgainMilliseconds = duration.second;

/**
 * Does the work, and does it again while the disk refuses, until it is done or the signal aborts; then it throws the
 * reason. The work must leave nothing behind when it fails, as a transaction does. `onRefused` is told once; `lastRoom` makes
 * some room, if it can, for a last try when the signal aborts.
 */
export async function onceThereIsRoom<Result>(
  work: () => Promise<Result>,
  {
    signal,
    onRefused,
    lastRoom = () => Promise.resolve(false),
  }: {
    signal?: AbortSignal | undefined;
    onRefused?: (fault: StorageFault) => void;
    lastRoom?: (() => Promise<boolean>) | undefined;
  } = {},
): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      const fault = readStorageFault(error);
      if (fault === undefined) throw error;
      if (isFirst) onRefused?.(fault);
      await delay(tryAgainMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted === true && (await lastRoom())) return work();
      signal?.throwIfAborted();
    }
  }
}
