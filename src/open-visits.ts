import { join } from 'node:path';
import type { VisitStore } from './analytics/analytics.ts';
import { withMissingPages } from './analytics/missing-pages.ts';
import type { VisitOutlook } from './analytics/visits/visit-metrics.ts';
import { createEmbeddedVisitStore } from './analytics/visits/embedded/embedded-visit-store.ts';
import type { Config } from './config/config.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';

/** The store of visits that the configuration names, with what there is to see of it from outside. */
export interface OpenVisits extends VisitOutlook {
  /** Views, and missing pages beside them. */
  readonly store: VisitStore;
  /** For a process that stays: has the first views after a start wait for nothing. */
  readonly prepare: () => Promise<void>;
}

export async function openVisits({
  config: { dataDir: directory, clickhouse, visitsMemoryBytes: memoryBytes },
  clock,
  logger,
}: {
  config: Pick<Config, 'dataDir' | 'clickhouse' | 'visitsMemoryBytes'>;
  clock: Clock;
  logger: Logger;
}): Promise<OpenVisits> {
  if (clickhouse === undefined) {
    const store = createEmbeddedVisitStore({ directory, clock, logger, memoryBytes });
    return {
      store: withMissingPages(store),
      memory: store.memory,
      waiting: undefined,
      prepare: () => store.prepare(),
    };
  }
  // Loaded here, as PostgreSQL is: most servers have neither, and start sooner without.
  const { openClickHouseVisitStore } = await import('./analytics/visits/clickhouse/clickhouse-visit-store.ts');
  const spoolFolder = join(directory, 'visits-waiting');
  const store = await openClickHouseVisitStore({ ...clickhouse, clock, logger, spoolFolder });
  return {
    store: withMissingPages(store),
    memory: undefined,
    waiting: () => store.waiting(),
    prepare: () => Promise.resolve(),
  };
}
