import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { isProblem, problemOf, unreachable } from '../api/api-problem.ts';
import { answerOf, publicApi } from '../api/clients.ts';
import type { components } from '../api/public-api.generated.ts';
import type { Dimension } from './analytics-search.ts';
import type { Interval } from './date-range.ts';

export type Counts = components['schemas']['Visitors']['totals'];
export type Breakdown = components['schemas']['Breakdown'];
export type Timeseries = components['schemas']['Timeseries'];
export type Drop = components['schemas']['Drops']['drops'][number];

export interface Days {
  readonly dateFrom: string;
  readonly dateTo: string;
}

export const rowsPerPage = 25;

/** One page of the table; `totals` are those of the whole range. */
export const pagesQuery = (
  client: QueryClient,
  { projectId, days, page, search }: { projectId: string; days: Days; page: number; search: string | undefined },
) =>
  queryOptions({
    queryKey: ['visitors', projectId, days, page, search ?? ''],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const snapshotKey = ['visitors-snapshot', projectId, days];
      // All pages of a walk come from one version of the data, so that no row is shown twice or left out.
      const snapshot = page === 1 ? undefined : client.getQueryData<string>(snapshotKey);
      const read = async (from: string | undefined) => {
        const call = publicApi.GET('/v1/analytics/{projectId}/visitors', {
          params: {
            path: { projectId },
            query: {
              ...days,
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

export const totalsQuery = (projectId: string, kind: 'visitors' | 'views', days: Days) =>
  queryOptions({
    queryKey: ['totals', projectId, kind, days],
    queryFn: async (): Promise<Counts> => {
      const options = { params: { path: { projectId }, query: { ...days, limit: 1 } } };
      if (kind === 'visitors') {
        return (await answerOf(publicApi.GET('/v1/analytics/{projectId}/visitors', options))).totals;
      }
      return (await answerOf(publicApi.GET('/v1/analytics/{projectId}/views', options))).totals;
    },
  });

export const timeseriesQuery = (projectId: string, { dateFrom, dateTo }: Days, interval: Interval) =>
  queryOptions({
    queryKey: ['timeseries', projectId, dateFrom, dateTo, interval],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/timeseries', {
          params: { path: { projectId }, query: { dateFrom, dateTo, interval } },
        }),
      ),
  });

export const breakdownQuery = (projectId: string, dimension: Dimension, days: Days) =>
  queryOptions({
    queryKey: ['breakdown', projectId, dimension, days],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/breakdown/{dimension}', {
          params: { path: { projectId, dimension }, query: { ...days, limit: 50 } },
        }),
      ),
  });

export const crawlersQuery = (projectId: string, days: Days) =>
  queryOptions({
    queryKey: ['crawlers', projectId, days],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/crawlers', { params: { path: { projectId }, query: { ...days } } }),
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

/** All rows of the range as CSV, as the server writes it. */
export async function downloadCsv(path: string, days: Days, fileName: string): Promise<void> {
  const response = await fetch(`${path}?${new URLSearchParams({ ...days }).toString()}`, {
    headers: { accept: 'text/csv' },
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
