import type { Recorder } from './recorder.ts';
import { webPageRequest } from './web-request.ts';

interface ContextLike {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * Vercel routing middleware (`middleware.ts` of any framework) or edge function: `export default recordVisits(recorder)`,
 * around your own where you have one. As middleware it runs before the page and does not see its status.
 */
export function recordVisits<Context extends ContextLike>(
  recorder: Recorder,
  handler?: (request: Request, context: Context) => Response | undefined | Promise<Response | undefined>,
): (request: Request, context: Context) => Promise<Response | undefined> {
  return async (request, context) => {
    const response = await handler?.(request, context);
    const { headers } = request;
    // Both are written by Vercel, whatever the reader sends.
    const address = headers.get('x-real-ip') ?? undefined;
    const country = headers.get('x-vercel-ip-country') ?? undefined;
    const seen = response?.headers.has('x-middleware-next') ? undefined : response;
    context.waitUntil(recorder.recordUntilSent(webPageRequest(request, seen, { address, country })));
    return response;
  };
}
