import { setImmediate } from 'node:timers/promises';

let turns: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop of its own. Hundreds of sessions may ask at once, or wait for the same job; each takes
 * milliseconds, and other requests come in between.
 */
export function takeTurn(): Promise<unknown> {
  turns = turns.then(() => setImmediate());
  return turns;
}
