import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import {
  agentCostSchema,
  type AgentCost,
  jobEventsQuerySchema,
  jobEventsSchema,
  jobListQuerySchema,
  jobListSchema,
} from '../../contract/agent-job.ts';
import { preferenceFor } from '../../http/accept.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { InvalidRequest } from '../../http/errors.ts';
import { streamEvents } from '../../http/event-stream.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { requireAccess } from '../../http/require-access.ts';
import { describeHeaders } from '../../http/response-headers.ts';
import { JobNotFound } from './errors.ts';
import { followLog } from './follow-log.ts';
import type { JobFinder } from './find-jobs.ts';
import type { JobEvents } from './job-events.ts';
import { jobContent, jobParameters, projectParameters, security, setHeaders, tags } from './route-parts.ts';

const versionHeaders = describeHeaders('ETag', 'Cache-Control');

export interface FollowRoutesOptions {
  readonly authenticator: Authenticator;
  readonly jobs: JobFinder;
  readonly events: JobEvents;
  /** What a project paid this month, and may. */
  readonly costOf: (projectId: string) => Promise<AgentCost>;
  /** Aborts when the server drains, so that event streams end and clients reconnect elsewhere. */
  readonly draining: AbortSignal;
}

/** The operations that show what became of jobs. */
export function addFollowRoutes(app: HttpApp, options: FollowRoutesOptions): void {
  const { authenticator, jobs, events, costOf, draining } = options;
  const canRead = requireAccess(authenticator, 'agent:read');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v2/agent/{projectId}/job/{id}',
      operationId: 'getAgentJob',
      summary: 'Get an agent job',
      description: 'Not rate limited. Send `If-None-Match` with the `ETag` of the last response.',
      tags,
      security,
      middleware: [canRead] as const,
      request: { params: jobParameters },
      responses: {
        200: { description: 'The current state of the job.', headers: versionHeaders, content: jobContent },
        304: { description: 'Not changed since the response with that `ETag`.', headers: versionHeaders },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const { projectId, id } = context.req.valid('param');
      const job = await jobs.find(projectId, id);
      if (job === undefined) throw new JobNotFound(id);
      const etag = `"${createHash('sha256').update(JSON.stringify(job)).digest('base64url').slice(0, 22)}"`;
      setHeaders(context, { etag, 'cache-control': 'private, no-cache' });
      if (isCurrent(context.req.header('if-none-match'), etag)) return context.body(null, 304);
      return context.json(job, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v2/agent/{projectId}/cost',
      operationId: 'getAgentCost',
      summary: "Get the cost of this month's jobs",
      description: "Computed with the server's price table for the current UTC month, with the project's budget.",
      tags,
      security,
      middleware: [canRead] as const,
      request: { params: projectParameters },
      responses: {
        200: { description: 'The sum.', content: { 'application/json': { schema: agentCostSchema } } },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => context.json(await costOf(context.req.valid('param').projectId), 200),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v2/agent/{projectId}/jobs',
      operationId: 'listAgentJobs',
      summary: 'List agent jobs',
      description: 'Newest first.',
      tags,
      security,
      middleware: [canRead] as const,
      request: { params: projectParameters, query: jobListQuerySchema },
      responses: {
        200: { description: 'One page of jobs.', content: { 'application/json': { schema: jobListSchema } } },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const { kind = 'change', limit = 20, cursor, ...filter } = context.req.valid('query');
      const before = cursor === undefined ? undefined : decodeCursor(cursor);
      const { jobs: page, next } = await jobs.list({ projectId, kind, limit, before, ...filter });
      return context.json(
        { jobs: page, nextCursor: next === undefined ? null : Buffer.from(next).toString('base64url') },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v2/agent/{projectId}/job/{id}/events',
      operationId: 'listAgentJobEvents',
      summary: 'Read or follow the log of an agent job',
      description:
        'With `Accept: text/event-stream`, streams the log from the event after `Last-Event-ID` until the job ends. ' +
        'Otherwise returns one page as JSON.',
      tags,
      security,
      middleware: [canRead] as const,
      request: { params: jobParameters, query: jobEventsQuerySchema },
      responses: {
        200: {
          description: 'Events in their order.',
          headers: describeHeaders('Cache-Control', 'Vary', 'X-Accel-Buffering'),
          content: { 'application/json': { schema: jobEventsSchema }, 'text/event-stream': { schema: z.string() } },
        },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const { projectId, id } = context.req.valid('param');
      const { after = 0, limit = 200 } = context.req.valid('query');
      if ((await jobs.find(projectId, id)) === undefined) throw new JobNotFound(id);
      context.header('vary', 'accept');
      if (wantsStream(context.req.header('accept'))) {
        const from = Number(/^\d{1,9}$/.exec(context.req.header('last-event-id') ?? '')?.[0] ?? after);
        const hasEnded = async () => (await jobs.find(projectId, id))?.status !== 'active';
        const { mayStillRead, breakOff } = context.var;
        const followed = followLog(events, { jobId: id, after: from, hasEnded });
        return streamEvents(context, { followed, mayStillRead, breakOff, draining });
      }
      return context.json(await events.read({ jobId: id, after, limit }), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v2/agent/{projectId}/job/{id}/diff',
      operationId: 'getAgentJobDiff',
      summary: "Read the agent's changes",
      description: 'A unified diff against the base branch as of the last stored turn. Empty if nothing changed.',
      tags,
      security,
      middleware: [canRead] as const,
      request: { params: jobParameters },
      responses: {
        200: { description: 'The diff.', content: { 'text/x-diff': { schema: z.string() } } },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const { projectId, id } = context.req.valid('param');
      return context.body(await jobs.diff(projectId, id), 200, { 'content-type': 'text/x-diff; charset=utf-8' });
    },
  );
}

/** Whoever names the stream beside JSON, and likes it as much, does so for a reason; a wildcard does not name it. */
function wantsStream(accept: string | undefined): boolean {
  const preference = preferenceFor('text/event-stream', accept);
  const isNamed = accept?.toLowerCase().includes('text/event-stream') === true;
  return isNamed && preference > 0 && preference >= preferenceFor('application/json', accept);
}

/** RFC 9110, 13.1.2. A proxy that compresses answers sends the tag back as a weak one, which counts as the same. */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(etag);
}

function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^job_[0-9a-z]{26}$/.test(id)) return id;
  throw new InvalidRequest([{ field: 'cursor', message: 'is not a cursor of this list; omit it for the first page' }]);
}
