import type { z } from '@hono/zod-openapi';
import type { crawlersSchema, dropsSchema, funnelSchema, goalsSchema, liveSchema } from '../contract/analytics.ts';
import type { FindRedirects } from '../contract/declared-redirects.ts';
import type { RateLimitState } from '../http/rate-limit-headers.ts';
import { InvalidRequest } from '../http/errors.ts';
import { createQuota } from '../http/quota.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Projects } from '../projects/projects.ts';
import { mappingOf, uncountedBy } from './class-mapping.ts';
import {
  compareAll,
  compareRows,
  inChunks,
  isChangeOrder,
  type ComparedRows,
  type ListedRow,
  type ListOrder,
} from './compare-rows.ts';
import { readDateRange } from './date-range.ts';
import { dropReasons, formerDropReasons, rejectionReasons } from './drop-reason.ts';
import { bucketTable, comparedTable, countTable, type ExportTable } from './export-tables.ts';
import { readFilters, type FilterFields } from './filters.ts';
import { conversionOf, goalOf, readSteps } from './goals.ts';
import { missingOf } from './missing-pages.ts';
import { createTellMissing, missingTable, type MissingRow } from './read-missing.ts';
import { createRememberedWalks } from './remembered-walks.ts';
import { readReceivedBuckets, type ReceivedBucket } from './received-buckets.ts';
import type { RetiredViews } from './retired-views.ts';
import type {
  CountPage,
  CountQuery,
  CountRow,
  RowOrder,
  TimeRange,
  TimeseriesQuery,
  VisitStore,
} from './visits/visit-store.ts';

/** A day on which clocks are set back. */
const longestByMinute = 25 * duration.hour;

/** Views of the last minutes that are shown. */
const liveViews = 50;
const mostCrawlers = 100;
const comparedFields = { from: 'compareFrom', to: 'compareTo' };

/**
 * Begins every read of analytics, by whatever entrance: range and filters are understood, then the read counts against the quota
 * that the project gives its reader. Throws `InvalidRequest`, `ProjectNotFound`, `RateLimited`, in this order.
 */
export type BeginRead = (
  request: {
    readonly projectId: string;
    /** Whose quota it is, such as the actor of a key. */
    readonly reader: string;
    readonly dateFrom?: string | undefined;
    readonly dateTo?: string | undefined;
    /** Whose days and hours are meant; UTC where it is left out. */
    readonly timeZone?: string | undefined;
  } & FilterFields,
) => Promise<AnalyticsRead>;

/** A read that was let in. What it answers is within its range and, drops and live visitors apart, of views that pass its filters; counted as the project says. */
export interface AnalyticsRead {
  /** What is left of the quota. */
  readonly limit: RateLimitState;
  /** A later page comes from the data of the first, with a snapshot or without. Throws `SnapshotGone` for one that was given. */
  page(count: WhatToCount, part: PartOfPages): Promise<CountPage>;
  /** As `page`, with the rows beside an earlier range where one is named. Throws InvalidRequest. */
  list(
    count: WhatToCount,
    part: ComparedPart,
  ): Promise<Omit<CountPage, 'rows'> & Pick<ComparedRows, 'rows'> & Partial<ComparedRows>>;
  /** All rows, with how they are written. Throws `SnapshotGone`. */
  walk(count: WhatToCount, part: Pick<PartOfPages, 'snapshot' | 'search' | 'sort'>): Promise<WholeExport>;
  /** As `walk`, with the rows beside an earlier range where one is named. Throws InvalidRequest. */
  walkCompared(count: WhatToCount, part: ComparedPart): Promise<WholeExport<ListedRow>>;
  /** Who asked for pages that are not there: one page of rows, and all of them. As `page` and `walk`. */
  missingPage(part: PartOfPages): Promise<Omit<CountPage, 'rows'> & { readonly rows: readonly MissingRow[] }>;
  walkMissing(part: Pick<PartOfPages, 'snapshot' | 'search' | 'sort'>): Promise<WholeExport<MissingRow>>;
  timeseries(interval: TimeseriesQuery['interval']): Promise<Timeseries>;
  /** Who reached the goals of the project. */
  goals(): Promise<z.infer<typeof goalsSchema>>;
  /** How far visitors came. Throws InvalidRequest for a step that cannot be read. */
  funnel(steps: readonly string[]): Promise<z.infer<typeof funnelSchema>>;
  /** What was not counted, and why. */
  drops(): Promise<z.infer<typeof dropsSchema>['drops']>;
  /** Programs that are in no count, the first hundred. */
  crawlers(): Promise<z.infer<typeof crawlersSchema>>;
  /** Who was there in the last minutes, whatever the range. */
  live(minutes?: number): Promise<z.infer<typeof liveSchema>>;
}

export type WhatToCount = Pick<CountQuery, 'measure' | 'dimension'>;

export interface PartOfPages {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly snapshot?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: RowOrder | undefined;
}

interface ComparedPart extends Omit<PartOfPages, 'sort'> {
  readonly compareFrom?: string | undefined;
  readonly compareTo?: string | undefined;
  readonly sort?: ListOrder | undefined;
}

export interface WholeExport<Row extends CountRow = CountRow> {
  readonly snapshot: string;
  readonly rows: AsyncIterable<readonly Row[]>;
  readonly table: ExportTable<Row>;
}

interface Timeseries {
  readonly buckets: readonly ReceivedBucket[];
  readonly table: ExportTable<ReceivedBucket>;
}

export function createBeginRead({
  projects,
  store,
  hiddenBefore,
  clock,
  findRedirects,
}: {
  projects: Pick<Projects, 'require'>;
  store: Pick<VisitStore, 'countPage' | 'walk' | 'timeseries' | 'countReached' | 'readDrops' | 'live'>;
  /** Views before this moment are past their retention and not counted, though still stored. */
  hiddenBefore: RetiredViews['hiddenBefore'];
  clock: Clock;
  findRedirects: FindRedirects;
}): BeginRead {
  const walks = createRememberedWalks({ store, clock });
  const tellMissing = createTellMissing({ store, clock, findRedirects });
  const take = createQuota({ name: 'reads', windowSeconds: 60, clock });
  return async ({ projectId, reader, dateFrom, dateTo, timeZone, ...fields }) => {
    const askedRange = readDateRange({ dateFrom, dateTo, timeZone });
    const filters = readFilters(fields);
    const project = await projects.require(projectId);
    const limit = take(reader, project.settings.analytics.readsPerMinute);
    const mapping = mappingOf(project);
    const range = visiblePart(askedRange, await hiddenBefore(project.id));
    const within = { projectId: project.id, range, mapping, filters };
    const missing = { ...within, projectId: missingOf(project.id), measure: 'visitors', dimension: 'path' } as const;
    const page: AnalyticsRead['page'] = (count, { limit: most = 50, offset = 0, snapshot, search, sort }) =>
      walks(reader, { ...count, ...within, order: sort, snapshot, search, limit: most, offset });
    const walk: AnalyticsRead['walk'] = async (count, { snapshot, search, sort }) => ({
      ...(await store.walk({ ...count, ...within, order: sort, snapshot, search })),
      table: countTable(count),
    });
    /** Undefined where none is named, without which nothing has changed. */
    const earlierRange = async ({ compareFrom, compareTo }: ComparedPart, sort: ListOrder | undefined) => {
      if (compareFrom !== undefined || compareTo !== undefined) {
        const earlier = readDateRange({ dateFrom: compareFrom, dateTo: compareTo, timeZone }, comparedFields);
        return visiblePart(earlier, await hiddenBefore(project.id));
      }
      if (isChangeOrder(sort))
        throw new InvalidRequest([{ field: 'sort', message: `${sort} needs compareFrom or compareTo` }]);
      return undefined;
    };
    const compared = (count: WhatToCount, { search }: ComparedPart, shown: CountPage, earlier: TimeRange) =>
      compareRows(store, { ...count, ...within, search }, shown, earlier);
    return {
      limit,
      page,
      async list(count, { sort, ...part }) {
        const earlier = await earlierRange(part, sort);
        if (earlier === undefined || !isChangeOrder(sort)) {
          const plain = await page(count, { ...part, ...(!isChangeOrder(sort) && { sort }) });
          return earlier === undefined ? plain : { ...plain, ...(await compared(count, part, plain, earlier)) };
        }
        const { offset = 0, limit: most = 50, search } = part;
        const { snapshot, totals } = await page(count, part);
        const { rows } = await compareAll(store, { ...count, ...within, search, snapshot, order: sort }, earlier);
        const hasMore = rows.length > offset + most;
        const shown = { totals, snapshot, hasMore, rows: rows.slice(offset, offset + most) };
        return { ...shown, ...(await compared(count, part, shown, earlier)) };
      },
      walk,
      async walkCompared(count, { sort, search, snapshot, ...compare }) {
        const earlier = await earlierRange(compare, sort);
        if (earlier === undefined) return walk(count, { search, snapshot, ...(!isChangeOrder(sort) && { sort }) });
        const whole = await compareAll(store, { ...count, ...within, search, snapshot, order: sort }, earlier);
        return { snapshot: whole.snapshot, rows: inChunks(whole.rows), table: comparedTable(count) };
      },
      async missingPage({ limit: most = 50, offset = 0, snapshot, search, sort }) {
        const page = await walks(reader, { ...missing, order: sort, snapshot, search, limit: most, offset });
        return { ...page, rows: await tellMissing(project, page.rows) };
      },
      async walkMissing({ snapshot, search, sort }) {
        const whole = await store.walk({ ...missing, order: sort, snapshot, search });
        const rows = (async function* () {
          for await (const chunk of whole.rows) yield await tellMissing(project, chunk);
        })();
        return { snapshot: whole.snapshot, rows, table: missingTable };
      },
      async timeseries(interval) {
        const { from = -Infinity, to = Infinity } = range;
        if (interval === 'minute' && to - from > longestByMinute)
          throw new InvalidRequest([
            { field: 'interval', message: 'minute needs dateFrom and dateTo at most a day apart' },
          ]);
        return { buckets: await readReceivedBuckets(store, { ...within, interval, timeZone }), table: bucketTable };
      },
      async goals() {
        const { goals } = project.settings.analytics;
        const { visitors, reached } = await store.countReached({ ...within, goals: goals.map(goalOf), inOrder: false });
        return {
          visitors,
          goals: goals.flatMap(({ name }, index) => {
            const counts = reached[index];
            return counts ? [{ name, ...counts, conversion: conversionOf(counts, visitors) }] : [];
          }),
        };
      },
      async funnel(steps) {
        const goals = readSteps(steps, project.settings.analytics.goals);
        const { visitors, reached } = await store.countReached({ ...within, goals, inOrder: true });
        return {
          visitors,
          steps: reached.map((counts, index) => ({
            step: steps[index] ?? '',
            ...counts,
            conversion: conversionOf(counts, visitors),
          })),
        };
      },
      async drops() {
        const descriptions: Readonly<Record<string, string>> = {
          ...formerDropReasons,
          ...dropReasons,
          ...rejectionReasons,
        };
        const drops = await store.readDrops(project.id, range);
        return drops.map((drop) => ({ ...drop, description: descriptions[drop.reason] ?? drop.reason }));
      },
      async crawlers() {
        const { totals, rows } = await store.countPage({
          ...within,
          measure: 'views',
          dimension: 'agent',
          mapping: uncountedBy(mapping),
          limit: mostCrawlers,
          offset: 0,
          snapshot: undefined,
        });
        return { views: totals.total, crawlers: rows.map(({ value, total }) => ({ agent: value, views: total })) };
      },
      async live(minutes = 5) {
        const since = clock.now() - minutes * duration.minute;
        const { visitors, recent } = await store.live({ projectId: project.id, since, mapping, limit: liveViews });
        return {
          visitors,
          recent: recent.map(({ timestampMs, path, classification, country }) => ({
            at: new Date(timestampMs).toISOString(),
            path,
            category: classification.category,
            agent: classification.product ?? null,
            country: country ?? null,
          })),
        };
      },
    };
  };
}

function visiblePart({ from, to }: TimeRange, hiddenBefore: number | undefined): TimeRange {
  if (hiddenBefore === undefined || (from !== undefined && from >= hiddenBefore)) return { from, to };
  return { from: to === undefined ? hiddenBefore : Math.min(hiddenBefore, to), to };
}
