import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which other work of the process gets its turn. */
const sliceMs = 15;

/** Call it between pieces of work: it lets the event loop breathe when a slice is used up. Throws the signal's reason. */
export type Pace = () => Promise<void>;

export function createPacer(signal: AbortSignal | undefined): Pace {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
