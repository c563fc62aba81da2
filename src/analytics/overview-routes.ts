import { createRoute, z } from '@hono/zod-openapi';
import { crawlersSchema, dropsSchema, liveQuerySchema, liveSchema, rangeQuerySchema } from '../contract/analytics.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import { readDateRange } from './date-range.ts';
import { dropReasons } from './drop-reason.ts';
import type { ExportAccess } from './export-access.ts';
import { exportErrors, exportOperation, mappingOf, readHeaders, uncountedBy } from './export-access.ts';
import type { VisitStore } from './visits/visit-store.ts';

const parameters = z.object({ projectId: z.string() });
const liveViews = 50;
const crawlerLimit = 100;

/** Adds what the dashboard shows beside the exports: who is there now, and what is in no count. */
export function addOverviewRoutes(
  app: HttpApp,
  { access, store, clock }: { access: ExportAccess; store: VisitStore; clock: Clock },
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/drops',
      operationId: 'getDrops',
      summary: 'Get what was not counted, and why',
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
      const range = readDateRange(context.req.valid('query'));
      const { id } = await access.begin(context);
      const drops = await store.readDrops(id, range);
      const descriptions: Readonly<Record<string, string>> = dropReasons;
      const described = drops.map((drop) => ({ ...drop, description: descriptions[drop.reason] ?? drop.reason }));
      return context.json({ drops: described }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/crawlers',
      operationId: 'getCrawlers',
      summary: 'Get the crawlers and other programs that are in no count',
      description: 'Named and kept, but neither human nor AI by the definition of the project. The first 100.',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: rangeQuerySchema },
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
      const range = readDateRange(context.req.valid('query'));
      const project = await access.begin(context);
      const { totals, rows } = await store.countPage({
        projectId: project.id,
        measure: 'views',
        dimension: 'agent',
        range,
        mapping: uncountedBy(mappingOf(project)),
        limit: crawlerLimit,
        offset: 0,
        snapshot: undefined,
      });
      const crawlers = rows.map(({ value, total }) => ({ agent: value, views: total }));
      return context.json({ views: totals.total, crawlers }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/live',
      operationId: 'getLiveVisitors',
      summary: 'Get the visitors of the last minutes',
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
      const project = await access.begin(context);
      const { minutes = 5 } = context.req.valid('query');
      const since = clock.now() - minutes * duration.minute;
      const query = { projectId: project.id, since, mapping: mappingOf(project), limit: liveViews };
      const { visitors, recent } = await store.live(query);
      return context.json(
        {
          visitors,
          recent: recent.map(({ timestampMs, path, classification, country }) => ({
            at: new Date(timestampMs).toISOString(),
            path,
            category: classification.category,
            agent: classification.product ?? null,
            country: country ?? null,
          })),
        },
        200,
      );
    },
  );
}
