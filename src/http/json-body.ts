import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { HttpEnvironment } from './http-environment.ts';
import { refuseManyValues } from './json-size.ts';
import { requireMediaType } from './media-type.ts';
import { decodeUtf8, readBody } from './read-body.ts';

/**
 * Lets bodies in that call themselves JSON, of at most `limitBytes`, compressed or not, and leaves them to the handler as
 * plain text. Refused before anything is parsed: 413, 415, and 400 for what is not UTF-8 or has too many values.
 */
export function jsonBody(limitBytes: number): MiddlewareHandler<HttpEnvironment> {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const { req } = context;
    requireMediaType(req.header('content-type'), ['application/json']);
    const plain = await readBody(context, limitBytes);
    refuseManyValues(plain);
    // What Hono's `text()` and `json()` answer from; another Request with this body would cost as much as all the rest.
    Object.assign(req.bodyCache, { text: Promise.resolve(decodeUtf8(plain)) });
    await next();
  });
}
