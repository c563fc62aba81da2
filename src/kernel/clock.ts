/** Time as an argument, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/**
 * The time by which old things may be deleted for good; undefined while the clock is not believed. See `trusted-time/`.
 */
export type DeletionTime = () => number | undefined;

/** Durations in milliseconds, the unit of every clock and timer here. Days are those of UTC, all equally long. */
export const duration = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Milliseconds since the machine started, the same for all its processes. Nobody sets it: what must not end early or late when
 * somebody sets the other one is measured by it. A value from before a restart of the machine means nothing.
 */
export const steadyClock: Clock = { now: () => Number(process.hrtime.bigint() / 1_000_000n) };

/**
 * A clock for caches. If the system clock is set back, this one jumps a day ahead, so that entries expire too early instead of
 * too late: such as a key that another process has revoked.
 */
export function forwardClock(clock: Clock): Clock {
  let [shown, passed] = [clock.now(), clock.now()];
  return {
    now: () => {
      const now = clock.now();
      passed += now < shown ? duration.day : now - shown;
      shown = now;
      return passed;
    },
  };
}

/** A clock that moves only when told to. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

export function createManualClock(startMilliseconds: number): ManualClock {
  let current = startMilliseconds;
  return {
    now: () => current,
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}
