import type {
  CountQuery,
  Dimension,
  Filter,
  LiveAnswer,
  LiveQuery,
  ReachAnswer,
  ReachQuery,
  ProjectUsage,
  TimeseriesQuery,
} from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { VisitStoreDamaged } from '../../errors.ts';
import { isWholeCounter, type StoredCounter } from '../columns/row-checksum.ts';
import { findRenamed } from '../columns/renamed-project.ts';
import { refuseDamaged, refuseMissing, refuseMissingTexts } from '../columns/damage.ts';
import { release } from '../columns/release.ts';
import { categoryCode } from '../columns/category-codes.ts';
import { visitorsEnd } from '../columns/visitor-ids.ts';
import { termKinds, visitorCounter } from '../columns/term-kinds.ts';
import type { GroupCounts } from './group-counts.ts';
import { bitsBySource, countViews, countVisitors, type ChosenPart } from './count-parts.ts';
import { ClientValues } from './client-values.ts';
import { createSourceOfDay } from './day-sources.ts';
import { DayStore } from './day-store.ts';
import { createGrouping } from './groups.ts';
import { readLive } from './live.ts';
import type { Scope, SeriesCounts } from './part-reader.ts';
import { PartReader } from './part-reader.ts';
import { categoriesOfAgents, eventNames, ranksOfEvents } from './named-events.ts';
import type { TimeRanks } from './own-rows.ts';
import { countReached } from './reached.ts';
import { compileFilters, textsByNumber, type RowFilter } from './row-filter.ts';
import type { Share } from './share.ts';
import type { SortedCounts } from './sorted-counts.ts';
import { addShares, sortCounts } from './sorted-counts.ts';
import { bytesOfMarksMemory } from './marks-code.ts';
import { readUsage } from './usage.ts';
import { ByteCache, type CacheChange } from './byte-cache.ts';

export type Count = Pick<CountQuery, 'dimension' | 'measure' | 'range' | 'mapping' | 'filters' | 'order'>;

/** One thread's counting over its own connection. */
export class Counter {
  readonly #database: VisitDatabase;
  readonly #cache: ByteCache;
  readonly #days: DayStore;
  readonly #reader: PartReader;
  readonly #clients: ClientValues;
  #version = 0;
  #timeRanks: { key: string; ranks: TimeRanks } = {
    key: '',
    ranks: { pages: new Uint32Array(), events: new Uint32Array() },
  };
  #ranks: { key: string; ranks: Uint32Array } = { key: '', ranks: new Uint32Array() };
  #filters: { key: string; filters: readonly RowFilter[] } = { key: '', filters: [] };

  constructor(options: { database: VisitDatabase; share: Share; cacheBytes: number; onCacheChange?: CacheChange }) {
    const { database, share, cacheBytes, onCacheChange } = options;
    this.#database = database;
    this.#clients = new ClientValues(database);
    this.#cache = new ByteCache(cacheBytes, onCacheChange);
    this.#days = new DayStore(database, this.#cache);
    const roomBytes = cacheBytes / 4;
    this.#reader = new PartReader({ days: this.#days, share, cache: this.#cache, roomBytes });
  }

  /** Begins to read the newest state, and says which; undefined: no such project, and nothing was begun. */
  open(projectId: string): { key: number; version: number } | undefined {
    this.end();
    this.#database.exec('BEGIN');
    const row = this.#database.prepare('SELECT key, version FROM project WHERE id = ?').get(projectId) as
      { key: number; version: number } | undefined;
    this.#version = row?.version ?? 0;
    if (!row) {
      const isRenamed = findRenamed(this.#database, projectId) !== undefined;
      this.end();
      if (isRenamed) throw new VisitStoreDamaged({ projectId, day: undefined, piece: 'project' });
    }
    return row;
  }

  /** Ends what `open` began. */
  end(): void {
    if (!this.#database.inTransaction) return;
    this.#database.exec('COMMIT');
    this.#letGo();
  }

  /** After a question: several may be asked of what one `open` began. */
  #letGo(): void {
    const ranks = [this.#ranks.ranks, this.#timeRanks.ranks.pages, this.#timeRanks.ranks.events];
    const kept = [...ranks, ...this.#filters.filters.map(({ passes }) => passes)];
    const keptBytes = kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#cache.endQuestion(keptBytes + bytesOfMarksMemory() + this.#reader.endQuestion());
  }

  /** This thread's share: the site as group 0, then the groups of the dimension. */
  count(project: number, query: Count): GroupCounts {
    const { dimension, measure } = query;
    const scope = this.#scope(project, query);
    const grouping = createGrouping(this.#database, project, dimension, this.#clients);
    const parts = this.#reader.byValue(scope, dimension, grouping);
    const counts = measure === 'views' ? countViews(parts) : countVisitors(parts, scope.visitorCount);
    releaseUnkept(parts);
    return counts;
  }

  /** The answer from the shares of all threads, in the order of the export. */
  sort(
    project: number,
    { dimension, order }: Pick<Count, 'dimension' | 'order'>,
    shares: readonly GroupCounts[],
  ): SortedCounts {
    const ranks = this.#ranksOf(project, dimension, () => createGrouping(this.#database, project, dimension).ranks());
    const sorted = sortCounts(addShares(shares), ranks, order);
    this.#letGo();
    return sorted;
  }

  series(project: number, query: Omit<TimeseriesQuery, 'projectId'>): SeriesCounts {
    const scope = this.#scope(project, query);
    const { parts, counted } = this.#reader.byTime(scope, query);
    const rest = { visitors: countVisitors(parts, scope.visitorCount), views: countViews(parts) };
    releaseUnkept(parts);
    const all = [...counted, rest];
    return {
      visitors: addShares(all.map(({ visitors }) => visitors)),
      views: addShares(all.map(({ views }) => views)),
    };
  }

  /** Of this thread's visitors. */
  reached(project: number, query: ReachQuery): ReachAnswer {
    const scope = this.#scope(project, query);
    const { range, filters, visitorCount, bitsOfDay, timeRanks } = scope;
    const categories = categoriesOfAgents(this.#database, project);
    const everybody = () => {
      const { human, ai, total } = countVisitors(this.#reader.site(scope), visitorCount);
      return { human: human[0] ?? 0, ai: ai[0] ?? 0, total: total[0] ?? 0 };
    };
    const rules = {
      range,
      filters,
      visitorCount,
      ranks: timeRanks,
      paths: textsByNumber(this.#database, project, termKinds.path),
      events: eventNames(this.#database, project),
      bitsOfDay,
      bitOfEvent: (day: number, agent: number, source: number) =>
        bitsOfDay(day)[categoryCode(categories[agent]!, source)]!,
    };
    return countReached(this.#reader.ownDays(scope), query, rules, everybody);
  }

  /** Positions of the groups whose text contains the search in any case of letters, or has been deleted. */
  search(project: number, query: { dimension: Dimension; search: string; groups: Uint32Array }): Uint32Array {
    const searchText = query.search.toLowerCase();
    const texts = createGrouping(this.#database, project, query.dimension).labelsOf([...query.groups]);
    const positions = texts.flatMap((text, position) =>
      text === undefined || text.toLowerCase().includes(searchText) ? [position] : [],
    );
    return Uint32Array.from(positions);
  }

  live(project: number, query: LiveQuery): LiveAnswer {
    refuseDamaged(this.#database, project, { from: query.since, to: undefined });
    return readLive(this.#days, project, query);
  }

  usage(project: number): ProjectUsage {
    refuseMissing(this.#database, project);
    refuseMissingTexts(this.#database, project);
    return readUsage(this.#database, project);
  }

  /** Throws VisitStoreDamaged where the range cannot be answered for. */
  #scope(project: number, { range, mapping, filters = [] }: Pick<CountQuery, 'range' | 'mapping' | 'filters'>): Scope {
    refuseDamaged(this.#database, project, range);
    // Of the two the higher one: a counter that was damaged must not leave out visitors that are there.
    const counter = this.#database
      .prepare('SELECT kind, next, checksum FROM counter WHERE project = ? AND kind = ?')
      .get(project, visitorCounter) as StoredCounter | undefined;
    const knownVisitors = counter && isWholeCounter(project, counter) ? counter.next : 0;
    const sourceOfDay = createSourceOfDay(this.#days, project, mapping.humanSource);
    const bits = bitsBySource(mapping);
    return {
      project,
      range,
      visitorCount: Math.max(knownVisitors, visitorsEnd(this.#database, project)),
      sourceOfDay,
      bitsOfDay: (day) => bits[sourceOfDay(day)],
      version: this.#version,
      timeRanks: () => this.#timeRanksOf(project),
      filters: filters.length === 0 ? [] : this.#filtersOf(project, filters),
    };
  }

  /** A page of the dashboard asks several questions with the same filters. */
  #filtersOf(project: number, filters: readonly Filter[]): readonly RowFilter[] {
    const key = `${this.#textsOf(project)}:${JSON.stringify(filters)}`;
    if (this.#filters.key !== key)
      this.#filters = { key, filters: compileFilters(this.#database, project, filters, this.#clients) };
    return this.#filters.filters;
  }

  /** Names what texts there are: comparing or sorting them anew is only worth it when there are others. */
  #textsOf(project: number): string {
    const state = this.#database
      .prepare(
        `SELECT generation || ':' || (SELECT group_concat(next) FROM counter WHERE project = key AND kind < 6)
         FROM project WHERE key = ?`,
      )
      .pluck()
      .get(project);
    return `${project}:${String(state)}`;
  }

  #timeRanksOf(project: number): TimeRanks {
    const key = this.#textsOf(project);
    if (this.#timeRanks.key !== key) {
      refuseMissingTexts(this.#database, project);
      const pages = createGrouping(this.#database, project, 'path').ranks();
      const events = ranksOfEvents(eventNames(this.#database, project));
      this.#timeRanks = { key, ranks: { pages, events } };
    }
    return this.#timeRanks.ranks;
  }

  #ranksOf(project: number, dimension: string, read: () => Uint32Array): Uint32Array {
    const key = `${dimension}:${this.#textsOf(project)}`;
    if (this.#ranks.key !== key) {
      refuseMissingTexts(this.#database, project);
      this.#ranks = { key, ranks: read() };
    }
    return this.#ranks.ranks;
  }
}

/** Packed parts are kept for other questions; what was made of rows of cut days is for one. */
function releaseUnkept(parts: readonly ChosenPart[]): void {
  for (const { part, isReused } of parts) if ('visitors' in part && !isReused) release(part.visitors);
}
