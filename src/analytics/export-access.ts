import type { Context, MiddlewareHandler } from 'hono';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { problemResponses } from '../http/problem-response.ts';
import { rateLimitHeaders } from '../http/rate-limit-headers.ts';
import { describeHeaders } from '../http/response-headers.ts';
import { requireAccess } from '../http/require-access.ts';
import type { AnalyticsRead, BeginRead } from './begin-read.ts';

/** What every read of analytics over HTTP begins with. */
export interface ExportAccess {
  /** Who may read at all: 401, 404, 403. */
  readonly middleware: MiddlewareHandler<HttpEnvironment>;
  /** Begins the read of the caller, and tells it in headers what is left of its quota. */
  begin(context: Context<HttpEnvironment>, selection?: WhatToRead): Promise<AnalyticsRead>;
}

type WhatToRead = Omit<Parameters<BeginRead>[0], 'projectId' | 'reader'>;

export function createExportAccess({
  authenticator,
  beginRead,
}: {
  authenticator: Authenticator;
  beginRead: BeginRead;
}): ExportAccess {
  return {
    middleware: requireAccess(authenticator, 'analytics:read'),
    begin: async (context, selection = {}) => {
      const projectId = context.req.param('projectId') ?? '';
      const read = await beginRead({ ...selection, projectId, reader: context.var.principal.actor });
      for (const [header, value] of Object.entries(rateLimitHeaders(read.limit))) context.header(header, value);
      return read;
    },
  };
}

/** What the operations have in common in the reference. */
export const exportOperation = {
  tags: ['Visitor analytics'],
  security: [{ bearer: [] }],
};
/** Of every answer that counts against the limit on reads. */
export const readHeaders = describeHeaders('RateLimit', 'RateLimit-Policy');
export const exportErrors = problemResponses(400, 401, 403, 404, 410, 429, 500, 503);
