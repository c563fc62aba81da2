/** Time as an argument, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

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
