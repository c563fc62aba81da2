import { queryOptions, useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components, paths } from '../api/dashboard-api.generated.ts';

export type Project = components['schemas']['Project'];
export type NewProject = NonNullable<
  paths['/api/dashboard/projects']['post']['requestBody']
>['content']['application/json'];
export type ProjectChanges = NonNullable<
  paths['/api/dashboard/projects/{projectId}']['patch']['requestBody']
>['content']['application/json'];

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/projects')),
});

export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/server')),
  staleTime: Infinity,
});

export function useProjectId(): string {
  return useParams({ strict: false }).projectId ?? '';
}

/** The project whose pages are at hand: that of the address, else the one looked at last; undefined where there is none. */
export function useProjectAtHand(): Project | undefined {
  const preferredId = useProjectId() || rememberedProject();
  const projects = useQuery(projectsQuery).data?.projects;
  return projects?.find(({ id }) => id === preferredId) ?? projects?.[0];
}

/** The project of the address; undefined while loading, null when there is none of that id. */
export function useProject(): Project | null | undefined {
  const projectId = useProjectId();
  const { data } = useQuery(projectsQuery);
  if (data === undefined) return undefined;
  return data.projects.find(({ id }) => id === projectId) ?? null;
}

/** Only while the project has the `version` that the changes were made for, where one is given. */
export function changeProject(projectId: string, body: ProjectChanges, version?: string) {
  const header = version === undefined ? {} : { header: { 'if-match': `"${version}"` } };
  const params = { path: { projectId }, ...header };
  return answerOf(dashboardApi.PATCH('/api/dashboard/projects/{projectId}', { params, body }));
}

export function useChangeProject(projectId: string) {
  return useProjectChange(projectId, (body: ProjectChanges) => changeProject(projectId, body));
}

/** A change after which the project is asked for again. */
export function useProjectChange<Input>(
  projectId: string,
  mutationFn: (input: Input) => ReturnType<typeof changeProject>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [projectsQuery.queryKey, secretsQuery(projectId).queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** What a kind of code host is reached with: one field of it. */
export type CodeHostCredential = components['schemas']['CodeHost']['credentials'][number];

/** Names of the secrets that a project has. */
export const secretsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['secrets', projectId],
    queryFn: () =>
      answerOf(dashboardApi.GET('/api/dashboard/projects/{projectId}/secrets', { params: { path: { projectId } } })),
  });

const storageKey = 'project';

/** The project to open first next time. */
export function rememberedProject(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function rememberProject(projectId: string): void {
  try {
    localStorage.setItem(storageKey, projectId);
  } catch {
    // Storage is turned off: the first project opens first.
  }
}
