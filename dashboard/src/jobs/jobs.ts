import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { answerOf, publicApi } from '../api/clients.ts';
import type { components } from '../api/public-api.generated.ts';
import { readDiffQuery } from '../diff/read-diff-query.ts';
import type { JobFilter } from './jobs-search.ts';
import { usePostOnce } from './post-once.ts';

export type AgentJob = components['schemas']['AgentJob'];
export type JobEvent = components['schemas']['AgentJobEvent'];
export type FindingsEvent = Extract<JobEvent, { type: 'findings' }>;
export type NewJob = components['schemas']['CreateAgentJob'];
export type JobMessage = components['schemas']['AgentJobMessage'];
export type Attachment = components['schemas']['AgentJobAttachment'];

/** Characters of a prompt at most, as the server has it. */
export const promptLimit = 50_000;

export const jobsQuery = (projectId: string, filter: JobFilter & { kind: 'change' | 'review' }) =>
  infiniteQueryOptions({
    queryKey: ['jobs', projectId, filter],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) =>
      answerOf(
        publicApi.GET('/v2/agent/{projectId}/jobs', {
          params: {
            path: { projectId },
            query: {
              limit: 30,
              ...filter,
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** What the jobs of this month cost. */
export const costQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['cost', projectId],
    queryFn: () => answerOf(publicApi.GET('/v2/agent/{projectId}/cost', { params: { path: { projectId } } })),
  });

export const jobQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ['job', projectId, id],
    queryFn: () => answerOf(publicApi.GET('/v2/agent/{projectId}/job/{id}', { params: { path: { projectId, id } } })),
  });

/** Address of the diff as plain text. */
export const plainDiffOf = (projectId: string, id: string) => `/v2/agent/${projectId}/job/${id}/diff`;

export const diffQuery = (client: QueryClient, projectId: string, job: AgentJob) =>
  readDiffQuery(client, {
    queryKey: ['diff', projectId, job.id, job.status],
    fetchDiff: () =>
      publicApi.GET('/v2/agent/{projectId}/job/{id}/diff', {
        params: { path: { projectId, id: job.id } },
        parseAs: 'text',
      }),
  });

export function useStartJob(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: usePostOnce<NewJob, AgentJob>((body, idempotencyKey) =>
      answerOf(
        publicApi.POST('/v2/agent/{projectId}/job', {
          params: { path: { projectId }, header: { 'idempotency-key': idempotencyKey } },
          body,
        }),
      ),
    ),
    onSuccess: (job) => {
      client.setQueryData(jobQuery(projectId, job.id).queryKey, job);
      return client.invalidateQueries({ queryKey: ['jobs', projectId] });
    },
  });
}

export function useMessageJob(projectId: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: usePostOnce<JobMessage, AgentJob>((body, idempotencyKey) =>
      answerOf(
        publicApi.POST('/v2/agent/{projectId}/job/{id}/message', {
          params: { path: { projectId, id }, header: { 'idempotency-key': idempotencyKey } },
          body,
        }),
      ),
    ),
    onSuccess: (job) => {
      client.setQueryData(jobQuery(projectId, id).queryKey, job);
    },
  });
}

export function useArchiveJob(projectId: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answerOf(publicApi.POST('/v2/agent/{projectId}/job/{id}/archive', { params: { path: { projectId, id } } })),
    onSuccess: (job) => {
      client.setQueryData(jobQuery(projectId, id).queryKey, job);
      return client.invalidateQueries({ queryKey: ['jobs', projectId] });
    },
  });
}

/** What the list and the title show: the agent's own title, or the first line of the prompt. */
export function titleOf(job: AgentJob): string {
  const line = job.title ?? job.prompt.trim().split('\n', 1)[0] ?? '';
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
}

/** The log of a job from the event after this one on. */
export async function* eventsAfter(projectId: string, id: string, after: number): AsyncGenerator<JobEvent> {
  for (let [last, hasMore] = [after, true]; hasMore;) {
    const page = await answerOf(
      publicApi.GET('/v2/agent/{projectId}/job/{id}/events', {
        params: { path: { projectId, id }, query: { after: last, limit: 1000 } },
      }),
    );
    yield* page.events;
    last = page.events.at(-1)?.sequence ?? last;
    ({ hasMore } = page);
  }
}

/** What the checks found last in the change of a job; null where they have not run. */
export const findingsQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ['findings', projectId, id],
    queryFn: async () => {
      let last: FindingsEvent | null = null;
      for await (const event of eventsAfter(projectId, id, 0)) if (event.type === 'findings') last = event;
      return last;
    },
  });

export function findingsSentence({ introduced, standing }: FindingsEvent): string {
  const added =
    introduced === 0
      ? 'The change adds no findings'
      : `The change adds ${introduced} ${introduced === 1 ? 'finding' : 'findings'}`;
  return added + (standing > 0 ? `; ${standing} existed before.` : '.');
}
