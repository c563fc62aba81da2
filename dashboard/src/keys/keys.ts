import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components, paths } from '../api/dashboard-api.generated.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type NewApiKey =
  paths['/api/dashboard/projects/{projectId}/keys']['post']['requestBody']['content']['application/json'];

export const scopeNames = {
  'agent:read': 'Read jobs and pages',
  'agent:write': 'Start and manage jobs',
  'analytics:read': 'Read analytics',
  'analytics:write': 'Save views, share and mail analytics',
  ingest: 'Send views from servers and logs',
};

export const keysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['keys', projectId],
    queryFn: () =>
      answerOf(dashboardApi.GET('/api/dashboard/projects/{projectId}/keys', { params: { path: { projectId } } })),
  });

export function useCreateKey(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) =>
      answerOf(
        dashboardApi.POST('/api/dashboard/projects/{projectId}/keys', { params: { path: { projectId } }, body }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys', projectId] }),
    // The key itself must not stay in memory longer than the dialog that shows it.
    gcTime: 0,
  });
}

export function useRevokeKey(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      answerOf(
        dashboardApi.DELETE('/api/dashboard/projects/{projectId}/keys/{keyId}', {
          params: { path: { projectId, keyId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys', projectId] }),
  });
}
