/** Milliseconds between two looks at the event loop. */
const every = 5;

export interface Held {
  /** Milliseconds of processor time of the longest turn of the event loop. */
  readonly heldMs: number;
  /** Most bytes of memory that were seen in use. */
  readonly bytes: number;
}

/**
 * Measures how long this process kept its event loop to itself. Of a turn the shorter of two times counts: what the clock
 * says, which a busy machine makes longer, and what the main thread used of a processor, which waiting does not.
 */
export function startHoldMeter(): { readonly reset: () => void; readonly read: () => Held } {
  let heldMs = 0;
  let bytes = process.memoryUsage.rss();
  let before = { clock: performance.now(), processor: process.threadCpuUsage() };
  const look = (): void => {
    const clock = performance.now();
    const { user, system } = process.threadCpuUsage(before.processor);
    heldMs = Math.max(heldMs, Math.min(clock - before.clock, (user + system) / 1000));
    bytes = Math.max(bytes, process.memoryUsage.rss());
    before = { clock, processor: process.threadCpuUsage() };
  };
  setInterval(look, every).unref();
  return {
    reset() {
      look();
      heldMs = 0;
      bytes = process.memoryUsage.rss();
    },
    read() {
      look();
      return { heldMs, bytes };
    },
  };
}

/** Keeps the event loop of this process for so many milliseconds of processor time. */
export function keepProcessor(milliseconds: number): void {
  const since = process.threadCpuUsage();
  for (let used = { user: 0, system: 0 }; used.user + used.system < milliseconds * 1000;) {
    used = process.threadCpuUsage(since);
  }
}
