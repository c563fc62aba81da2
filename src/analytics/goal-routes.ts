import { createRoute, z } from '@hono/zod-openapi';
import { funnelQuerySchema, funnelSchema, goalsQuerySchema, goalsSchema } from '../contract/analytics.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { ExportAccess } from './export-access.ts';
import { exportErrors, exportOperation, readHeaders } from './export-access.ts';

const parameters = z.object({ projectId: z.string() });

/** Adds what visitors came to do: goals, and funnels of them. */
export function addGoalRoutes(app: HttpApp, { access }: { access: ExportAccess }): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/goals',
      operationId: 'getGoals',
      summary: "Get how many visitors reached the project's goals",
      description:
        'For visitors with a view that matches the filters: how many reached each goal of `analytics.goals` within the range, by ' +
        'any view or event. Exact; each visitor counts once.',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: goalsQuerySchema },
      responses: {
        200: {
          description: 'In the order of the settings.',
          headers: readHeaders,
          content: { 'application/json': { schema: goalsSchema } },
        },
        ...exportErrors,
      },
    }),
    async (context) => {
      const read = await access.begin(context, context.req.valid('query'));
      return context.json(await read.goals(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/funnel',
      operationId: 'getFunnel',
      summary: 'Get how many visitors completed each step of a funnel',
      description:
        'For visitors with a view that matches the filters: how many took the first step within the range, how many of them then took ' +
        'the second, and so on. The range is the only time limit. Exact; each visitor counts once.',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: funnelQuerySchema },
      responses: {
        200: {
          description: 'In the order of the steps.',
          headers: readHeaders,
          content: { 'application/json': { schema: funnelSchema } },
        },
        ...exportErrors,
      },
    }),
    async (context) => {
      const { step, ...selection } = context.req.valid('query');
      const read = await access.begin(context, selection);
      return context.json(await read.funnel(step), 200);
    },
  );
}
