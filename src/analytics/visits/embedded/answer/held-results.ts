import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/clock.ts';
import { duration, forwardClock } from '../../../../kernel/clock.ts';
import type { CountedRows } from './count-pool.ts';

const heldMilliseconds = 10 * duration.minute;
/** About 800 answers of 5,000 pages; past it the ones used longest ago are released early. */
const maximumBytes = 64 * 2 ** 20;
const bytesPerRow = 16;

/** Answers whole, under the name of their snapshot, so that walking all pages counts once. */
export class HeldResults {
  readonly #held: LRUCache<string, { readonly result: CountedRows; readonly projectId: string }>;

  constructor(clock: Clock) {
    this.#held = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: ({ result }) => result.rows.group.length * bytesPerRow + 1_000,
      ttl: heldMilliseconds,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: forwardClock(clock),
    });
  }

  get(snapshot: string): CountedRows | undefined {
    return this.#held.get(snapshot)?.result;
  }

  put(snapshot: string, projectId: string, result: CountedRows): void {
    this.#held.purgeStale();
    this.#held.set(snapshot, { result, projectId });
  }

  /** After a deletion nothing of what was deleted may be answered. */
  releaseProject(projectId: string): void {
    const entries = [...this.#held.entries()];
    for (const [snapshot, held] of entries) if (held.projectId === projectId) this.#held.delete(snapshot);
  }
}
