import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import type { HttpEnvironment } from './http-environment.ts';
import { refuseManyValues } from './json-size.ts';
import { limitBody } from './limit-body.ts';
import { requireMediaType } from './media-type.ts';
import { decodeUtf8, readBody } from './read-body.ts';

/**
 * Lets bodies in that call themselves JSON, of at most `limitBytes`, compressed or not, and leaves them to the handler as
 * plain text. Refused before anything is parsed: 413, 415, and 400 for what is not UTF-8 or has too many values.
 */
export function jsonBody(limitBytes: number): MiddlewareHandler<HttpEnvironment> {
  const unpack = createMiddleware<HttpEnvironment>(async (context, next) => {
    requireMediaType(context.req.header('content-type'), ['application/json']);
    const plain = await readBody(context, limitBytes);
    refuseManyValues(plain);
    const text = decodeUtf8(plain);
    context.req.raw = new Request(context.req.raw, { body: text });
    await next();
  });
  return every(limitBody(limitBytes), unpack);
}
