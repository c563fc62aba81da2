import type { Registry } from 'prom-client';
import { addJobMetrics } from './agent/agent.ts';
import { addVisitMetrics, type VisitOutlook } from './analytics/visits/visit-metrics.ts';
import { addDirectoryMetrics } from './data-directory/directory-metrics.ts';
import { addBackgroundMetrics } from './db/background-metrics.ts';
import { addConnectionMetrics } from './db/connection-metrics.ts';
import type { Ground } from './open-projects.ts';
import { addMailMetrics } from './weekly-mail/weekly-mail.ts';
import { addClockMetrics } from './trusted-time/clock-metrics.ts';

/** Adds what every part of the program lets a monitor see. */
export function addMetrics(registry: Registry, { ground, visits }: { ground: Ground; visits: VisitOutlook }): void {
  addDirectoryMetrics(registry, ground.dataDirectory);
  addVisitMetrics(registry, visits);
  addConnectionMetrics(registry, ground);
  addClockMetrics(registry, ground.trustedTime);
  addBackgroundMetrics(registry, ground.work);
  addJobMetrics(registry, ground);
  addMailMetrics(registry, ground);
}
