import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createJobSchema, messageJobSchema } from '../../contract/agent-job.ts';
import { attachmentLimits } from '../../contract/attachment.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { jsonBody } from '../../http/json-body.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { rateLimitHeaders } from '../../http/rate-limit-headers.ts';
import { requireAccess } from '../../http/require-access.ts';
import { describeHeaders } from '../../http/response-headers.ts';
import type { AcceptJob } from './accept-job.ts';
import type { Answer } from './idempotency.ts';
import type { JobStore } from './job-store.ts';
import type { MessageJob } from './message-job.ts';
import { jobContent, jobParameters, projectParameters, security, setHeaders, tags } from './route-parts.ts';

/** 50,000 characters of at most 12 bytes each (two JSON escapes), attachments in base64, and room for the other fields. */
const bodyLimitBytes = 640 * 1024 + Math.ceil(attachmentLimits.bytesTogether / 3) * 4;

const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional()
    .openapi({
      description: 'Repeating the same key and body within 24 hours returns the first response and uses no quota.',
    }),
});
/** A replayed answer uses no quota and says so; any other tells what is left. */
const useHeaders = describeHeaders('RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed');

export interface OrderRoutesOptions {
  readonly authenticator: Authenticator;
  readonly acceptJob: AcceptJob;
  readonly messageJob: MessageJob;
  readonly jobs: Pick<JobStore, 'archive'>;
}

/** The operations that tell the agent to do something, or to stop. */
export function addOrderRoutes(app: HttpApp, { authenticator, acceptJob, messageJob, jobs }: OrderRoutesOptions): void {
  const canWrite = requireAccess(authenticator, 'agent:write');

  app.openapi(
    createRoute({
      method: 'post',
      path: '/v2/agent/{projectId}/job',
      operationId: 'createAgentJob',
      summary: 'Create an agent job',
      description:
        "The agent works on the project's repository in the background. Poll the job until its status is " +
        '`completed`, `archived` or `failed`; `prLink` is the pull request, if files were changed.',
      tags,
      security,
      middleware: [canWrite, jsonBody(bodyLimitBytes)] as const,
      request: {
        params: projectParameters,
        headers: idempotencyHeader,
        body: { required: true, content: { 'application/json': { schema: createJobSchema } } },
      },
      responses: {
        201: { description: 'The job is accepted and stored.', headers: useHeaders, content: jobContent },
        ...problemResponses(400, 401, 403, 404, 413, 415, 422, 429, 500, 503),
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const answer = await acceptJob({
        projectId,
        request: context.req.valid('json'),
        idempotencyKey: context.req.valid('header')['idempotency-key'],
        by: context.var.principal,
      });
      tellAnswer(context, answer);
      return context.json(answer.job, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/v2/agent/{projectId}/job/{id}/message',
      operationId: 'messageAgentJob',
      summary: 'Send a message to an agent job',
      description:
        'An active job reads it before its next model call. A completed or failed job becomes active again and ' +
        'continues with the same branch and pull request.',
      tags,
      security,
      middleware: [canWrite, jsonBody(bodyLimitBytes)] as const,
      request: {
        params: jobParameters,
        headers: idempotencyHeader,
        body: { required: true, content: { 'application/json': { schema: messageJobSchema } } },
      },
      responses: {
        200: { description: 'The message is stored.', headers: useHeaders, content: jobContent },
        ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503),
      },
    }),
    async (context) => {
      const { projectId, id } = context.req.valid('param');
      const { prompt, attachments } = context.req.valid('json');
      const idempotencyKey = context.req.valid('header')['idempotency-key'];
      const author = context.var.principal.person;
      const answer = await messageJob({ projectId, jobId: id, prompt, attachments, idempotencyKey, author });
      tellAnswer(context, answer);
      return context.json(answer.job, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/v2/agent/{projectId}/job/{id}/archive',
      operationId: 'archiveAgentJob',
      summary: 'Archive an agent job',
      description: 'Final. Stops the agent if it runs. The pull request, if any, does not change.',
      tags,
      security,
      middleware: [canWrite] as const,
      request: { params: jobParameters },
      responses: {
        200: { description: 'The archived job.', content: jobContent },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const { projectId, id } = context.req.valid('param');
      return context.json(await jobs.archive(projectId, id), 200);
    },
  );
}

function tellAnswer(context: Context<HttpEnvironment>, { quota, replayed }: Answer): void {
  if (quota !== undefined) setHeaders(context, rateLimitHeaders(quota));
  if (replayed) context.header('Idempotent-Replayed', 'true');
}
