import type {
  ClassMapping,
  Counts,
  CountQuery,
  LiveAnswer,
  LiveQuery,
  ProjectUsage,
  TimeRange,
  TimeseriesQuery,
} from '../visit-store.ts';
import { bucketing } from './buckets.ts';
import type { CountablePart, GroupCounts } from './count-parts.ts';
import { classesOf, countViews, countVisitors } from './count-parts.ts';
import type { VisitDatabase } from './database.ts';
import { visitorCounter } from './dictionaries.ts';
import { DayStore } from './day-store.ts';
import { createGrouping } from './groups.ts';
import { readLive } from './live.ts';
import { siteGroup } from './part.ts';
import { PartReader } from './part-reader.ts';
import type { Share } from './share.ts';
import { readUsage } from './usage.ts';

/** One thread's rows of an answer, in their final order, and its share of the site. */
export interface ShareCounts {
  readonly site: Counts;
  readonly rows: GroupCounts;
  /** 1 + the position of each row's text among all texts, for putting the shares together. */
  readonly rank: Uint32Array<ArrayBuffer>;
}

/** Both measures by bucket; the shares of all threads add up. */
export interface ShareSeries {
  readonly visitors: GroupCounts;
  readonly views: GroupCounts;
}

/** One thread's counting over its own connection. */
export class Counter {
  readonly #database: VisitDatabase;
  readonly #days: DayStore;
  readonly #reader: PartReader;
  #ranks: { key: string; ranks: Uint32Array } = { key: '', ranks: new Uint32Array() };

  constructor(options: { database: VisitDatabase; share: Share; cacheBytes: number }) {
    const { database, share, cacheBytes } = options;
    this.#database = database;
    this.#days = new DayStore(database, cacheBytes * 0.3);
    this.#reader = new PartReader({ days: this.#days, share, cacheBytes: cacheBytes * 0.7 });
  }

  /** Begins to read the newest state, and says which; undefined: no such project, and nothing was begun. */
  open(projectId: string): { key: number; version: number } | undefined {
    this.end();
    this.#reader.beginQuestion();
    this.#database.exec('BEGIN');
    const row = this.#database.prepare('SELECT key, version FROM project WHERE id = ?').get(projectId);
    if (!row) this.end();
    return row as { key: number; version: number } | undefined;
  }

  /** Ends what `open` began. */
  end(): void {
    if (this.#database.inTransaction) this.#database.exec('COMMIT');
  }

  count(project: number, query: Pick<CountQuery, 'dimension' | 'measure' | 'range' | 'mapping'>): ShareCounts {
    const { dimension, measure, range, mapping } = query;
    const grouping = createGrouping(this.#database, project, dimension);
    const parts =
      dimension === 'path'
        ? this.#reader.byPage(project, range, this.#visitorCount(project))
        : this.#reader.byValue(project, range, dimension, grouping);
    const counts = this.#count(project, parts, measure, mapping);
    return sortRows(
      counts,
      this.#ranksOf(project, dimension, () => grouping.ranks()),
    );
  }

  series(
    project: number,
    query: { range: TimeRange; interval: TimeseriesQuery['interval']; mapping: ClassMapping },
  ): ShareSeries {
    const { bucketOf, isDaily } = bucketing(query.interval);
    const parts = this.#reader.byTime(project, query.range, bucketOf, isDaily);
    return {
      visitors: this.#count(project, parts, 'visitors', query.mapping),
      views: this.#count(project, parts, 'views', query.mapping),
    };
  }

  live(project: number, query: LiveQuery): LiveAnswer {
    return readLive(this.#days, project, query);
  }

  usage(project: number): ProjectUsage {
    return readUsage(this.#database, project);
  }

  #count(
    project: number,
    parts: readonly CountablePart[],
    measure: CountQuery['measure'],
    mapping: ClassMapping,
  ): GroupCounts {
    if (measure === 'views') return countViews(parts, classesOf(mapping));
    return countVisitors(parts, classesOf(mapping), this.#visitorCount(project));
  }

  /** Above every visitor number that is in use. */
  #visitorCount(project: number): number {
    const next = this.#database.prepare('SELECT next FROM counter WHERE project = ? AND kind = ?').pluck();
    return (next.get(project, visitorCounter) ?? 0) as number;
  }

  /** Sorting the texts anew is only worth it when there are other texts. */
  #ranksOf(project: number, dimension: string, read: () => Uint32Array): Uint32Array {
    const state = this.#database
      .prepare(
        `SELECT generation || ':' || (SELECT group_concat(next) FROM counter WHERE project = key AND kind < 5)
         FROM project WHERE key = ?`,
      )
      .pluck()
      .get(project);
    const key = `${project}:${dimension}:${String(state)}`;
    if (this.#ranks.key !== key) this.#ranks = { key, ranks: read() };
    return this.#ranks.ranks;
  }
}

function sortRows(counts: GroupCounts, ranks: Uint32Array): ShareCounts {
  const { group, human, ai, total } = counts;
  const hasSite = group[0] === siteGroup;
  const site = hasSite ? { human: human[0]!, ai: ai[0]!, total: total[0]! } : { human: 0, ai: 0, total: 0 };
  const positions = Uint32Array.from(group.keys()).filter(
    (row) => group[row] !== siteGroup && total[row] !== 0 && ranks[group[row]!]! > 0,
  );
  positions.sort((a, b) => total[b]! - total[a]! || ranks[group[a]!]! - ranks[group[b]!]!);
  const pick = (from: Uint32Array) => positions.map((row) => from[row]!);
  return {
    site,
    rows: { group: pick(group), human: pick(human), ai: pick(ai), total: pick(total) },
    rank: positions.map((row) => ranks[group[row]!]!),
  };
}
