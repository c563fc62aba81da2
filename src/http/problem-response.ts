import { problemSchema, type Problem } from '../contract/problem.ts';
import { type AppError, type Entrance, remedyAt } from '../kernel/app-error.ts';
import { preferenceFor } from './accept.ts';
import { ErrorWithHeaders, Unauthorized } from './errors.ts';
import { describeHeaders, type HeaderName } from './response-headers.ts';

const problemType = 'application/problem+json';

/** The one mapping from our errors to problem+json, or to plain JSON for a caller whose `Accept` wants that more. */
export function problemResponse(error: AppError, { requestId, accept, entrance }: ProblemCaller): Response {
  const { facts } = error;
  const problem: Problem = {
    type: `/problems/${facts.code}`,
    title: facts.title,
    status: facts.status,
    detail: `${error instanceof Unauthorized ? `${facts.title}.` : error.message} ${remedyAt(entrance, facts)}`,
    instance: requestId,
    // A refused key gets exactly the published word here.
    error: error.message,
    details: [...error.details],
  };
  const headers = new Headers({
    'content-type': errorType(accept),
    'cache-control': 'no-store',
    vary: 'accept',
    ...(error instanceof ErrorWithHeaders ? error.headers : {}),
  });
  if (error.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds));
  if (facts.status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(problem), { status: facts.status, headers });
}

export interface ProblemCaller {
  /** Where the caller stands. */
  readonly entrance: Entrance;
  readonly requestId: string;
  /** Its `Accept` header. */
  readonly accept: string | undefined;
}

function errorType(accept: string | undefined): string {
  const preference = preferenceFor(problemType, accept);
  return preference > 0 && preference >= preferenceFor('application/json', accept) ? problemType : 'application/json';
}

const titles: Record<number, string> = {
  400: 'The request is invalid or not UTF-8.',
  401: 'The key is missing, malformed, unknown, expired or revoked.',
  403: 'The key lacks the scope, or its allowlist excludes this IP address.',
  404: 'The key cannot access the project, or the project has no such item.',
  409: 'The current state does not allow it.',
  410: 'The snapshot has been released.',
  413: 'The body is too large.',
  415: 'The content type or encoding is not supported.',
  422: 'The idempotency key was used for a different request, or the repository or model cannot be used.',
  429: 'The rate limit is reached.',
  500: 'An unexpected error.',
  502: 'The code host or identity provider does not respond.',
  503: 'The server is shutting down or its database is unavailable.',
};

const headersOf: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

const problemContent = { [problemType]: { schema: problemSchema }, 'application/json': { schema: problemSchema } };

/** Entries for the `responses` of an OpenAPI route, one for each documented error status. */
export function problemResponses(...statuses: readonly (keyof typeof titles)[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: titles[status] ?? '',
        headers: describeHeaders('Cache-Control', 'Vary', ...(headersOf[status] ?? [])),
        content: problemContent,
      },
    ]),
  );
}
