import type { components } from './api.generated.ts';

/** What the server says about a request that did not succeed (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** The server refused or failed. Branch on `code`; the message is for people. */
export class DocwrightError extends Error {
  override readonly name = 'DocwrightError';
  readonly status: number;
  /** Stable name of the problem, such as `rate_limited`; the server explains each under /problems/<code>. */
  readonly code: string;
  /** The whole answer: every fault that was found in the request, the id to tell whoever runs the server. */
  readonly problem: Problem;
  /** Seconds after which trying again makes sense, if the server said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, retryAfterSeconds: number | undefined) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.type.split('/').at(-1) ?? problem.type;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server was not reached, or the connection broke before an answer was complete. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  /** With its port where that is not the usual one. */
  readonly host: string;
  constructor(url: string, cause: unknown) {
    super(`The Docwright server at ${new URL(url).origin} cannot be reached. Check the URL and that the server runs.`, {
      cause,
    });
    this.host = new URL(url).host;
  }
}

/**
 * The error that an answer stands for; `body` is what it said, parsed if it was JSON. Something between, such as a proxy,
 * answers without a problem.
 */
export function toDocwrightError(response: Response, body: unknown): DocwrightError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  if (isProblem(body)) return new DocwrightError(body, retryAfterSeconds);
  const sentence = `The answer has the status ${response.status} and is not from Docwright. Check the URL and what stands between.`;
  const problem = { type: 'not_docwright', title: 'Not an answer of Docwright', status: response.status, instance: '' };
  return new DocwrightError({ ...problem, detail: sentence, error: sentence, details: [] }, retryAfterSeconds);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'type' in body && 'detail' in body && 'details' in body;
}
