/** Time as an argument, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** Durations in milliseconds, the unit of every clock and timer here. Days are those of UTC, all equally long. */
export const duration = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const systemClock: Clock = { now: () => Date.now() };

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
