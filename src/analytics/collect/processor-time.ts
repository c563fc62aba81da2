/** Asking the kernel what a thread used takes longer than reading a beacon: it is asked once in so many milliseconds. */
const askedEvery = 1;

/** What tells the time and what this thread used of it, both in milliseconds from any moment on. */
export interface ThreadTimes {
  readonly elapsed: () => number;
  readonly used: () => number;
}

/**
 * Makes what measures work of this thread: called before the work, it answers what tells how many milliseconds of processor
 * time that took. What others did in a millisecond before may count as well, never less than was used. Short work is
 * measured by the time that it took, in which little else can have run.
 */
export function createProcessorWatch({ elapsed, used }: ThreadTimes = threadTimes): () => () => number {
  let lastReading = { at: -Infinity, used: 0 };
  return () => {
    const begun = elapsed();
    if (begun - lastReading.at >= askedEvery) lastReading = { at: begun, used: used() };
    const before = lastReading;
    return () => {
      const took = elapsed() - begun;
      return took < askedEvery ? took : Math.min(took, used() - before.used);
    };
  };
}

/** Node 22 does not tell what a thread used; the time that its work took is never less. */
const threadTimes: ThreadTimes = {
  elapsed: () => performance.now(),
  used: () => {
    if (!('threadCpuUsage' in process)) return performance.now();
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};
