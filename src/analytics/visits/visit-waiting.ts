import { Gauge, type Registry } from 'prom-client';

/** Views that were acknowledged and lie on the disk of this machine until the store takes them; at any time and at no cost. */
export type VisitWaiting = () => { readonly views: number; readonly bytes: number };

export function addVisitWaitingMetrics(registry: Registry, waiting: VisitWaiting): void {
  addGauges(registry, waiting, {
    name: 'waiting',
    help: 'that wait in the data directory because ClickHouse was unavailable',
  });
}

export function addSetAsideMetrics(registry: Registry, setAside: VisitWaiting): void {
  addGauges(registry, setAside, {
    name: 'set_aside',
    help: 'that waited and were refused or unreadable; they are tried again',
  });
}

function addGauges(registry: Registry, read: VisitWaiting, { name, help }: { name: string; help: string }): void {
  const subjects = { views: 'Views', bytes: 'Bytes of views' } as const;
  for (const [of, subject] of Object.entries(subjects) as [keyof typeof subjects, string][]) {
    const gauge = new Gauge({
      name: `docwright_visits_${name}_${of}`,
      help: `${subject} ${help}.`,
      registers: [registry],
      collect: () => {
        gauge.set(read()[of]);
      },
    });
  }
}
