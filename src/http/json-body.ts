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

/** Refuses bodies over `limitBytes`, also those that come without a length. */
export function limitBody(limitBytes: number): MiddlewareHandler<HttpEnvironment> {
  return bodyLimit({
    maxSize: limitBytes,
    onError: () => {
      throw new BodyTooLarge(limitBytes);
    },
  });
}
