import { setImmediate as nextTurn } from 'node:timers/promises';
import { SnapshotReleased } from '../../errors.ts';
import { snapshotName } from '../../snapshot-name.ts';
import type { CountPage, CountRow, CountWalk, PageQuery, WalkQuery } from '../../visit-store.ts';
import type { CountedRows, CountPool } from './count-pool.ts';
import type { HeldResults } from './held-results.ts';
import type { ProjectReader } from './project-reader.ts';

/** Rows whose texts are looked up at once, in about a millisecond. */
const rowsPerChunk = 1_000;

type Counting = Pick<CountPool, 'count' | 'search'>;
type Reading = Pick<ProjectReader, 'version' | 'labels'>;

/**
 * Pages, searches and walks of one answer. An answer is counted once and held under the name of its snapshot, whatever
 * part of it is asked for.
 */
export class PagedCounts {
  readonly #pool: Counting;
  readonly #reader: Reading;
  readonly #held: HeldResults;
  /** Under way, so that those who ask the same meanwhile wait for it. */
  readonly #counting = new Map<string, Promise<CountedRows>>();

  constructor({ pool, reader, held }: { pool: Counting; reader: Reading; held: HeldResults }) {
    this.#pool = pool;
    this.#reader = reader;
    this.#held = held;
  }

  /** What a deletion overtakes while it is counted is counted again, unless the reader holds on to a snapshot. */
  async page(query: PageQuery): Promise<CountPage> {
    for (;;) {
      const version = this.#reader.version(query.projectId);
      try {
        return await this.#page(query);
      } catch (error) {
        const isOvertaken = error instanceof SnapshotReleased && query.snapshot === undefined;
        if (!isOvertaken || this.#reader.version(query.projectId) === version) throw error;
      }
    }
  }

  async #page(query: PageQuery): Promise<CountPage> {
    const [snapshot, counted] = await this.#find(query);
    const end = query.offset + query.limit;
    return {
      totals: counted.totals,
      rows: this.#label(query, snapshot, counted, query.offset, end),
      hasMore: counted.rows.group.length > end,
      snapshot,
    };
  }

  async walk(query: WalkQuery): Promise<CountWalk> {
    const [snapshot, counted] = await this.#find(query);
    return { snapshot, rows: this.#chunks(query, snapshot, counted) };
  }

  /** After a deletion nothing of what was deleted may be answered. */
  releaseProject(projectId: string): void {
    this.#held.releaseProject(projectId);
  }

  async *#chunks(query: WalkQuery, snapshot: string, counted: CountedRows): AsyncIterable<readonly CountRow[]> {
    for (let from = 0; from < counted.rows.group.length; from += rowsPerChunk) {
      yield this.#label(query, snapshot, counted, from, from + rowsPerChunk);
      // A reader that takes chunks as fast as they come must not keep the event loop from others.
      await nextTurn();
    }
  }

  async #find(query: WalkQuery): Promise<[string, CountedRows]> {
    const [snapshot, counted] = await this.#count(query);
    return [
      snapshot,
      query.search === undefined ? counted : await this.#search(query, query.search, snapshot, counted),
    ];
  }

  async #count(query: WalkQuery): Promise<[string, CountedRows]> {
    const { snapshot } = query;
    const name = snapshot ?? snapshotName(query, this.#reader.version(query.projectId));
    const held = this.#held.get(name);
    if (held) {
      if (name !== snapshotName(query, held.version)) throw new SnapshotReleased(name);
      return [name, held];
    }
    // Not held, but the data may not have changed since; then counting again gives the same.
    if (snapshot !== undefined && snapshot !== snapshotName(query, this.#reader.version(query.projectId))) {
      throw new SnapshotReleased(snapshot);
    }
    const running = this.#counting.get(name) ?? this.#pool.count(query).finally(() => this.#counting.delete(name));
    this.#counting.set(name, running);
    const counted = await running;
    const actual = snapshotName(query, counted.version);
    if (snapshot !== undefined && snapshot !== actual) throw new SnapshotReleased(snapshot);
    this.#held.put(actual, query.projectId, counted);
    return [actual, counted];
  }

  /** The rows of the answer whose text matches; a search has no data version of its own. */
  async #search(query: WalkQuery, search: string, snapshot: string, counted: CountedRows): Promise<CountedRows> {
    const name = `${snapshot} ${search}`;
    const held = this.#held.get(name);
    if (held) return held;
    const { rows } = counted;
    const positions = await this.#pool.search({ ...query, search, groups: rows.group });
    const pick = (from: Uint32Array) => positions.map((row) => from[row]!);
    const matching = {
      ...counted,
      rows: { group: pick(rows.group), human: pick(rows.human), ai: pick(rows.ai), total: pick(rows.total) },
    };
    this.#held.put(name, query.projectId, matching);
    return matching;
  }

  /** Throws SnapshotReleased where a text was deleted since the rows were counted. */
  #label(query: WalkQuery, snapshot: string, { rows }: CountedRows, from: number, to: number): CountRow[] {
    const labels = this.#reader.labels(query.projectId, query.dimension, [...rows.group.subarray(from, to)]);
    return labels.map((value, index): CountRow => {
      const row = from + index;
      if (value === undefined) throw new SnapshotReleased(snapshot);
      return { value, human: rows.human[row]!, ai: rows.ai[row]!, total: rows.total[row]! };
    });
  }
}
