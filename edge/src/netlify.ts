import type { Recorder } from './recorder.ts';
import { webPageRequest } from './web-request.ts';

interface ContextLike {
  readonly ip?: string;
  readonly geo?: { readonly country?: { readonly code?: string } };
  next(): Promise<Response>;
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * Netlify edge function: `export default recordVisits(recorder)` with `config = { path: '/*' }`. Passes the request on
 * and records what came back.
 */
export function recordVisits(recorder: Recorder): (request: Request, context: ContextLike) => Promise<Response> {
  return async (request, context) => {
    const response = await context.next();
    const platform = { address: context.ip, country: context.geo?.country?.code };
    context.waitUntil(recorder.recordUntilSent(webPageRequest(request, response, platform)));
    return response;
  };
}
