import { join } from 'node:path';
import type { VisitStore } from './analytics/analytics.ts';
import type { ScreenViews } from './analytics/erasures.ts';
import { projectOf, withMissingPages } from './analytics/missing-pages.ts';
import type { VisitOutlook } from './analytics/visits/visit-metrics.ts';
import { createEmbeddedVisitStore } from './analytics/visits/embedded/embedded-visit-store.ts';
import type { Config } from './config/config.ts';
import type { BackgroundWork } from './kernel/background-work.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';

/** The store of visits that the configuration names, with what there is to see of it from outside. */
export interface OpenVisits extends VisitOutlook {
  /** Views, and missing pages beside them. */
  readonly store: VisitStore;
  /** What the clock of its server shows; undefined where it has none of its own. */
  readonly serverTime: (() => Promise<number>) | undefined;
  /** For a process that stays: has the first views after a start wait for nothing, and tries again what was set aside. */
  readonly prepare: () => Promise<void>;
}

export async function openVisits({
  config: { dataDir: directory, clickhouse, visitsMemoryBytes: memoryBytes },
  screen,
  clock,
  logger,
  work,
}: {
  config: Pick<Config, 'dataDir' | 'clickhouse' | 'visitsMemoryBytes'>;
  /** What was erased while it waited is not written. */
  screen: ScreenViews;
  clock: Clock;
  logger: Logger;
  work: BackgroundWork;
}): Promise<OpenVisits> {
  if (clickhouse === undefined) {
    const store = createEmbeddedVisitStore({ directory, clock, logger, memoryBytes, work });
    return {
      store: withMissingPages(store),
      memory: store.memory,
      waiting: undefined,
      setAside: undefined,
      knownDamage: () => store.knownDamage(),
      serverTime: undefined,
      prepare: () => store.prepare(),
    };
  }
  // Loaded here, as PostgreSQL is: most servers have neither, and start sooner without.
  const { openClickHouseVisitStore } = await import('./analytics/visits/clickhouse/clickhouse-visit-store.ts');
  const { createScreenDelivery } = await import('./analytics/visits/clickhouse/write/screen-delivery.ts');
  const spoolFolder = join(directory, 'visits-waiting');
  const store = await openClickHouseVisitStore({
    ...clickhouse,
    clock,
    logger,
    work,
    spoolFolder,
    screen: createScreenDelivery((projectId, views) => screen(projectOf(projectId), views)),
  });
  return {
    store: withMissingPages(store),
    memory: undefined,
    waiting: () => store.waiting(),
    setAside: () => store.setAside(),
    knownDamage: undefined,
    serverTime: () => store.serverTime(),
    prepare: () => store.retrySetAside(),
  };
}
