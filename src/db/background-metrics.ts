import { Gauge, type Registry } from 'prom-client';
import type { BackgroundFailures } from './background-failures.ts';

/** Adds metrics of failing background work. Every process reports the work of all processes. */
export function addBackgroundMetrics(registry: Registry, failures: Pick<BackgroundFailures, 'list'>): void {
  const labelNames = ['work'];
  const inAll = new Gauge({
    name: 'docwright_background_failures_total',
    help: 'Failures of background work, such as retention, sealing and mail, by work.',
    labelNames,
    registers: [registry],
  });
  const inARow = new Gauge({
    name: 'docwright_background_failures_in_a_row',
    help: 'Failures of background work since its last success, by work. `docwright doctor` names the reason.',
    labelNames,
    registers: [registry],
    collect: async () => {
      // Without the database, the other metrics must still be served.
      const rows = await failures.list().catch(() => []);
      for (const { work, in_all, in_a_row } of rows) {
        inAll.set({ work }, in_all);
        inARow.set({ work }, in_a_row);
      }
    },
  });
}
