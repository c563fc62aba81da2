import { Gauge, type Registry } from 'prom-client';
import type { Damage } from './errors.ts';
import { addVisitMemoryMetrics, type VisitMemory } from './visit-memory.ts';
import { addSetAsideMetrics, addVisitWaitingMetrics, type VisitWaiting } from './visit-waiting.ts';

/** What there is to see of a store of visits from outside. */
export interface VisitOutlook {
  /** Undefined where it lies in the memory of another server. */
  readonly memory: VisitMemory | undefined;
  /** Undefined where nothing ever waits. */
  readonly waiting: VisitWaiting | undefined;
  /** Waiting views that were refused or unreadable, and are retried later; undefined for a store without waiting views. */
  readonly setAside: VisitWaiting | undefined;
  /** Known damage, which is not counted; undefined if only the store's own server can detect it. */
  readonly knownDamage: (() => readonly Damage[]) | undefined;
}

export function addVisitMetrics(registry: Registry, { memory, waiting, setAside, knownDamage }: VisitOutlook): void {
  if (memory !== undefined) addVisitMemoryMetrics(registry, memory);
  if (waiting !== undefined) addVisitWaitingMetrics(registry, waiting);
  if (setAside !== undefined) addSetAsideMetrics(registry, setAside);
  if (knownDamage !== undefined) addDamageMetrics(registry, knownDamage);
}

function addDamageMetrics(registry: Registry, knownDamage: () => readonly Damage[]): void {
  const gauge = new Gauge({
    name: 'docwright_visits_damaged_pieces',
    help: 'Pieces of stored views that differ from what was written, and are not counted. `docwright doctor` names them.',
    registers: [registry],
    collect: () => {
      gauge.set(knownDamage().length);
    },
  });
}
