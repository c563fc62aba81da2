import type { z } from '@hono/zod-openapi';

/** Everything a key must not do lives below this path. */
export const dashboardPath = '/api/dashboard';

export function jsonAnswer<Schema extends z.ZodType>(schema: Schema) {
  return { description: 'Success.', content: { 'application/json': { schema } } };
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } };
}
