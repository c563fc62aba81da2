import type { Recorder } from './recorder.ts';
import { webPageRequest } from './web-request.ts';

/** What is used of Hono's context, so that Hono need not be installed to be supported. */
interface ContextLike {
  readonly req: { readonly raw: Request };
  readonly res: Response;
  /** On Node: the incoming message. */
  readonly env: unknown;
  /** Throws where the runtime has none. */
  readonly executionCtx: { waitUntil(promise: Promise<unknown>): void };
}

/**
 * Hono middleware: `app.use(recordVisits(recorder))`, before the routes. On Node the reader's address is the socket's, on
 * Cloudflare its `cf-connecting-ip`; elsewhere set `addressHeader`.
 */
export function recordVisits(recorder: Recorder): (context: ContextLike, next: () => Promise<void>) => Promise<void> {
  return async (context, next) => {
    await next();
    const request = context.req.raw;
    const page = webPageRequest(request, context.res, { address: peerAddress(context.env, request) });
    const waitUntil = waitUntilOf(context);
    if (waitUntil) waitUntil(recorder.recordUntilSent(page));
    else recorder.record(page);
  };
}

function peerAddress(env: unknown, request: Request): string | undefined {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming ? incoming.socket?.remoteAddress : (request.headers.get('cf-connecting-ip') ?? undefined);
}

function waitUntilOf(context: ContextLike): ((promise: Promise<unknown>) => void) | undefined {
  try {
    const { executionCtx } = context;
    return (promise) => {
      executionCtx.waitUntil(promise);
    };
  } catch {
    return undefined; // A process that lives on.
  }
}
