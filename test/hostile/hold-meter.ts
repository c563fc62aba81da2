/** Milliseconds between two looks at the event loop. */
const every = 5;

/**
 * Milliseconds of processor time that the measure takes where the limits on a turn were set: one of two virtual processors of
 * an AMD EPYC (Zen 4) of which the other one has nothing to do. Long, since the system counts in steps of 4 ms.
 */
const measureMs = 60;

export interface Held {
  /**
   * The longest turn of the event loop, in milliseconds of processor time of the machine where limits were set: one that is
   * slower, or shares its processors with others, gets that much more for the same work.
   */
  readonly heldMs: number;
  /** Most bytes of memory that were seen in use. */
  readonly bytes: number;
}

/**
 * Measures how long this process kept its event loop to itself. Of a turn the shorter of two times counts: what the clock
 * says, which a busy machine makes longer, and what the main thread used of a processor, which waiting does not.
 */
export function startHoldMeter(): { readonly reset: () => void; readonly read: () => Held } {
  let longestMs = 0;
  let bytes = process.memoryUsage.rss();
  let before = { clock: performance.now(), processor: process.threadCpuUsage() };
  const look = (): void => {
    const clock = performance.now();
    longestMs = Math.max(longestMs, Math.min(clock - before.clock, processorMs(before.processor)));
    bytes = Math.max(bytes, process.memoryUsage.rss());
    before = { clock, processor: process.threadCpuUsage() };
  };
  const startAnew = (): void => {
    before = { clock: performance.now(), processor: process.threadCpuUsage() };
  };
  setInterval(look, every).unref();
  // Until it is compiled it takes longer.
  workAsServersDo();
  return {
    reset() {
      longestMs = 0;
      bytes = process.memoryUsage.rss();
      startAnew();
    },
    read() {
      look();
      const held = { heldMs: longestMs / slowness(), bytes };
      startAnew();
      return held;
    },
  };
}

/** How many times as long as where limits were set the same work takes here and now; 1 where it takes less. */
function slowness(): number {
  const since = process.threadCpuUsage();
  workAsServersDo();
  return Math.max(1, processorMs(since) / measureMs);
}

const text = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({ id, path: `/page-${id}`, words: ['one', 'two'] })),
);

/** Reads, makes objects and puts texts together. */
function workAsServersDo(): void {
  for (let count = 0; count < 720; count += 1) {
    const pages = JSON.parse(text) as readonly { readonly path: string; readonly words: readonly string[] }[];
    pages.map(({ path, words }) => `${path}?${words.join('&')}`.replaceAll(/[aeiou]/g, '_')).join('\n');
  }
}

/** Of this thread. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

/** Keeps the event loop of this process for so many milliseconds of processor time. */
export function keepProcessor(milliseconds: number): void {
  for (const since = process.threadCpuUsage(); processorMs(since) < milliseconds;);
}
