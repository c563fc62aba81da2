import { LRUCache } from 'lru-cache';
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
/** Keys that are counted at once; who was quiet for longest is forgotten first, so that no flood of keys costs memory. */
const mostKeys = 20_000;

/**
 * Counts uses by key over the last window. A use counts until the last one of its slice has left the window, so that no
 * window, wherever it begins, ever holds more than the quota, and nobody waits for longer than a window.
 */
export function createSlidingWindow({ windowMilliseconds, clock }: { windowMilliseconds: number; clock: Clock }) {
  const sliceMilliseconds = windowMilliseconds / slicesPerWindow;
  const uses = new LRUCache<string, Slice[]>({ max: mostKeys });
  let nextSweep = 0;

  /** Leaves of a key's slices those in the window. */
  function forgetOld(slices: Slice[], now: number): void {
    // A clock that was set back makes nobody wait for it to catch up.
    for (const slice of slices) slice.lastAt = Math.min(slice.lastAt, now);
    const living = slices.findIndex(({ lastAt }) => lastAt + windowMilliseconds > now);
    if (living !== 0) slices.splice(0, living === -1 ? slices.length : living);
  }

  /** Forgets keys that were not used for a window. */
  function sweep(now: number): void {
    if (now < nextSweep) return;
    nextSweep = now + windowMilliseconds;
    for (const [key, slices] of [...uses.entries()]) {
      forgetOld(slices, now);
      if (slices.length === 0) uses.delete(key);
    }
  }

  /** What of the quota is left. `resetMilliseconds`: until the oldest counted uses come back. */
  function look(key: string, quota: number) {
    const now = clock.now();
    sweep(now);
    const slices = uses.get(key);
    if (slices === undefined) return { allowed: quota > 0, remaining: quota, resetMilliseconds: windowMilliseconds };
    forgetOld(slices, now);
    let used = 0;
    for (const { count } of slices) used += count;
    const oldest = slices[0]?.lastAt ?? now;
    return { allowed: used < quota, remaining: quota - used, resetMilliseconds: oldest + windowMilliseconds - now };
  }

  /** Counts uses, whatever the quota is. */
  function add(key: string, count: number): void {
    const now = clock.now();
    const use = { number: Math.floor(now / sliceMilliseconds), count, lastAt: now };
    const slices = uses.get(key);
    if (slices === undefined) uses.set(key, [use]);
    else addUse(slices, use);
  }

  return {
    look,
    add,
    /** Counts one use unless the quota is used up. */
    take(key: string, quota: number): { allowed: boolean; remaining: number; resetMilliseconds: number } {
      const { allowed, remaining, resetMilliseconds } = look(key, quota);
      if (allowed) add(key, 1);
      return { allowed, remaining: Math.max(0, remaining - (allowed ? 1 : 0)), resetMilliseconds };
    },
    /** Keys held in memory. */
    get size(): number {
      return uses.size;
    },
  };
}

function addUse(slices: Slice[], use: Slice): void {
  const last = slices.at(-1);
  if (last?.number !== use.number) {
    slices.push(use);
    return;
  }
  last.count += use.count;
  last.lastAt = use.lastAt;
}
