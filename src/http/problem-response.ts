import type { Problem } from '../contract/problem.ts';
import { problemSchema } from '../contract/problem.ts';
import type { AppError } from '../kernel/app-error.ts';
import { RateLimited } from './errors.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** The one mapping from our errors to problem+json. */
export function problemResponse(error: AppError, requestId: string): Response {
  const { facts } = error;
  const problem: Problem = {
    type: `/problems/${facts.code}`,
    title: facts.title,
    status: facts.status,
    // A refused key gets exactly the published body in `error`; everything else is told what to do as well.
    detail: facts.status === 401 ? error.message : `${error.message} ${facts.remedy}`,
    instance: requestId,
    error: error.message,
    details: [...error.details],
  };
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  if (error.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds));
  if (error instanceof RateLimited) {
    const state = { ...error.limit, remaining: 0, resetSeconds: error.retryAfterSeconds ?? 1 };
    for (const [name, value] of Object.entries(rateLimitHeaders(state))) headers.set(name, value);
  }
  if (facts.status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(problem), { status: facts.status, headers });
}

const titles: Record<number, string> = {
  400: 'The request does not fit the schema.',
  401: 'No key, or one that is malformed, unknown, expired or revoked.',
  403: 'The key lacks the scope, or may not be used from this address.',
  404: 'The key does not see the project, or there is no such thing in it.',
  409: 'The present state does not allow it.',
  410: 'The snapshot has been released.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The idempotency key was used for another request, or the repository of the project cannot be one.',
  429: 'The limit is used up.',
  500: 'An unexpected fault.',
  502: 'The code host or the identity provider does not answer.',
  503: 'The server is draining or its database is away.',
};

/** Entries for the `responses` of an OpenAPI route, one for each documented error status. */
export function problemResponses(...statuses: readonly (keyof typeof titles)[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: titles[status] ?? '', content: { 'application/problem+json': { schema: problemSchema } } },
    ]),
  );
}
