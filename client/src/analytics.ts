import type { Client } from 'openapi-fetch';
import { answer, given } from './answer.ts';
import type { components, operations, paths } from './api.generated.ts';

export type Timeseries = components['schemas']['Timeseries'];
/** `total` counts human and AI together, each visitor once. */
export type Counts = components['schemas']['Visitors']['totals'];
export type PathCounts = components['schemas']['Visitors']['visitors'][number];
export type MissingPage = components['schemas']['MissingPages']['missing'][number];
export type Goals = components['schemas']['Goals'];
export type Funnel = components['schemas']['Funnel'];
export type ValueCounts = components['schemas']['Breakdown']['visitors'][number];
type BreakdownDimension = operations['getBreakdown']['parameters']['path']['dimension'];

/** `YYYY-MM-DD` or an ISO 8601 date-time; `dateFrom` inclusive, `dateTo` exclusive; a side left out is unbounded. */
export interface DateRange {
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Of the IANA database, such as `Europe/Berlin`: of which dates, times and buckets are; UTC where it is left out. */
  readonly timeZone?: string;
}
type FilterName =
  | 'path'
  | 'agent'
  | 'category'
  | 'referrer'
  | 'country'
  | 'source'
  | 'verdict'
  | 'entryPage'
  | 'exitPage'
  | 'browser'
  | 'os'
  | 'device'
  | 'host'
  | 'utmSource'
  | 'utmMedium'
  | 'utmCampaign'
  | 'status';
/**
 * Only views with one of these values: as a breakdown writes them, `!` before one that is left out, `*` for any text.
 * Filters of different names must all fit.
 */
export type Filters = Pick<NonNullable<operations['getVisitors']['parameters']['query']>, FilterName>;
interface InProject {
  readonly projectId: string;
  readonly signal?: AbortSignal;
}
/** `snapshot` is that of an earlier page; with it, the pages fit together whatever arrives in between. */
interface Paging {
  readonly limit?: number;
  readonly offset?: number;
  readonly snapshot?: string;
  /** Which count comes highest first, or `value`: in the order of their values. */
  readonly sort?: 'total' | 'human' | 'ai' | 'value';
}
interface Page<Row> {
  readonly totals: Counts;
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly snapshot: string | undefined;
}

type Wanted = InProject & DateRange & Filters;

export interface AnalyticsOperations {
  /** One page of exact unique visitors, most first. */
  visitors(request: Wanted & Paging): Promise<Page<PathCounts>>;
  /** All pages of visitors, from one snapshot. */
  allVisitors(request: Wanted): AsyncGenerator<PathCounts, void>;
  views(request: Wanted & Paging): Promise<Page<PathCounts>>;
  allViews(request: Wanted): AsyncGenerator<PathCounts, void>;
  /** What people and AI asked for and did not get, with the page that it most likely was meant to be. */
  missing(request: Wanted & Paging): Promise<Page<MissingPage>>;
  allMissing(request: Wanted): AsyncGenerator<MissingPage, void>;
  /** Visitors by something other than the page, such as `agent`: which AI product or browser. */
  breakdown(request: Wanted & Paging & { readonly dimension: BreakdownDimension }): Promise<Page<ValueCounts>>;
  /** All rows as CSV with a header line, streamed; `report` is the measure per page, or what visitors are broken down by. */
  exportCsv(
    request: Wanted & Pick<Paging, 'sort'> & { readonly report: 'visitors' | 'views' | 'missing' | BreakdownDimension },
  ): Promise<ReadableStream<Uint8Array>>;
  /** Who reached the goals of the project's settings, of the visitors that the filters choose. */
  goals(request: Wanted): Promise<Goals>;
  /** How far visitors came through two to eight steps: pages, `event:NAME` or `goal:NAME`. */
  funnel(request: Wanted & { readonly steps: readonly string[] }): Promise<Funnel>;
  timeseries(request: Wanted & { readonly interval?: Timeseries['interval'] }): Promise<Timeseries>;
}

const largestPage = 250;

export function analyticsOperations(api: Client<paths>): AnalyticsOperations {
  const visitors: AnalyticsOperations['visitors'] = async ({ projectId, signal, ...query }) => {
    const call = api.GET('/v1/analytics/{projectId}/visitors', {
      ...given({ signal }),
      params: { path: { projectId }, query },
    });
    const { visitors: rows, totals, hasMore } = page(await answer(call));
    return { rows, totals, hasMore, snapshot: await snapshotOf(call) };
  };

  const views: AnalyticsOperations['views'] = async ({ projectId, signal, ...query }) => {
    const call = api.GET('/v1/analytics/{projectId}/views', {
      ...given({ signal }),
      params: { path: { projectId }, query },
    });
    const { views: rows, totals, hasMore } = page(await answer(call));
    return { rows, totals, hasMore, snapshot: await snapshotOf(call) };
  };

  const missing: AnalyticsOperations['missing'] = async ({ projectId, signal, ...query }) => {
    const call = api.GET('/v1/analytics/{projectId}/missing', {
      ...given({ signal }),
      params: { path: { projectId }, query },
    });
    const { missing: rows, totals, hasMore } = page(await answer(call));
    return { rows, totals, hasMore, snapshot: await snapshotOf(call) };
  };

  return {
    visitors,
    missing,
    allMissing: (request) => allRows((paging) => missing({ ...request, ...paging })),
    allVisitors: (request) => allRows((paging) => visitors({ ...request, ...paging })),
    views,
    allViews: (request) => allRows((paging) => views({ ...request, ...paging })),
    async breakdown({ projectId, signal, dimension, ...query }) {
      const call = api.GET('/v1/analytics/{projectId}/breakdown/{dimension}', {
        ...given({ signal }),
        params: { path: { projectId, dimension }, query },
      });
      const { visitors: rows, totals, hasMore } = page(await answer(call));
      return { rows, totals, hasMore, snapshot: await snapshotOf(call) };
    },
    exportCsv({ projectId, signal, report, ...query }) {
      const streamed = { ...given({ signal }), headers: { accept: 'text/csv' }, parseAs: 'stream' } as const;
      const ofProject = { ...streamed, params: { path: { projectId }, query } };
      if (report === 'visitors') return answer(api.GET('/v1/analytics/{projectId}/visitors', ofProject)).then(stream);
      if (report === 'missing') return answer(api.GET('/v1/analytics/{projectId}/missing', ofProject)).then(stream);
      if (report === 'views') return answer(api.GET('/v1/analytics/{projectId}/views', ofProject)).then(stream);
      const byDimension = { ...streamed, params: { path: { projectId, dimension: report }, query } };
      return answer(api.GET('/v1/analytics/{projectId}/breakdown/{dimension}', byDimension)).then(stream);
    },
    goals: ({ projectId, signal, ...query }) =>
      answer(
        api.GET('/v1/analytics/{projectId}/goals', { ...given({ signal }), params: { path: { projectId }, query } }),
      ),
    funnel: ({ projectId, signal, steps, ...query }) =>
      answer(
        api.GET('/v1/analytics/{projectId}/funnel', {
          ...given({ signal }),
          params: { path: { projectId }, query: { ...query, step: [...steps] } },
        }),
      ),
    timeseries: ({ projectId, signal, ...query }) =>
      answer(
        api.GET('/v1/analytics/{projectId}/timeseries', {
          ...given({ signal }),
          params: { path: { projectId }, query },
        }),
      ).then(page),
  };
}

async function* allRows<Row>(fetchPage: (paging: Paging) => Promise<Page<Row>>): AsyncGenerator<Row, void> {
  let offset = 0;
  let snapshot: string | undefined;
  for (;;) {
    const next = await fetchPage({ limit: largestPage, offset, ...given({ snapshot }) });
    yield* next.rows;
    if (!next.hasMore) return;
    offset += largestPage;
    snapshot ??= next.snapshot;
  }
}

async function snapshotOf(call: Promise<{ response: Response }>): Promise<string | undefined> {
  return (await call).response.headers.get('x-snapshot') ?? undefined;
}

/** A body of no bytes at all has no stream. */
function stream(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> {
  return body ?? new Blob([]).stream();
}

/** These operations also answer CSV, which is text; it is not asked for here. */
function page<Body extends object>(body: Body | string): Body {
  if (typeof body === 'string') throw new TypeError('The answer came as text where JSON was asked for.');
  return body;
}
