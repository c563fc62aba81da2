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
    for (const slice of slices) if (slice.lastAt > now) slice.lastAt = now;
    while (slices[0] !== undefined && slices[0].lastAt + windowMilliseconds <= now) slices.shift();
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

  function slicesOf(key: string, now: number): Slice[] | undefined {
    sweep(now);
    const slices = uses.get(key);
    if (slices !== undefined) forgetOld(slices, now);
    return slices;
  }

  function tally(slices: readonly Slice[] | undefined, quota: number, now: number) {
    if (slices === undefined) return { allowed: quota > 0, remaining: quota, resetMilliseconds: windowMilliseconds };
    let used = 0;
    for (const { count } of slices) used += count;
    const oldest = slices[0]?.lastAt ?? now;
    return { allowed: used < quota, remaining: quota - used, resetMilliseconds: oldest + windowMilliseconds - now };
  }

  function add(key: string, slices: Slice[] | undefined, count: number, now: number): void {
    const use = { number: Math.floor(now / sliceMilliseconds), count, lastAt: now };
    if (slices === undefined) uses.set(key, [use]);
    else addUse(slices, use);
  }

  return {
    /** What of the quota is left. `resetMilliseconds`: until the oldest counted uses come back. */
    look(key: string, quota: number) {
      const now = clock.now();
      return tally(slicesOf(key, now), quota, now);
    },
    /** Counts uses, whatever the quota is. */
    add(key: string, count: number): void {
      add(key, uses.get(key), count, clock.now());
    },
    /** Counts one use unless the quota is used up. */
    take(key: string, quota: number): { allowed: boolean; remaining: number; resetMilliseconds: number } {
      const now = clock.now();
      const slices = slicesOf(key, now);
      const { allowed, remaining, resetMilliseconds } = tally(slices, quota, now);
      if (allowed) add(key, slices, 1, now);
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
