import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/clock.ts';
import { duration, forwardClock } from '../../../../kernel/clock.ts';
import type { MemoryLedger } from '../columns/memory-ledger.ts';
import type { CountedRows } from './count-pool.ts';

const heldMilliseconds = 10 * duration.minute;
const bytesPerRow = 16;

/** Answers whole, under the name of their snapshot, so that walking all pages counts once. */
export class HeldResults {
  readonly #held: LRUCache<string, { readonly result: CountedRows; readonly projectId: string }>;

  /** `maximumBytes`: past it the ones used longest ago are released early; an answer of 5,000 pages takes 81,000. */
  constructor({ clock, maximumBytes, ledger }: { clock: Clock; maximumBytes: number; ledger: MemoryLedger }) {
    this.#held = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: ({ result }) => sizeOf(result),
      onInsert: ({ result }) => {
        ledger.add('answers', sizeOf(result));
      },
      dispose: ({ result }) => {
        ledger.add('answers', -sizeOf(result));
      },
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

function sizeOf({ rows }: CountedRows): number {
  return rows.group.length * bytesPerRow + 1_000;
}
