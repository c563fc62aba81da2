import { ConnectionFailed, DocwrightError } from './errors.ts';
import { wait } from './wait.ts';

/** How time passes; tests bring their own. */
export interface Pace {
  /** Milliseconds, on a clock that nobody sets. */
  readonly now: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly wait: typeof wait;
}
const usualPace: Pace = { now: () => performance.now(), random: Math.random, wait };

/** How long a server may be away, such as for an upgrade, before whoever waits for it gives up. */
const patienceMilliseconds = 5 * 60_000;
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 15_000;

/**
 * Asks again while the server is away, with growing pauses, for up to five minutes from the first failure to the next
 * answer; then throws that failure. One request has a much shorter patience of its own, which is inside of this.
 */
export async function outlast<Result>(
  ask: () => Promise<Result>,
  { signal, onAway }: { signal: AbortSignal | undefined; onAway: ((error: Error) => void) | undefined },
  pace: Pace = usualPace,
): Promise<Result> {
  let awaySince: number | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (!isAway(error)) throw error;
      if (awaySince === undefined) onAway?.(error);
      awaySince ??= pace.now();
      const left = patienceMilliseconds - (pace.now() - awaySince);
      if (left <= 0) throw error;
      // Many clients that lost one server must not all come back at the same moment.
      const pause =
        Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** failures) * (0.5 + pace.random() / 2);
      await pace.wait(Math.min(pause, left), signal);
    }
  }
}

/** Nobody answers, or one that says that it is starting, stopping, overloaded or out of reach. */
export function isAway(error: unknown): error is Error {
  return (
    error instanceof ConnectionFailed ||
    (error instanceof DocwrightError && [429, 500, 502, 503, 504].includes(error.status))
  );
}
