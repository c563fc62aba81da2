import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import {
  breakdownDimensionSchema,
  breakdownSchema,
  countQuerySchema,
  missingSchema,
  pageQuerySchema,
  timeseriesQuerySchema,
  timeseriesSchema,
  viewsSchema,
  visitorsSchema,
} from '../contract/analytics.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { streamAnswer } from '../http/stream-answer.ts';
import { describeHeaders, type HeaderName } from '../http/response-headers.ts';
import type { AnalyticsRead, WhatToCount, WholeExport } from './begin-read.ts';
import type { ExportAccess } from './export-access.ts';
import { exportErrors, exportOperation } from './export-access.ts';
import { requestedFormat } from './export-rows.ts';
import { encodeExport } from './export-stream.ts';
import { bucketRecord, pageRow } from './export-tables.ts';
import { missingRecord } from './read-missing.ts';
import type { CountRow } from './visits/visit-store.ts';

const parameters = z.object({ projectId: z.string() });
const answers = <Schema extends z.ZodType>(schema: Schema, description: string, ...more: HeaderName[]) => ({
  200: {
    description,
    headers: describeHeaders('Vary', 'RateLimit', 'RateLimit-Policy', ...more),
    content: {
      'application/json': { schema },
      'text/csv': { schema: z.string() },
      'application/x-ndjson': { schema: z.string() },
    },
  },
  ...exportErrors,
});
const pageAnswers = <Schema extends z.ZodType>(schema: Schema) =>
  answers(schema, 'One page as JSON; all rows as CSV or NDJSON.', 'X-Snapshot');
const pageDescription =
  'Rows are sorted by `total` descending, or by `sort`, then by value ascending. Increase `offset` by `limit` while `hasMore` is true. ' +
  'With `Accept: text/csv` or `application/x-ndjson` all rows are streamed and `limit` and `offset` are ignored.';

/** Adds the exports of visitor analytics: JSON pages, or all rows as CSV or NDJSON. */
export function addExportRoutes(app: HttpApp, { access }: { access: ExportAccess }): void {
  /** One page of counts, or the answer that streams all rows. */
  const pageOrStream = async <Page extends { readonly snapshot: string }, Row extends CountRow>(
    context: Context<HttpEnvironment>,
    query: z.output<typeof pageQuerySchema> | z.output<typeof countQuerySchema>,
    readers: {
      readonly page: (read: AnalyticsRead) => Promise<Page>;
      readonly walk: (read: AnalyticsRead) => Promise<WholeExport<Row>>;
    },
  ): Promise<Page | Response> => {
    const read = await access.begin(context, query);
    const format = requestedFormat(context.req.header('accept'));
    context.header('vary', 'accept');
    if (format === undefined) {
      const page = await readers.page(read);
      context.header('x-snapshot', page.snapshot);
      return page;
    }
    const walk = await readers.walk(read);
    context.header('x-snapshot', walk.snapshot);
    context.header('content-type', `${format}; charset=utf-8`);
    return streamAnswer(context, encodeExport(walk.table, format, walk.rows));
  };
  const countOrStream = (
    context: Context<HttpEnvironment>,
    count: WhatToCount,
    query: z.output<typeof countQuerySchema>,
  ) =>
    pageOrStream(context, query, {
      page: async (read) => ({ gone: undefined, ...(await read.list(count, query)) }),
      walk: (read) => read.walkCompared(count, query),
    });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/visitors',
      operationId: 'getVisitors',
      summary: 'Get unique visitors',
      description: `Exact unique visitors of the site and of each page. ${pageDescription}`,
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: countQuerySchema },
      responses: pageAnswers(visitorsSchema),
    }),
    async (context) => {
      const count = { measure: 'visitors', dimension: 'path' } as const;
      const page = await countOrStream(context, count, context.req.valid('query'));
      if (page instanceof Response) return page;
      return context.json(
        {
          totals: page.totals,
          visitors: page.rows.map(pageRow),
          hasMore: page.hasMore,
          ...(page.gone && { gone: page.gone.map(pageRow) }),
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/views',
      operationId: 'getViews',
      summary: 'Get content views',
      description: `Number of views, in total and by page. ${pageDescription}`,
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: countQuerySchema },
      responses: pageAnswers(viewsSchema),
    }),
    async (context) => {
      const count = { measure: 'views', dimension: 'path' } as const;
      const page = await countOrStream(context, count, context.req.valid('query'));
      if (page instanceof Response) return page;
      return context.json(
        {
          totals: page.totals,
          views: page.rows.map(pageRow),
          hasMore: page.hasMore,
          ...(page.gone && { gone: page.gone.map(pageRow) }),
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/missing',
      operationId: 'getMissingPages',
      summary: 'Get missing pages',
      description:
        'Pages that people and AI requested but that returned 404 or 410: exact unique visitors in total and by page, ' +
        `with the most similar existing page, and whether a redirect covers it. No other number includes them. ${pageDescription}`,
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: pageQuerySchema },
      responses: pageAnswers(missingSchema),
    }),
    async (context) => {
      const query = context.req.valid('query');
      const page = await pageOrStream(context, query, {
        page: (read) => read.missingPage(query),
        walk: (read) => read.walkMissing(query),
      });
      if (page instanceof Response) return page;
      return context.json({ totals: page.totals, missing: page.rows.map(missingRecord), hasMore: page.hasMore }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/breakdown/{dimension}',
      operationId: 'getBreakdown',
      summary: 'Get unique visitors by another dimension',
      description: `For example by AI product or referring host. ${pageDescription}`,
      ...exportOperation,
      middleware: access.middleware,
      request: {
        params: parameters.extend({ dimension: breakdownDimensionSchema }),
        query: countQuerySchema,
      },
      responses: pageAnswers(breakdownSchema),
    }),
    async (context) => {
      const count = { measure: 'visitors', dimension: context.req.valid('param').dimension } as const;
      const page = await countOrStream(context, count, context.req.valid('query'));
      if (page instanceof Response) return page;
      const { totals, rows, hasMore, gone } = page;
      return context.json({ totals, visitors: [...rows], hasMore, ...(gone && { gone: [...gone] }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/timeseries',
      operationId: 'getTimeseries',
      summary: 'Get visitors and views over time',
      description:
        'Visitors are distinct within each bucket. Buckets without views are included, with zeros; ' +
        '`received` says whether any view came, including crawlers. At most 20,000 buckets. Also as CSV and NDJSON.',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query: timeseriesQuerySchema },
      responses: answers(timeseriesSchema, 'All buckets, oldest first.'),
    }),
    async (context) => {
      const { interval, ...selection } = context.req.valid('query');
      const { buckets, table } = await (await access.begin(context, selection)).timeseries(interval);
      const format = requestedFormat(context.req.header('accept'));
      context.header('vary', 'accept');
      if (format === undefined) return context.json({ interval, buckets: buckets.map(bucketRecord) }, 200);
      context.header('content-type', `${format}; charset=utf-8`);
      return streamAnswer(context, encodeExport(table, format, toOneChunk(buckets)));
    },
  );
}

async function* toOneChunk<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  yield await Promise.resolve(rows);
}
