import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { bodyLimit } from 'hono/body-limit';
import { BodyTooLarge, UnsupportedContentType } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';

/** Refuses bodies that do not call themselves JSON, before anything is parsed. */
export const requireJson = createMiddleware<HttpEnvironment>(async (context, next) => {
  const received = context.req.header('content-type');
  if (received?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new UnsupportedContentType(received, ['application/json']);
  }
  await next();
});

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
