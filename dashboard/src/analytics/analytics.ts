import { basePath } from '../api/base-path.ts';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { isProblem, problemOf, unreachable } from '../api/api-problem.ts';
import { answerOf, publicApi } from '../api/clients.ts';
import { linkHeaders } from '../api/link-token.ts';
import type { components } from '../api/public-api.generated.ts';
import type { Dimension, RowOrder } from './analytics-search.ts';
import type { Interval } from './date-range.ts';
import type { Filters } from './filters.ts';

export type Counts = components['schemas']['Visitors']['totals'];
/** What is known of a project to whoever reads its numbers, by a share link too. */
export type ReadProject = components['schemas']['SharedProject'];
export type Breakdown = components['schemas']['Breakdown'];
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

export const rowsPerPage = 25;

/** One page of the table; `totals` are those of the whole range. */
export const pagesQuery = (
  client: QueryClient,
  {
    projectId,
    wanted: selection,
    page,
    search,
    sort = 'total',
  }: {
    projectId: string;
    wanted: Wanted;
    page: number;
    search: string | undefined;
    sort: RowOrder | undefined;
  },
) =>
  queryOptions({
    queryKey: ['visitors', projectId, selection, page, search ?? '', sort],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const snapshotKey = ['visitors-snapshot', projectId, selection, sort];
      // All pages of a walk come from one version of the data, so that no row is shown twice or left out.
      const snapshot = page === 1 ? undefined : client.getQueryData<string>(snapshotKey);
      const read = async (from: string | undefined) => {
        const call = publicApi.GET('/v1/analytics/{projectId}/visitors', {
          params: {
            path: { projectId },
            query: {
              ...selection,
              sort,
              limit: rowsPerPage,
              offset: (page - 1) * rowsPerPage,
              ...(from === undefined ? {} : { snapshot: from }),
              ...(search === undefined ? {} : { search }),
            },
          },
        });
        client.setQueryData(snapshotKey, (await call.catch(() => undefined))?.response.headers.get('x-snapshot'));
        return answerOf(call);
      };
      try {
        return await read(snapshot ?? undefined);
      } catch (error) {
        if (isProblem(error) && error.status === 410) return read(undefined);
        throw error;
      }
    },
  });

export const totalsQuery = (projectId: string, kind: 'visitors' | 'views', selection: Wanted) =>
  queryOptions({
    queryKey: ['totals', projectId, kind, selection],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Counts> => {
      const options = { params: { path: { projectId }, query: { ...selection, limit: 1 } } };
      if (kind === 'visitors') {
        return (await answerOf(publicApi.GET('/v1/analytics/{projectId}/visitors', options))).totals;
      }
      return (await answerOf(publicApi.GET('/v1/analytics/{projectId}/views', options))).totals;
    },
  });

export const timeseriesQuery = (projectId: string, selection: Wanted, interval: Interval) =>
  queryOptions({
    queryKey: ['timeseries', projectId, selection, interval],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/timeseries', {
          params: { path: { projectId }, query: { ...selection, interval } },
        }),
      ),
  });

export const breakdownQuery = (projectId: string, dimension: Dimension, selection: Wanted, sort: RowOrder = 'total') =>
  queryOptions({
    queryKey: ['breakdown', projectId, dimension, selection, sort],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/breakdown/{dimension}', {
          params: { path: { projectId, dimension }, query: { ...selection, sort, limit: 50 } },
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

export const missingQuery = (projectId: string, selection: Wanted) =>
  queryOptions({
    queryKey: ['missing', projectId, selection],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/missing', {
          params: { path: { projectId }, query: { ...selection, limit: rowsPerPage } },
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

/** All rows that are wanted as CSV, as the server writes it. */
export async function downloadCsv(path: string, selection: Wanted, fileName: string): Promise<void> {
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
