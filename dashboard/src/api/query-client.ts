import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './api-problem.ts';
import { isAway, suspectConnection } from './connection.ts';

export const sessionEndedKey = ['session-ended'];

/** One place notices that the session has ended or the server is away, whichever request found out. */
export function createQueryClient(): QueryClient {
  const notice = (error: unknown) => {
    if (isProblem(error) && isAway(error.status)) suspectConnection();
    if (isProblem(error, 'not_signed_in', 'unauthorized')) client.setQueryData(sessionEndedKey, true);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal does not become a success by asking again; a server that is restarting may. Who waits longer is told.
        retry: (failures, error) => failures < 1 && isProblem(error) && (error.status === 0 || error.status === 503),
        networkMode: 'always',
        // That mode would leave it out.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
