import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/clock.ts';
import { duration } from '../../../../kernel/clock.ts';
import type { CountQuery } from '../../visit-store.ts';
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
      perf: clock,
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

/** The same query over the same data has the same name, in whatever process; a search in its rows too. */
export function snapshotName(query: CountQuery, version: string): string {
  const { projectId, measure, dimension, range, mapping, filters = [], order = 'total' } = query;
  const identity = [
    projectId,
    version,
    measure,
    dimension,
    range.from ?? null,
    range.to ?? null,
    mapping.human,
    mapping.ai,
    mapping.humanSource,
    filters,
    order,
  ];
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22);
}
