import { Gauge, type Registry } from 'prom-client';

/** Views that were acknowledged and lie on the disk of this machine until the store takes them; at any time and at no cost. */
export type VisitWaiting = () => { readonly views: number; readonly bytes: number };

export function addVisitWaitingMetrics(registry: Registry, waiting: VisitWaiting): void {
  const helps = { views: 'Views', bytes: 'Bytes of views' } as const;
  for (const [of, help] of Object.entries(helps) as [keyof typeof helps, string][]) {
    const gauge = new Gauge({
      name: `docwright_visits_waiting_${of}`,
      help: `${help} that wait in the data directory because ClickHouse was unavailable.`,
      registers: [registry],
      collect: () => {
        gauge.set(waiting()[of]);
      },
    });
  }
}
