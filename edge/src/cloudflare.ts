import type { Recorder } from './recorder.ts';
import { webPageRequest } from './web-request.ts';

interface ExecutionContextLike {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * Cloudflare Worker: `export default { fetch: recordVisits((env) => createRecorder({ ... }), handler) }`. A Worker that
 * only stands before the site has `(request) => fetch(request)` for its handler. Secrets arrive with the first request,
 * hence the function that makes the recorder; it is called once.
 */
export function recordVisits<Incoming extends Request, Env, Context extends ExecutionContextLike>(
  createRecorder: (env: Env) => Recorder,
  handler: (request: Incoming, env: Env, context: Context) => Response | Promise<Response>,
): (request: Incoming, env: Env, context: Context) => Promise<Response> {
  let recorder: Recorder | undefined;
  return async (request, env, context) => {
    const response = await handler(request, env, context);
    recorder ??= createRecorder(env);
    const { cf } = request as { cf?: { country?: string } };
    const address = request.headers.get('cf-connecting-ip') ?? undefined;
    context.waitUntil(recorder.recordUntilSent(webPageRequest(request, response, { address, country: cf?.country })));
    return response;
  };
}
