import { createHash } from 'node:crypto';
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
  readonly #clock: Clock;
  readonly #held = new Map<string, { result: CountedRows; projectId: string; usedAt: number; bytes: number }>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(snapshot: string): CountedRows | undefined {
    this.#release();
    const entry = this.#held.get(snapshot);
    if (!entry) return undefined;
    entry.usedAt = this.#clock.now();
    this.#held.delete(snapshot);
    this.#held.set(snapshot, entry);
    return entry.result;
  }

  put(snapshot: string, projectId: string, result: CountedRows): void {
    if (this.#held.has(snapshot)) return;
    const bytes = result.rows.group.length * bytesPerRow + 1_000;
    this.#held.set(snapshot, { result, projectId, usedAt: this.#clock.now(), bytes });
    this.#bytes += bytes;
    this.#release();
  }

  /** After a deletion nothing of what was deleted may be answered. */
  releaseProject(projectId: string): void {
    for (const [snapshot, entry] of this.#held) if (entry.projectId === projectId) this.#remove(snapshot, entry.bytes);
  }

  #release(): void {
    const oldest = this.#clock.now() - heldMilliseconds;
    for (const [snapshot, entry] of this.#held) {
      if (entry.usedAt > oldest && this.#bytes <= maximumBytes) break;
      this.#remove(snapshot, entry.bytes);
    }
  }

  #remove(snapshot: string, bytes: number): void {
    this.#held.delete(snapshot);
    this.#bytes -= bytes;
  }
}

/** The same query over the same data has the same name, in whatever process; a search in its rows too. */
export function snapshotName(query: CountQuery, version: string): string {
  const { projectId, measure, dimension, range, mapping } = query;
  const identity = [
    projectId,
    version,
    measure,
    dimension,
    range.from ?? null,
    range.to ?? null,
    mapping.human,
    mapping.ai,
  ];
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22);
}
