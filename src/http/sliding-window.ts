import type { Clock } from '../kernel/clock.ts';

interface Slice {
  readonly number: number;
  count: number;
}

/** Slices of a window; more are more exact about when quota comes back, and cost memory. */
const slicesPerWindow = 60;

/**
 * Counts uses by key over the last window. A use counts until its whole slice has left the window, so that no window,
 * wherever it begins, ever holds more than the quota.
 */
export function createSlidingWindow({ windowMilliseconds, clock }: { windowMilliseconds: number; clock: Clock }) {
  const sliceMilliseconds = windowMilliseconds / slicesPerWindow;
  const uses = new Map<string, Slice[]>();
  let nextSweep = 0;

  const current = () => Math.floor(clock.now() / sliceMilliseconds);
  const living = (slices: Slice[], now: number) => slices.filter((slice) => slice.number >= now - slicesPerWindow);

  /** Forgets keys that were not used for a window. */
  function sweep(now: number): void {
    if (now < nextSweep) return;
    nextSweep = now + slicesPerWindow;
    for (const [key, slices] of uses) if (living(slices, now).length === 0) uses.delete(key);
  }

  return {
    /** Counts one use unless the quota is used up. `resetMilliseconds`: until the oldest counted uses come back. */
    take(key: string, quota: number): { allowed: boolean; remaining: number; resetMilliseconds: number } {
      const now = current();
      sweep(now);
      const slices = living(uses.get(key) ?? [], now);
      uses.set(key, slices);
      const used = slices.reduce((sum, slice) => sum + slice.count, 0);
      const allowed = used < quota;
      if (allowed) {
        const last = slices.at(-1);
        if (last?.number === now) last.count += 1;
        else slices.push({ number: now, count: 1 });
      }
      const oldest = slices[0]?.number ?? now;
      return {
        allowed,
        remaining: Math.max(0, quota - used - (allowed ? 1 : 0)),
        resetMilliseconds: (oldest + slicesPerWindow + 1) * sliceMilliseconds - clock.now(),
      };
    },
    /** Keys held in memory. */
    get size(): number {
      return uses.size;
    },
  };
}
