import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface ServerAddress {
  readonly url: string;
  readonly projectId: string;
  readonly apiKey: string;
}

export interface ServerReport {
  /** Views or rows that are kept. */
  readonly stored: number;
  readonly longestHoldMs: number;
  /**
   * The most processor time that the main thread spent between two turns of a timer of 1 ms: what it holds others up
   * for on a machine that does nothing else. The wall time above includes waiting for a core.
   */
  readonly longestRunMs: number;
  /** Of all threads of the process; what a busy machine does not change much. */
  readonly cpuSeconds: number;
}

const resolutionMs = 1;

export type Effort = Pick<ServerReport, 'longestHoldMs' | 'longestRunMs' | 'cpuSeconds'>;

/** Measures from `begin` on how long the event loop is held at a time, less the timer's own resolution, and the work. */
export function watchEffort(): { begin(): void; read(): Effort } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let before = process.cpuUsage();
  let turn = threadMicroseconds();
  let longestRun = 0;
  setInterval(() => {
    const now = threadMicroseconds();
    longestRun = Math.max(longestRun, now - turn);
    turn = now;
  }, 1).unref();
  return {
    begin: () => {
      delay.reset();
      before = process.cpuUsage();
      longestRun = 0;
    },
    read: () => {
      const { user, system } = process.cpuUsage(before);
      const longestHoldMs = Math.max(0, Math.round(delay.max / 1e5) / 10 - resolutionMs);
      return { longestHoldMs, longestRunMs: Math.round(longestRun / 100) / 10, cpuSeconds: (user + system) / 1e6 };
    },
  };
}

function threadMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Speaks with the benchmark: says where the server is, then counts between `begin` and `end`. */
export function reportServer(address: ServerAddress, stored: () => Promise<number>, close: () => Promise<void>): void {
  const effort = watchEffort();
  process.on('message', (message) => {
    if (message === 'begin') effort.begin();
    if (message !== 'end') return;
    const spent = effort.read();
    void stored().then((count) => process.send?.({ stored: count, ...spent } satisfies ServerReport));
  });
  process.on('disconnect', () => {
    void close().then(() => process.exit());
  });
  process.send?.(address);
}
