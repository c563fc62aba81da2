import type { Registry } from 'prom-client';
import { addVisitMemoryMetrics, type VisitMemory } from './visit-memory.ts';
import { addVisitWaitingMetrics, type VisitWaiting } from './visit-waiting.ts';

/** What there is to see of a store of visits from outside. */
export interface VisitOutlook {
  /** Undefined where it lies in the memory of another server. */
  readonly memory: VisitMemory | undefined;
  /** Undefined where nothing ever waits. */
  readonly waiting: VisitWaiting | undefined;
}

export function addVisitMetrics(registry: Registry, { memory, waiting }: VisitOutlook): void {
  if (memory !== undefined) addVisitMemoryMetrics(registry, memory);
  if (waiting !== undefined) addVisitWaitingMetrics(registry, waiting);
}
