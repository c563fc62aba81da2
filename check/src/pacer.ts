import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which other work of the process gets its turn. */
const sliceMs = 15;

/**
 * Call it before each piece of work with what it is about: it lets the event loop breathe when a slice is used up. Throws
 * the signal's reason.
 */
export type Pace = (about: string) => Promise<void>;

export function createPacer(signal: AbortSignal | undefined, onStep: (about: string) => void): Pace {
  let since = performance.now();
  return async (about) => {
    signal?.throwIfAborted();
    if (performance.now() - since >= sliceMs) {
      await setImmediate();
      since = performance.now();
    }
    onStep(about);
  };
}
