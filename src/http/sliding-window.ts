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
/** Keys that are counted at once; who was quiet while half as many were not is forgotten, so that no flood costs memory. */
const mostKeys = 20_000;

/**
 * Counts uses by key over the last window. A use counts until the last one of its slice has left the window, so that no
 * window, wherever it begins, ever holds more than the quota, and nobody waits for longer than a window.
 */
export function createSlidingWindow({ windowMilliseconds, clock }: { windowMilliseconds: number; clock: Clock }) {
  const sliceMilliseconds = windowMilliseconds / slicesPerWindow;
  /** Keys that were used since `recent` was last begun anew, and those of the time before. */
  let recent = new Map<string, Slice[]>();
  let earlier = new Map<string, Slice[]>();
  let changesAt = 0;

  /** Forgets keys that were not used for a window, or while many others were. */
  function change(now: number): void {
    // Nobody has asked for a window: of what was used before, nothing counts any more.
    earlier = now >= changesAt + windowMilliseconds ? new Map<string, Slice[]>() : recent;
    recent = new Map();
    changesAt = now + windowMilliseconds;
  }

  /** Those of the key in the window. */
  function slicesOf(key: string, now: number): Slice[] {
    if (now >= changesAt || recent.size >= mostKeys / 2) change(now);
    let slices = recent.get(key);
    if (slices === undefined) recent.set(key, (slices = earlier.get(key) ?? []));
    forgetOld(slices, now);
    return slices;
  }

  /** Leaves of a key's slices those in the window. */
  function forgetOld(slices: Slice[], now: number): void {
    // A clock that was set back makes nobody wait for it to catch up.
    for (const slice of slices) if (slice.lastAt > now) slice.lastAt = now;
    while (slices[0] !== undefined && slices[0].lastAt + windowMilliseconds <= now) slices.shift();
  }

  function tally(slices: readonly Slice[], quota: number, now: number) {
    let used = 0;
    for (const { count } of slices) used += count;
    const oldest = slices[0]?.lastAt ?? now;
    return { allowed: used < quota, remaining: quota - used, resetMilliseconds: oldest + windowMilliseconds - now };
  }

  function addTo(slices: Slice[], count: number, now: number): void {
    const number = Math.floor(now / sliceMilliseconds);
    const last = slices.at(-1);
    if (last?.number === number) {
      last.count += count;
      last.lastAt = now;
    } else slices.push({ number, count, lastAt: now });
  }

  return {
    /** What of the quota is left. `resetMilliseconds`: until the oldest counted uses come back. */
    look(key: string, quota: number) {
      const now = clock.now();
      return tally(slicesOf(key, now), quota, now);
    },
    /** Counts uses, whatever the quota is. */
    add(key: string, count: number): void {
      const now = clock.now();
      addTo(slicesOf(key, now), count, now);
    },
    /** Counts one use unless the quota is used up. */
    take(key: string, quota: number): { allowed: boolean; remaining: number; resetMilliseconds: number } {
      const now = clock.now();
      const slices = slicesOf(key, now);
      const { allowed, remaining, resetMilliseconds } = tally(slices, quota, now);
      if (allowed) addTo(slices, 1, now);
      return { allowed, remaining: Math.max(0, remaining - (allowed ? 1 : 0)), resetMilliseconds };
    },
    /** Keys held in memory. */
    get size(): number {
      return recent.size + earlier.size;
    },
  };
}
