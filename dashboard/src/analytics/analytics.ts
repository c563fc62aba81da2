import { basePath } from '../api/base-path.ts';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { isProblem, problemOf, unreachable } from '../api/api-problem.ts';
import { answerOf, publicApi } from '../api/clients.ts';
import { linkHeaders } from '../api/link-token.ts';
import type { components } from '../api/public-api.generated.ts';
import type { Dimension, Interval, RowOrder } from './analytics-search.ts';
import type { Filters } from './filters.ts';

export type Counts = components['schemas']['Visitors']['totals'];
/** What is known of a project to whoever reads its numbers, by a share link too. */
export type ReadProject = components['schemas']['SharedProject'];
export type Timeseries = components['schemas']['Timeseries'];
export type Drop = components['schemas']['Drops']['drops'][number];

export interface Days {
  readonly dateFrom: string;
  readonly dateTo: string;
  /** Of the days; left out: UTC. */
  readonly timeZone?: string;
}

/** The days and filters that a list is about. */
export type Wanted = Days & Filters;

/** Rows of a card, and of a page of a list that is shown whole. */
export const rowsPerCard = 10;
export const rowsPerPage = 25;

/** Which part of a list is wanted; without anything, its first rows. */
export interface Part {
  readonly sort?: RowOrder | undefined;
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number;
  /** What each row is compared with. */
  readonly compare?: Days | undefined;
}

export type ValueRow = Counts & { readonly value: string };

export interface Rows {
  /** Of the whole range. */
  readonly totals: Counts;
  /** `before` only where they are compared. */
  readonly rows: readonly (ValueRow & { readonly before?: Counts | undefined })[];
  readonly hasMore: boolean;
  /** Large rows of the comparison that have no visitors any more. */
  readonly gone: readonly ValueRow[];
}

/** Browsers of people are no AI products, and have lists of their own. */
const ofAi: ReadonlySet<Dimension> = new Set(['agent', 'category', 'verdict']);

/** What is asked for to list a dimension. */
export function selectionOf(dimension: Dimension, selection: Wanted): Wanted {
  return ofAi.has(dimension) ? { ...selection, category: [...(selection.category ?? []), '!human'] } : selection;
}

export function listPath(projectId: string, list: Dimension | 'missing'): string {
  const name = list === 'path' ? 'visitors' : list === 'missing' ? list : `breakdown/${list}`;
  return `/v1/analytics/${projectId}/${name}`;
}

/** Visitors by pages or by another dimension. */
export const rowsQuery = (
  client: QueryClient,
  projectId: string,
  dimension: Dimension,
  selection: Wanted,
  part: Part,
) =>
  queryOptions({
    queryKey: ['rows', projectId, dimension, selection, part],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Rows> => {
      const query = { ...selectionOf(dimension, selection), ...pageQuery(part), ...orderQuery(part) };
      if (dimension === 'path') {
        const call = (snapshot: object) =>
          publicApi.GET('/v1/analytics/{projectId}/visitors', {
            params: { path: { projectId }, query: { ...query, ...snapshot } },
          });
        const answer = await readPart(client, [projectId, dimension, selection], part, call);
        const { totals, visitors, hasMore, gone = [] } = answer;
        return { totals, hasMore, rows: visitors.map(byPath), gone: gone.map(byPath) };
      }
      const call = (snapshot: object) =>
        publicApi.GET('/v1/analytics/{projectId}/breakdown/{dimension}', {
          params: { path: { projectId, dimension }, query: { ...query, ...snapshot } },
        });
      const answer = await readPart(client, [projectId, dimension, selection], part, call);
      const { totals, visitors, hasMore, gone = [] } = answer;
      return { totals, hasMore, rows: visitors, gone };
    },
  });

function byPath<Row extends { readonly path: string }>(row: Row) {
  return { ...row, value: row.path };
}

function pageQuery({ search, page = 1, limit = rowsPerPage }: Part) {
  return { ...(search !== undefined && { search }), limit, ...(page > 1 && { offset: (page - 1) * limit }) };
}

/** What rows are compared with, and their order, which may be that of their change. */
export function orderQuery({ sort, compare }: Pick<Part, 'sort' | 'compare'>) {
  const hasOrder = sort !== undefined && (compare !== undefined || !(sort === 'growth' || sort === 'decline'));
  return {
    ...(hasOrder && { sort }),
    ...(compare !== undefined && { compareFrom: compare.dateFrom, compareTo: compare.dateTo }),
  };
}

/** All pages of a walk come from one version of the data, so that no row is shown twice or left out. */
async function readPart<Body>(
  client: QueryClient,
  list: readonly unknown[],
  { sort, page = 1 }: Part,
  read: (snapshot: object) => Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<NonNullable<Body>> {
  const snapshotKey = ['snapshot', ...list, sort];
  const known = page === 1 ? undefined : client.getQueryData<string>(snapshotKey);
  const readFrom = async (snapshot: object) => {
    const call = read(snapshot);
    client.setQueryData(snapshotKey, (await call.catch(() => undefined))?.response.headers.get('x-snapshot'));
    return answerOf(call);
  };
  try {
    return await readFrom(known == null ? {} : { snapshot: known });
  } catch (error) {
    if (isProblem(error) && error.status === 410) return readFrom({});
    throw error;
  }
}

/** How many visitors a selection has. */
export const totalsQuery = (projectId: string, selection: Wanted) =>
  queryOptions({
    queryKey: ['totals', projectId, selection],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Counts> => {
      const params = { path: { projectId }, query: { ...selection, limit: 1 } };
      return (await answerOf(publicApi.GET('/v1/analytics/{projectId}/visitors', { params }))).totals;
    },
  });

export const timeseriesQuery = (
  projectId: string,
  selection: Omit<Wanted, 'dateFrom'> & Partial<Days>,
  interval: Interval | 'minute',
) =>
  queryOptions({
    queryKey: ['timeseries', projectId, selection, interval],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/timeseries', {
          params: { path: { projectId }, query: { ...selection, interval } },
        }),
      ),
  });

/** Every country there is, for the map. */
export const allCountriesQuery = (projectId: string, selection: Wanted) =>
  queryOptions({
    queryKey: ['all-countries', projectId, selection],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/breakdown/{dimension}', {
          params: { path: { projectId, dimension: 'country' }, query: { ...selection, limit: 250 } },
        }),
      ),
  });

export const crawlersQuery = (projectId: string, selection: Wanted) =>
  queryOptions({
    queryKey: ['crawlers', projectId, selection],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/crawlers', {
          params: { path: { projectId }, query: { ...selection } },
        }),
      ),
  });

export const missingQuery = (projectId: string, selection: Wanted, part: Omit<Part, 'sort' | 'compare'>) =>
  queryOptions({
    queryKey: ['missing', projectId, selection, part],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/missing', {
          params: { path: { projectId }, query: { ...selection, ...pageQuery(part) } },
        }),
      ),
  });

export const goalsQuery = (projectId: string, selection: Wanted) =>
  queryOptions({
    queryKey: ['goals', projectId, selection],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/goals', { params: { path: { projectId }, query: { ...selection } } }),
      ),
  });

export const funnelQuery = (projectId: string, selection: Wanted, steps: readonly string[]) =>
  queryOptions({
    queryKey: ['funnel', projectId, selection, steps],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/funnel', {
          params: { path: { projectId }, query: { ...selection, step: [...steps] } },
        }),
      ),
  });

export const dropsQuery = (projectId: string, days: Days) =>
  queryOptions({
    queryKey: ['drops', projectId, days],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/drops', { params: { path: { projectId }, query: { ...days } } }),
      ),
  });

/** Minutes that count as now. */
export const liveMinutes = 5;

export const liveQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['live', projectId],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/live', {
          params: { path: { projectId }, query: { minutes: liveMinutes } },
        }),
      ),
    refetchInterval: 10_000,
  });

/** Minutes of the view of now. */
export const realtimeMinutes = 30;

/** What it lists, and how many rows of each. */
const realtimeLists = [
  { dimension: 'path', title: 'Pages' },
  { dimension: 'referrer', title: 'Referrers' },
  { dimension: 'agent', title: 'AI products' },
] as const;

/** Everything of the last minutes, the one under way included. */
export const realtimeQuery = (client: QueryClient, projectId: string, filters: Filters) =>
  queryOptions({
    queryKey: ['realtime', projectId, filters],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    queryFn: async () => {
      const minute = 60_000;
      const end = Math.ceil((Date.now() + 1) / minute) * minute;
      const wanted = {
        ...filters,
        dateFrom: new Date(end - realtimeMinutes * minute).toISOString(),
        dateTo: new Date(end).toISOString(),
      };
      const rowsOf = (dimension: Dimension) =>
        client.query({
          ...rowsQuery(client, projectId, dimension, wanted, { limit: 5 }),
          staleTime: 0,
          gcTime: minute,
        });
      const [series, ...lists] = await Promise.all([
        client.query({ ...timeseriesQuery(projectId, wanted, 'minute'), staleTime: 0, gcTime: minute }),
        ...realtimeLists.map(async (list) => ({ ...list, ...(await rowsOf(list.dimension)) })),
      ]);
      return { totals: lists[0]?.totals ?? { human: 0, ai: 0, total: 0 }, series, lists };
    },
  });

/** All rows that are wanted as CSV, as the server writes it. */
export async function downloadCsv(path: string, selection: object, fileName: string): Promise<void> {
  const pairs = Object.entries(selection).flatMap(([name, values]: [string, string | string[]]) =>
    [values].flat().map((value) => [name, value]),
  );
  const response = await fetch(`${basePath}${path}?${new URLSearchParams(pairs).toString()}`, {
    headers: { accept: 'text/csv', ...linkHeaders() },
  }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
