import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/clock.ts';
import { duration } from '../../../../kernel/clock.ts';
import { otherPath } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql, texts } from '../server/sql.ts';

/** Tells the path under which a view is kept: its own, or `(other)` where its day has no room for another. */
export type FoldPath = (path: string) => string;

const keepsItself: FoldPath = (path) => path;
/** What other processes add meanwhile is not known, so that a day may come to have somewhat more paths than it should. */
const rememberedMilliseconds = duration.minute;

/** Of how many distinct paths a project may have on a day. Counting them takes a query, so it is done when there may be too many. */
export class PathLimit {
  readonly #server: Pick<ClickHouse, 'read'>;
  readonly #maximum: number;
  /** At most so many paths are there, by project and day. */
  readonly #bounds: LRUCache<string, number>;

  constructor({ server, maximum, clock }: { server: Pick<ClickHouse, 'read'>; maximum: number; clock: Clock }) {
    this.#server = server;
    this.#maximum = maximum;
    this.#bounds = new LRUCache({ max: 10_000, ttl: rememberedMilliseconds, ttlResolution: 0, perf: clock });
  }

  /** For views of these paths that are about to be kept. */
  async of(projectId: string, day: number, paths: ReadonlySet<string>): Promise<FoldPath> {
    const key = `${day} ${projectId}`;
    const bound = this.#bounds.get(key);
    if (bound !== undefined && bound + paths.size <= this.#maximum) {
      this.#bounds.set(key, bound + paths.size, { noUpdateTTL: true });
      return keepsItself;
    }
    const ofDay = sql`project_id = ${projectId} AND day = ${day} AND path != ${otherPath}`;
    const [counted] = await this.#server.read<{ paths: number }>(
      sql`SELECT uniqExact(path) AS paths FROM view WHERE ${ofDay}`,
    );
    const count = counted?.paths ?? 0;
    this.#bounds.set(key, count + paths.size);
    if (count + paths.size <= this.#maximum) return keepsItself;
    const rows = await this.#server.read<{ path: string }>(
      sql`SELECT DISTINCT path FROM view WHERE ${ofDay} AND path IN ${texts([...paths])}`,
    );
    const known = new Set([otherPath, ...rows.map(({ path }) => path)]);
    let room = this.#maximum - count;
    return (path) => {
      if (known.has(path)) return path;
      if (room <= 0) return otherPath;
      room -= 1;
      known.add(path);
      return path;
    };
  }
}
