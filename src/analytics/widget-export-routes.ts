import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { rangeQuerySchema } from '../contract/analytics.ts';
import {
  assistantQuerySchema,
  assistantSchema,
  callerStatsSchema,
  feedbackByPageQuerySchema,
  feedbackByPageSchema,
  feedbackQuerySchema,
  feedbackSchema,
  searchesQuerySchema,
  searchesSchema,
} from '../contract/widget-exports.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { problemResponses } from '../http/problem-response.ts';
import { ThreadNotFound } from './errors.ts';
import { exportOperation, readHeaders, type ExportAccess } from './export-access.ts';

const parameters = z.object({ projectId: z.string() });
const errors = problemResponses(400, 401, 403, 404, 429, 500, 503);

interface Widget<Query extends z.ZodObject, Answer extends z.ZodType> {
  readonly path: string;
  readonly operationId: string;
  readonly of: string;
  readonly query: Query;
  readonly schema: Answer;
  readonly empty: z.input<Answer>;
}

/**
 * Adds the published exports of widgets that Docwright does not have, so that nothing was ever collected: true answers
 * without a row. Connectors try a key on one of them, and take a 404 for a project that does not exist.
 */
export function addWidgetExportRoutes(app: HttpApp, { access }: { access: ExportAccess }): void {
  const serve = <Query extends z.ZodObject, Answer extends z.ZodType>(widget: Widget<Query, Answer>): void => {
    const { path, operationId, of, query, schema, empty } = widget;
    const route = createRoute({
      method: 'get',
      path: `/v1/analytics/{projectId}/${path}`,
      operationId,
      summary: `Export ${of}: always empty`,
      description: `Docwright collects no ${of}. The response has the published shape, for connectors that request everything.`,
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters, query },
      responses: {
        200: { description: 'No rows.', headers: readHeaders, content: { 'application/json': { schema } } },
        ...errors,
      },
    });
    app.openapi(route, async (context: Context<HttpEnvironment>) => {
      const { dateFrom, dateTo } = context.req.query();
      await access.begin(context, { dateFrom, dateTo });
      return context.json(empty as object, 200);
    });
  };
  const page = { nextCursor: null, hasMore: false };

  serve({
    path: 'feedback',
    operationId: 'getFeedback',
    of: 'feedback',
    query: feedbackQuerySchema,
    schema: feedbackSchema,
    empty: { feedback: [], ...page },
  });
  serve({
    path: 'feedback/by-page',
    operationId: 'getFeedbackByPage',
    of: 'feedback by page',
    query: feedbackByPageQuerySchema,
    schema: feedbackByPageSchema,
    empty: { feedback: [], hasMore: false },
  });
  serve({
    path: 'searches',
    operationId: 'getSearches',
    of: 'searches',
    query: searchesQuerySchema,
    schema: searchesSchema,
    empty: { searches: [], totalSearches: 0, nextCursor: null },
  });
  serve({
    path: 'assistant',
    operationId: 'getAssistantConversations',
    of: 'conversations with an assistant',
    query: assistantQuerySchema,
    schema: assistantSchema,
    empty: { conversations: [], ...page },
  });
  serve({
    path: 'assistant/caller-stats',
    operationId: 'getAssistantCallerStats',
    of: 'callers of an assistant',
    query: rangeQuerySchema,
    schema: callerStatsSchema,
    empty: { web: 0, api: 0, other: 0, total: 0 },
  });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/analytics/{projectId}/assistant/threads/{threadId}',
      operationId: 'getAssistantThread',
      summary: 'Get a conversation with an assistant: there is none',
      description: 'Docwright has no assistant, so every thread is unknown.',
      ...exportOperation,
      middleware: access.middleware,
      request: { params: parameters.extend({ threadId: z.string() }) },
      responses: errors,
    }),
    async (context) => {
      await access.begin(context);
      throw new ThreadNotFound(context.req.valid('param').threadId);
    },
  );
}
