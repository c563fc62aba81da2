import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components, paths } from '../api/dashboard-api.generated.ts';

export type Consent = components['schemas']['Consent'];
export type Grant = components['schemas']['Grant'];
type Decision = paths['/api/dashboard/oauth/decision']['post']['requestBody']['content']['application/json'];

export const consentQuery = (request: string) =>
  queryOptions({
    queryKey: ['consent', request],
    queryFn: () => answerOf(dashboardApi.POST('/api/dashboard/oauth/consent', { body: { request } })),
    staleTime: Infinity,
    retry: false,
  });

/** The clients with access to a project; without one, those that act for the member. */
export const grantsQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['grants', projectId ?? 'own'],
    queryFn: () =>
      answerOf(
        projectId === undefined
          ? dashboardApi.GET('/api/dashboard/grants')
          : dashboardApi.GET('/api/dashboard/projects/{projectId}/grants', { params: { path: { projectId } } }),
      ),
  });

/** Then the browser leaves, to the client. */
export function useDecide() {
  return useMutation({
    mutationFn: (body: Decision) => answerOf(dashboardApi.POST('/api/dashboard/oauth/decision', { body })),
    onSuccess: ({ url }) => {
      window.location.assign(url);
    },
  });
}

export function useEndGrant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (grantId: string) =>
      answerOf(dashboardApi.DELETE('/api/dashboard/grants/{grantId}', { params: { path: { grantId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['grants'] }),
  });
}
