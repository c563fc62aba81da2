import type { Clock } from '../kernel/clock.ts';

/** Uses that lie close together, kept as one. */
interface Slice {
  readonly number: number;
  count: number;
  /** Time of the last of them, in milliseconds since the epoch. */
  lastAt: number;
}

/** Slices of a window; more are more exact about when quota comes back, and cost memory. */
const slicesPerWindow = 60;

/**
 * Counts uses by key over the last window. A use counts until the last one of its slice has left the window, so that no
 * window, wherever it begins, ever holds more than the quota, and nobody waits for longer than a window.
 */
export function createSlidingWindow({ windowMilliseconds, clock }: { windowMilliseconds: number; clock: Clock }) {
  const sliceMilliseconds = windowMilliseconds / slicesPerWindow;
  const uses = new Map<string, Slice[]>();
  let nextSweep = 0;

  const living = (slices: Slice[], now: number) => {
    // A clock that was set back makes nobody wait for it to catch up.
    for (const slice of slices) slice.lastAt = Math.min(slice.lastAt, now);
    return slices.filter(({ lastAt }) => lastAt + windowMilliseconds > now);
  };

  /** Forgets keys that were not used for a window. */
  function sweep(now: number): void {
    if (now < nextSweep) return;
    nextSweep = now + windowMilliseconds;
    for (const [key, slices] of uses) if (living(slices, now).length === 0) uses.delete(key);
  }

  return {
    /** Counts one use unless the quota is used up. `resetMilliseconds`: until the oldest counted uses come back. */
    take(key: string, quota: number): { allowed: boolean; remaining: number; resetMilliseconds: number } {
      const now = clock.now();
      sweep(now);
      const slices = living(uses.get(key) ?? [], now);
      uses.set(key, slices);
      const used = slices.reduce((sum, slice) => sum + slice.count, 0);
      const allowed = used < quota;
      if (allowed) addUse(slices, Math.floor(now / sliceMilliseconds), now);
      const oldest = slices[0]?.lastAt ?? now;
      return {
        allowed,
        remaining: Math.max(0, quota - used - (allowed ? 1 : 0)),
        resetMilliseconds: oldest + windowMilliseconds - now,
      };
    },
    /** Keys held in memory. */
    get size(): number {
      return uses.size;
    },
  };
}

function addUse(slices: Slice[], number: number, now: number): void {
  const last = slices.at(-1);
  if (last?.number !== number) {
    slices.push({ number, count: 1, lastAt: now });
    return;
  }
  last.count += 1;
  last.lastAt = now;
}
