import { Gauge, type Registry } from 'prom-client';
import type { MainDatabase } from './main-database.ts';

/** Adds what says whether there are enough connections to PostgreSQL; nothing for a file, which has none. */
export function addConnectionMetrics(registry: Registry, { connections }: Pick<MainDatabase, 'connections'>): void {
  if (connections === undefined) return;
  const gauge = new Gauge({
    name: 'docwright_database_connections',
    help: 'Connections to PostgreSQL: in use, idle, and how many statements wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { total, idle, waiting } = connections();
      gauge.set({ state: 'used' }, total - idle);
      gauge.set({ state: 'idle' }, idle);
      gauge.set({ state: 'awaited' }, waiting);
    },
  });
}
