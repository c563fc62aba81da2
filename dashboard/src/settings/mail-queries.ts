import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, publicApi } from '../api/clients.ts';

export const weeklyMailQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['weekly-mail', projectId],
    queryFn: () =>
      answerOf(publicApi.GET('/v1/analytics/{projectId}/weekly-mail', { params: { path: { projectId } } })),
  });

export function useAddRecipient(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) =>
      answerOf(
        publicApi.POST('/v1/analytics/{projectId}/weekly-mail/recipients', {
          params: { path: { projectId } },
          body: { address },
        }),
      ),
    onSettled: () => client.invalidateQueries(weeklyMailQuery(projectId)),
  });
}

export function useRemoveRecipient(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      answerOf(
        publicApi.DELETE('/v1/analytics/{projectId}/weekly-mail/recipients/{id}', {
          params: { path: { projectId, id } },
        }),
      ),
    onSettled: () => client.invalidateQueries(weeklyMailQuery(projectId)),
  });
}

export function useTestMail(projectId: string) {
  return useMutation({
    mutationFn: (address: string) =>
      answerOf(
        publicApi.POST('/v1/analytics/{projectId}/weekly-mail/test', {
          params: { path: { projectId } },
          body: { address },
        }),
      ),
  });
}
