import { createRoute, z } from '@hono/zod-openapi';
import {
  crawlersQuerySchema,
  crawlersSchema,
  dropsSchema,
  liveQuerySchema,
  liveSchema,
  rangeQuerySchema,
} from '../contract/analytics.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { ExportAccess } from './export-access.ts';
import { exportErrors, exportOperation, readHeaders } from './export-access.ts';

const parameters = z.object({ projectId: z.string() });

/** Adds what the dashboard shows beside the exports: who is there now, and what is in no count. */
export function addOverviewRoutes(app: HttpApp, { access }: { access: ExportAccess }): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/drops',
      operationId: 'getDrops',
      summary: 'Get dropped requests by reason',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: rangeQuerySchema },
      responses: {
        200: {
          description: 'By UTC day and reason.',
          headers: readHeaders,
          content: { 'application/json': { schema: dropsSchema } },
        },
        ...exportErrors,
      },
    }),
    async (context) => {
      const read = await access.begin(context, context.req.valid('query'));
      return context.json({ drops: await read.drops() }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/crawlers',
      operationId: 'getCrawlers',
      summary: 'Get crawlers and other programs that are not counted',
      description:
        'Stored views by programs that the project counts neither as human nor as AI. The first 100 programs.',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: crawlersQuerySchema },
      responses: {
        200: {
          description: 'Most views first.',
          headers: readHeaders,
          content: { 'application/json': { schema: crawlersSchema } },
        },
        ...exportErrors,
      },
    }),
    async (context) => {
      const read = await access.begin(context, context.req.valid('query'));
      return context.json(await read.crawlers(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/live',
      operationId: 'getLiveVisitors',
      summary: 'Get visitors of the last minutes',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: liveQuerySchema },
      responses: {
        200: {
          description: 'Newest views first.',
          headers: readHeaders,
          content: { 'application/json': { schema: liveSchema } },
        },
        ...exportErrors,
      },
    }),
    async (context) => {
      const read = await access.begin(context);
      return context.json(await read.live(context.req.valid('query').minutes), 200);
    },
  );
}
