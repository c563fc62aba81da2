import { Gauge, type Registry } from 'prom-client';

/** The visit store's cached data. */
export interface VisitMemory {
  /** Limit for all uses together, while no query runs. */
  readonly limitBytes: number;
  /** Current usage by use. Cheap; may be called at any time. */
  readonly read: () => readonly MemoryUsage[];
}

export interface MemoryUsage {
  readonly use: string;
  readonly bytes: number;
  /** Number of cache misses. */
  readonly loads: number;
}

/** A `loads` metric that keeps growing means that the limit is too low. */
export function addVisitMemoryMetrics(registry: Registry, { limitBytes, read }: VisitMemory): void {
  const limit = new Gauge({
    name: 'docwright_visits_memory_limit_bytes',
    help: 'Memory that the visit store may use to cache stored data.',
    registers: [registry],
  });
  limit.set(limitBytes);
  const helps = { bytes: 'Memory in use.', loads: 'Number of cache misses.' } as const;
  for (const [quantity, help] of Object.entries(helps) as [keyof typeof helps, string][]) {
    const gauge = new Gauge({
      name: `docwright_visits_memory_${quantity}`,
      help,
      labelNames: ['use'],
      registers: [registry],
      collect: () => {
        for (const usage of read()) gauge.set({ use: usage.use }, usage[quantity]);
      },
    });
  }
}
