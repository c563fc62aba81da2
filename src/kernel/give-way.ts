import { platform, setPriority } from 'node:os';

/** Whoever looks at a page, sends a view or waits for an answer goes before work that takes seconds. */
const niceness = 10;

/**
 * Has this thread, and those that it starts from here on, go after others for a processor. On Linux alone, where a priority
 * is that of a thread: elsewhere it is of the process, which may be the one that answers requests.
 */
export function giveWay(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // A container may forbid it; the work is as right without.
  }
}
