import { queryOptions } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';

export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/operations')),
  refetchInterval: 60_000,
});
