import { createRoute, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { stream } from 'hono/streaming';
import {
  breakdownDimensionSchema,
  breakdownSchema,
  crawlersSchema,
  dropsSchema,
  liveQuerySchema,
  liveSchema,
  pageQuerySchema,
  rangeQuerySchema,
  timeseriesQuerySchema,
  timeseriesSchema,
  viewsSchema,
  visitorsSchema,
} from '../contract/analytics.ts';
import type { Project } from '../contract/project.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { ProjectNotFound } from '../http/errors.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { problemResponses } from '../http/problem-response.ts';
import { limitRate } from '../http/rate-limit.ts';
import { requireAccess } from '../http/require-access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Projects } from '../projects/projects.ts';
import { readDateRange } from './date-range.ts';
import { dropReasons } from './drop-reason.ts';
import { formatHeader, formatRows, requestedFormat, type ExportFormat } from './export-rows.ts';
import { matchingRows, takePage } from './search-rows.ts';
import { trafficCategories } from './visits/view.ts';
import {
  defaultMapping,
  type ClassMapping,
  type CountPage,
  type CountQuery,
  type VisitStore,
} from './visits/visit-store.ts';

const tags = ['Visitor analytics'];
const security = [{ bearer: [] }];
const parameters = z.object({ projectId: z.string() });
const liveViews = 50;
const crawlerLimit = 100;
/** Bytes gathered before they are written to a reader of a stream. */
const chunkLength = 64 * 1024;

export interface ExportRoutesOptions {
  readonly authenticator: Authenticator;
  readonly projects: Projects;
  readonly store: VisitStore;
  readonly clock: Clock;
}

/** Adds the exports of visitor analytics. */
export function addExportRoutes(app: HttpApp, { authenticator, projects, store, clock }: ExportRoutesOptions): void {
  const requireProject = async (projectId: string): Promise<Project> => {
    const project = await projects.get(projectId);
    if (project === undefined) throw new ProjectNotFound(projectId);
    return project;
  };
  const access: MiddlewareHandler<HttpEnvironment> = every(
    requireAccess(authenticator, 'analytics:read'),
    limitRate({
      name: 'reads',
      windowSeconds: 60,
      clock,
      quota: async (context) =>
        (await requireProject(context.req.param('projectId') ?? '')).settings.analytics.readsPerMinute,
      keyOf: ({ var: { principal } }) => principal.actor,
    }),
  );
  const errors = problemResponses(400, 401, 403, 404, 410, 429, 500, 503);
  const answers = <Schema extends z.ZodType>(schema: Schema) => ({
    200: {
      description: 'One page as JSON; all rows as CSV or NDJSON.',
      headers: z.object({
        'X-Snapshot': z
          .string()
          .optional()
          .openapi({ description: 'Version of the data; send it back as `snapshot` for the other pages.' }),
      }),
      content: {
        'application/json': { schema },
        'text/csv': { schema: z.string() },
        'application/x-ndjson': { schema: z.string() },
      },
    },
    ...errors,
  });
  const pageDescription =
    'Rows by `total` descending, then by value ascending. Increase `offset` by `limit` while `hasMore` is true. ' +
    'With `Accept: text/csv` or `application/x-ndjson` all rows are streamed and `limit` and `offset` are ignored.';

  /** One page of counts, or the answer that streams all rows. */
  const countOrStream = async (
    context: Context<HttpEnvironment>,
    count: Pick<CountQuery, 'measure' | 'dimension'>,
    query: z.output<typeof pageQuerySchema>,
  ): Promise<CountPage | Response> => {
    const project = await requireProject(context.req.param('projectId') ?? '');
    const request = { ...count, projectId: project.id, range: readDateRange(query), mapping: mappingOf(project) };
    const format = requestedFormat(context.req.header('accept'));
    context.header('vary', 'accept');
    const { limit = 50, offset = 0, snapshot, search } = query;
    const rows = search === undefined ? store.walk(request) : matchingRows(store.walk(request), search);
    if (format !== undefined) return streamRows(context, format, columnOf(count), rows);
    if (search !== undefined) {
      const { totals, ...all } = await store.countPage({ ...request, limit: 1, offset: 0, snapshot });
      context.header('x-snapshot', all.snapshot);
      return { ...all, totals, ...(await takePage(rows, { offset, limit })) };
    }
    const page = await store.countPage({ ...request, limit, offset, snapshot });
    context.header('x-snapshot', page.snapshot);
    return page;
  };

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/visitors',
      operationId: 'getVisitors',
      summary: 'Get unique visitors',
      description: `Exact unique visitors of the site and of each page. ${pageDescription}`,
      tags,
      security,
      middleware: access,
      request: { params: parameters, query: pageQuerySchema },
      responses: answers(visitorsSchema),
    }),
    async (context) => {
      const count = { measure: 'visitors', dimension: 'path' } as const;
      const page = await countOrStream(context, count, context.req.valid('query'));
      if (page instanceof Response) return page;
      const rows = page.rows.map(({ value, ...counts }) => ({ path: value, ...counts }));
      return context.json({ totals: page.totals, visitors: rows, hasMore: page.hasMore }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/views',
      operationId: 'getViews',
      summary: 'Get content views',
      description: `How often content was viewed, in total and by page. ${pageDescription}`,
      tags,
      security,
      middleware: access,
      request: { params: parameters, query: pageQuerySchema },
      responses: answers(viewsSchema),
    }),
    async (context) => {
      const count = { measure: 'views', dimension: 'path' } as const;
      const page = await countOrStream(context, count, context.req.valid('query'));
      if (page instanceof Response) return page;
      const rows = page.rows.map(({ value, ...counts }) => ({ path: value, ...counts }));
      return context.json({ totals: page.totals, views: rows, hasMore: page.hasMore }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/breakdown/{dimension}',
      operationId: 'getBreakdown',
      summary: 'Get unique visitors by another dimension',
      description: `Such as the AI product or the referring host. ${pageDescription}`,
      tags,
      security,
      middleware: access,
      request: {
        params: parameters.extend({ dimension: breakdownDimensionSchema }),
        query: pageQuerySchema,
      },
      responses: answers(breakdownSchema),
    }),
    async (context) => {
      const count = { measure: 'visitors', dimension: context.req.valid('param').dimension } as const;
      const page = await countOrStream(context, count, context.req.valid('query'));
      if (page instanceof Response) return page;
      return context.json({ totals: page.totals, visitors: [...page.rows], hasMore: page.hasMore }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/timeseries',
      operationId: 'getTimeseries',
      summary: 'Get visitors and views over time',
      description: 'Visitors of a bucket are distinct within it. Buckets without a view are included, with zeros.',
      tags,
      security,
      middleware: access,
      request: { params: parameters, query: timeseriesQuerySchema },
      responses: {
        200: { description: 'Oldest first.', content: { 'application/json': { schema: timeseriesSchema } } },
        ...errors,
      },
    }),
    async (context) => {
      const { interval, ...dates } = context.req.valid('query');
      const project = await requireProject(context.req.valid('param').projectId);
      const range = readDateRange(dates);
      const mapping = mappingOf(project);
      const buckets = await store.timeseries({ projectId: project.id, interval, range, mapping });
      return context.json(
        {
          interval,
          buckets: buckets.map(({ startMs, ...counts }) => ({ start: new Date(startMs).toISOString(), ...counts })),
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/drops',
      operationId: 'getDrops',
      summary: 'Get what was not counted, and why',
      tags,
      security,
      middleware: access,
      request: { params: parameters, query: rangeQuerySchema },
      responses: {
        200: { description: 'By UTC day and reason.', content: { 'application/json': { schema: dropsSchema } } },
        ...errors,
      },
    }),
    async (context) => {
      const { id } = await requireProject(context.req.valid('param').projectId);
      const drops = await store.readDrops(id, readDateRange(context.req.valid('query')));
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
      tags,
      security,
      middleware: access,
      request: { params: parameters, query: rangeQuerySchema },
      responses: {
        200: { description: 'Most views first.', content: { 'application/json': { schema: crawlersSchema } } },
        ...errors,
      },
    }),
    async (context) => {
      const project = await requireProject(context.req.valid('param').projectId);
      const { totals, rows } = await store.countPage({
        projectId: project.id,
        measure: 'views',
        dimension: 'agent',
        range: readDateRange(context.req.valid('query')),
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
      tags,
      security,
      middleware: access,
      request: { params: parameters, query: liveQuerySchema },
      responses: {
        200: { description: 'Newest views first.', content: { 'application/json': { schema: liveSchema } } },
        ...errors,
      },
    }),
    async (context) => {
      const project = await requireProject(context.req.valid('param').projectId);
      const { minutes = 5 } = context.req.valid('query');
      const since = clock.now() - minutes * 60_000;
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

/** The project's own definition of AI. */
function mappingOf({ settings }: Project): ClassMapping {
  return { human: defaultMapping.human, ai: [...defaultMapping.ai, ...settings.analytics.aiCategories] };
}

/** Everything that a mapping leaves out, as one class. */
function uncountedBy({ human, ai }: ClassMapping): ClassMapping {
  const counted = new Set([...human, ...ai]);
  return { human: [], ai: trafficCategories.filter((category) => !counted.has(category)) };
}

function columnOf({ dimension }: Pick<CountQuery, 'dimension'>): string {
  return dimension === 'path' ? 'path' : 'value';
}

function streamRows(
  context: Context<HttpEnvironment>,
  format: ExportFormat,
  column: string,
  chunks: ReturnType<VisitStore['walk']>,
): Response {
  context.header('content-type', `${format}; charset=utf-8`);
  return stream(context, async (writer) => {
    let text = formatHeader(format, column);
    for await (const rows of chunks) {
      for (const row of formatRows(format, column, rows)) {
        text += row;
        if (text.length < chunkLength) continue;
        if (writer.aborted) return;
        await writer.write(text);
        text = '';
      }
    }
    await writer.write(text);
  });
}
