import { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { ingestedSchema } from '../../contract/analytics.ts';
import { ServerEvent } from '../../contract/server-event.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { BodyRooms } from '../../http/body-room.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { requireMediaType } from '../../http/media-type.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { inflateBody } from '../../http/read-body.ts';
import { requireAccess } from '../../http/require-access.ts';
import type { Projects } from '../../projects/projects.ts';
import { mostEvents, type TakeEvents } from './take-events.ts';

/** Of a body of views, from whomever, before and after it is decompressed. */
export const collectLimitBytes = 10 * 1024 * 1024;

const tags = ['Collecting'];
const eventTypes = ['application/json', 'application/x-ndjson'];
const answered = {
  202: {
    description: 'All accepted events are stored on disk.',
    content: { 'application/json': { schema: ingestedSchema } },
  },
};

export interface IngestRoutesOptions {
  readonly authenticator: Authenticator;
  readonly projects: Pick<Projects, 'require'>;
  readonly takeEvents: TakeEvents;
  readonly rooms: BodyRooms;
}

/** Adds what the site's own server sends to. */
export function addIngestRoutes(
  app: HttpApp,
  { authenticator, projects, takeEvents, rooms }: IngestRoutesOptions,
): void {
  // Only described, not validated as a whole: the reader checks each event by itself, and each for its own sake.
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/ingest/{projectId}/events',
    operationId: 'ingestEvents',
    summary: 'Send page requests that the site served',
    description:
      `A JSON array or NDJSON, plain or compressed, up to ${mostEvents} events or 10 MiB. A bad event does not ` +
      'affect the others. An event with an `id` counts once, however often it is sent.',
    tags,
    security: [{ bearer: [] }],
    request: {
      params: z.object({ projectId: z.string() }),
      body: {
        required: true,
        content: {
          'application/x-ndjson': { schema: z.string() },
          'application/json': { schema: z.array(ServerEvent) },
        },
      },
    },
    responses: { ...answered, ...problemResponses(400, 401, 403, 404, 413, 415, 429, 500, 503) },
  });
  app.post(
    '/v1/ingest/:projectId/events',
    requireAccess(authenticator, 'ingest'),
    requireEventType,
    async (context) => {
      const sender = context.var.principal.actor;
      const project = await projects.require(context.req.param('projectId'));
      return rooms.withBody(context, { sender, limitBytes: collectLimitBytes }, async (raw) => {
        const body = await inflateBody(context, raw, collectLimitBytes);
        return context.json(await takeEvents({ project, sender, body }), 202);
      });
    },
  );
}

const requireEventType = createMiddleware<HttpEnvironment>(async (context, next) => {
  requireMediaType(context.req.header('content-type'), eventTypes);
  await next();
});
