import { Gauge, type Registry } from 'prom-client';

/** What of the store lies in memory. */
export interface VisitMemory {
  /** Of all uses together, when nothing is under way. */
  readonly limitBytes: number;
  /** Of each use now; at any time and at no cost. */
  readonly read: () => readonly MemoryUsage[];
}

export interface MemoryUsage {
  readonly use: string;
  readonly bytes: number;
  /** Times that something was read from the disk because it was not in memory. */
  readonly loads: number;
}

/** Says whether the memory is enough: where it is not, the same is loaded again and again. */
export function addVisitMemoryMetrics(registry: Registry, { limitBytes, read }: VisitMemory): void {
  const limit = new Gauge({
    name: 'docwright_visits_memory_limit_bytes',
    help: 'Memory that the visit store may use to cache stored data.',
    registers: [registry],
  });
  limit.set(limitBytes);
  const helps = { bytes: 'Memory in use.', loads: 'Number of cache misses.' } as const;
  for (const [of, help] of Object.entries(helps) as [keyof typeof helps, string][]) {
    const gauge = new Gauge({
      name: `docwright_visits_memory_${of}`,
      help,
      labelNames: ['use'],
      registers: [registry],
      collect: () => {
        for (const usage of read()) gauge.set({ use: usage.use }, usage[of]);
      },
    });
  }
}
