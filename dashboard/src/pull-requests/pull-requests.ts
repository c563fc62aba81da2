import { serverAddress } from '../api/base-path.ts';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components } from '../api/dashboard-api.generated.ts';
import { readDiffQuery } from '../diff/read-diff-query.ts';

export type PullRequest = components['schemas']['PullRequest'];
export type PullRequestDetails = components['schemas']['PullRequestDetails'];
export type PullRequestAction = 'merge' | 'close' | 'reopen';

const pullRequestPath = (projectId: string, number: string) => ({ params: { path: { projectId, number } } });

export const pullRequestsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['pull-requests', projectId],
    queryFn: () =>
      answerOf(
        dashboardApi.GET('/api/dashboard/projects/{projectId}/pull-requests', { params: { path: { projectId } } }),
      ),
  });

export const pullRequestQuery = (projectId: string, number: string) =>
  queryOptions({
    queryKey: ['pull-request', projectId, number],
    queryFn: () =>
      answerOf(
        dashboardApi.GET(
          '/api/dashboard/projects/{projectId}/pull-requests/{number}',
          pullRequestPath(projectId, number),
        ),
      ),
  });

/** The code host's checks of the head. They become old with the pull request. */
export const checksQuery = (projectId: string, number: number) =>
  queryOptions({
    queryKey: [...pullRequestQuery(projectId, String(number)).queryKey, 'checks'],
    queryFn: () =>
      answerOf(
        dashboardApi.GET(
          '/api/dashboard/projects/{projectId}/pull-requests/{number}/checks',
          pullRequestPath(projectId, String(number)),
        ),
      ),
  });

/** Address of the diff as plain text. */
export const plainDiffOf = (projectId: string, number: number) =>
  serverAddress(`/api/dashboard/projects/${projectId}/pull-requests/${number}/diff`);

/** The diff up to `headSha`; another commit has another one. */
export const pullRequestDiffQuery = (
  client: QueryClient,
  projectId: string,
  { number, headSha }: Pick<PullRequestDetails, 'number' | 'headSha'>,
) =>
  readDiffQuery(client, {
    queryKey: ['pull-request-diff', projectId, number, headSha],
    fetchDiff: () =>
      dashboardApi.GET('/api/dashboard/projects/{projectId}/pull-requests/{number}/diff', {
        ...pullRequestPath(projectId, String(number)),
        parseAs: 'text',
      }),
  });

export function useDecide(projectId: string, number: number) {
  const client = useQueryClient();
  const { queryKey } = pullRequestQuery(projectId, String(number));
  return useMutation({
    mutationFn: ({ action, seenHead }: { action: PullRequestAction; seenHead: string }) =>
      answerOf(
        dashboardApi.POST('/api/dashboard/projects/{projectId}/pull-requests/{number}/{action}', {
          params: { path: { projectId, number: String(number), action } },
          body: { seenHead },
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      return client.invalidateQueries({ queryKey: ['pull-requests', projectId] });
    },
    // It was refused because something changed: that is shown beside the reason.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
