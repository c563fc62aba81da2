import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { BodyTooLarge } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';

/**
 * Refuses bodies over `limitBytes`, also those that come without a length. One with a length is judged by it alone, which
 * Node enforces: only what nobody has begun to read is cleared away for the next request on the connection.
 */
export function limitBody(limitBytes: number): MiddlewareHandler<HttpEnvironment> {
  const refuse = (): never => {
    throw new BodyTooLarge(limitBytes);
  };
  const limitStream = bodyLimit({ maxSize: limitBytes, onError: refuse });
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const length = context.req.header('content-length');
    if (length === undefined) return limitStream(context, next);
    if (Number(length) > limitBytes) refuse();
    await next();
  });
}
