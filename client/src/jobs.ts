import type { Client } from 'openapi-fetch';
import type { components, operations, paths } from './api.generated.ts';
import { answer, given } from './answer.ts';
import { toDocwrightError } from './errors.ts';
import { followJob, type FollowOptions } from './follow-job.ts';
import type { AgentJob, AgentJobEvent } from './job.ts';

type CreateAgentJob = components['schemas']['CreateAgentJob'];
/** What a list of jobs can be narrowed to. */
export type AgentJobFilter = Omit<NonNullable<operations['listAgentJobs']['parameters']['query']>, 'limit' | 'cursor'>;
type AgentJobMessage = components['schemas']['AgentJobMessage'];

interface InProject {
  readonly projectId: string;
  readonly signal?: AbortSignal;
}
interface OfJob extends InProject {
  readonly id: string;
}

export interface JobOperations {
  /**
   * Starts a job. Carries an idempotency key, your own or a new one, so that a repetition after a broken connection
   * makes no second job.
   */
  createJob(request: InProject & CreateAgentJob & { readonly idempotencyKey?: string }): Promise<AgentJob>;
  getJob(request: OfJob): Promise<AgentJob>;
  /** Adds an instruction to an active job, or sets an ended one to work again. Carries an idempotency key as well. */
  messageJob(request: OfJob & AgentJobMessage & { readonly idempotencyKey?: string }): Promise<AgentJob>;
  /** For good. Stops the agent if it runs. */
  archiveJob(request: OfJob): Promise<AgentJob>;
  /** Asks for a review of a person's pull request. Its job is followed like any other and holds the comments. */
  createReview(request: InProject & { readonly url: string; readonly dryRun?: boolean }): Promise<AgentJob>;
  /** All jobs that change documentation, or all reviews, newest first; pages are fetched as they are needed. */
  jobs(request: InProject & AgentJobFilter): AsyncGenerator<AgentJob, void>;
  /** The log of a job as it stands; pages are fetched as they are needed. */
  jobEvents(request: OfJob & { readonly after?: number }): AsyncGenerator<AgentJobEvent, void>;
  /** What the jobs of this month cost. */
  getCost(request: InProject): Promise<components['schemas']['AgentCost']>;
  /** Unified diff of what the agent changed so far. */
  jobDiff(request: OfJob): Promise<string>;
  /**
   * Resolves with the job once it is no longer active. Follows its event stream, and where something between keeps that
   * from working, asks every 10 to 30 seconds. Goes on while the server is away, for up to five minutes. Use
   * `AbortSignal.timeout(...)` to give up.
   */
  waitForJob(request: OfJob & FollowOptions): Promise<AgentJob>;
}

type Api = Client<paths>;

export function jobOperations(api: Api): JobOperations {
  const getJob: JobOperations['getJob'] = async ({ projectId, id, signal }) =>
    answer(api.GET('/v2/agent/{projectId}/job/{id}', { ...given({ signal }), params: { path: { projectId, id } } }));

  const jobEvents: JobOperations['jobEvents'] = async function* ({ projectId, id, after = 0, signal }) {
    let last = after;
    for (;;) {
      const params = { path: { projectId, id }, query: { after: last } };
      const page = await answer<components['schemas']['AgentJobEvents'] | string>(
        api.GET('/v2/agent/{projectId}/job/{id}/events', { ...given({ signal }), params }),
      );
      if (typeof page === 'string') throw new TypeError('The events came as text where JSON was asked for.');
      for (const event of page.events) {
        last = event.sequence;
        yield event;
      }
      if (!page.hasMore) return;
    }
  };

  const openStream = async (
    request: OfJob & { readonly after: number },
  ): Promise<ReadableStream<Uint8Array> | null> => {
    const { projectId, id, after, signal } = request;
    const { response, error } = await api.GET('/v2/agent/{projectId}/job/{id}/events', {
      ...given({ signal }),
      params: { path: { projectId, id } },
      headers: { accept: 'text/event-stream', ...(after > 0 && { 'last-event-id': String(after) }) },
      parseAs: 'stream',
    });
    if (error !== undefined) throw toDocwrightError(response, error);
    return response.headers.get('content-type')?.startsWith('text/event-stream') === true ? response.body : null;
  };

  return {
    createJob: ({ projectId, signal, idempotencyKey = crypto.randomUUID(), ...body }) =>
      answer(
        api.POST('/v2/agent/{projectId}/job', {
          ...given({ signal }),
          params: { path: { projectId }, header: { 'idempotency-key': idempotencyKey } },
          body,
        }),
      ),
    getJob,
    getCost: ({ projectId, signal }) =>
      answer(api.GET('/v2/agent/{projectId}/cost', { ...given({ signal }), params: { path: { projectId } } })),
    messageJob: ({ projectId, id, signal, idempotencyKey = crypto.randomUUID(), ...body }) =>
      answer(
        api.POST('/v2/agent/{projectId}/job/{id}/message', {
          ...given({ signal }),
          params: { path: { projectId, id }, header: { 'idempotency-key': idempotencyKey } },
          body,
        }),
      ),
    archiveJob: ({ projectId, id, signal }) =>
      answer(
        api.POST('/v2/agent/{projectId}/job/{id}/archive', {
          ...given({ signal }),
          params: { path: { projectId, id } },
        }),
      ),
    createReview: ({ projectId, signal, ...body }) =>
      answer(api.POST('/v2/agent/{projectId}/review', { ...given({ signal }), params: { path: { projectId } }, body })),
    async *jobs({ projectId, signal, ...filter }) {
      let cursor: string | null = null;
      do {
        const query: operations['listAgentJobs']['parameters']['query'] = {
          limit: 100,
          ...given(filter),
          ...(cursor !== null && { cursor }),
        };
        const page: components['schemas']['AgentJobList'] = await answer(
          api.GET('/v2/agent/{projectId}/jobs', { ...given({ signal }), params: { path: { projectId }, query } }),
        );
        yield* page.jobs;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    jobEvents,
    jobDiff: async ({ projectId, id, signal }) => {
      const called = await api.GET('/v2/agent/{projectId}/job/{id}/diff', {
        ...given({ signal }),
        params: { path: { projectId, id } },
        parseAs: 'text',
      });
      const { headers, ok } = called.response;
      // An answer of no bytes is read as none.
      const isEmpty =
        ok && headers.get('content-length') === '0' && headers.get('content-type')?.includes('x-diff') === true;
      return isEmpty ? '' : answer(Promise.resolve(called));
    },
    waitForJob: ({ projectId, id, signal, ...options }) => {
      const job = { projectId, id, ...given({ signal }) };
      return followJob({
        ...options,
        ...given({ signal }),
        getJob: () => getJob(job),
        openStream: (after) => openStream({ ...job, after }),
        readEvents: (after) => jobEvents({ ...job, after }),
      });
    },
  };
}
