import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, publicApi } from '../api/clients.ts';
import type { components } from '../api/public-api.generated.ts';

export type SavedView = components['schemas']['SavedView'];

export const savedViewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['saved-views', projectId],
    queryFn: () =>
      answerOf(publicApi.GET('/v1/analytics/{projectId}/saved-views', { params: { path: { projectId } } })),
  });

export const shareLinksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['share-links', projectId],
    queryFn: () =>
      answerOf(publicApi.GET('/v1/analytics/{projectId}/share-links', { params: { path: { projectId } } })),
  });

interface Named {
  readonly name: string;
  readonly search: string;
}

/** A change after which a list is asked for again. */
function useListChange<Input, Output>(queryKey: readonly unknown[], mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) });
}

export function useSaveView(projectId: string) {
  return useListChange(savedViewsQuery(projectId).queryKey, (body: Named) =>
    answerOf(publicApi.POST('/v1/analytics/{projectId}/saved-views', { params: { path: { projectId } }, body })),
  );
}

export function useRemoveView(projectId: string) {
  return useListChange(savedViewsQuery(projectId).queryKey, (id: string) =>
    answerOf(publicApi.DELETE('/v1/analytics/{projectId}/saved-views/{id}', { params: { path: { projectId, id } } })),
  );
}

export function useCreateShareLink(projectId: string) {
  return useListChange(shareLinksQuery(projectId).queryKey, (body: Named) =>
    answerOf(publicApi.POST('/v1/analytics/{projectId}/share-links', { params: { path: { projectId } }, body })),
  );
}

export function useRevokeShareLink(projectId: string) {
  return useListChange(shareLinksQuery(projectId).queryKey, (id: string) =>
    answerOf(publicApi.DELETE('/v1/analytics/{projectId}/share-links/{id}', { params: { path: { projectId, id } } })),
  );
}
