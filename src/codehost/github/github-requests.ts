import { Octokit } from '@octokit/rest';
import type { z } from 'zod';
import { duration } from '../../kernel/clock.ts';
import { readConnectionFault } from '../../outgoing/connection-fault.ts';
import { sendWithin } from '../../outgoing/send.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import { createAnswerCache, sendConditionally, type AnswerCache } from '../conditional-requests.ts';
import {
  CodeHostRateLimited,
  CodeHostUnavailable,
  CredentialsMissing,
  CredentialsRefused,
  PermissionMissing,
} from '../errors.ts';
import { readAnswer, unexpectedAnswer } from '../read-answer.ts';
import { repeatRequest, type Patience } from '../repeat-request.ts';

/** What GitHub answered to a request that it did not fulfil and that means something to its caller (404, 405, 409, 422). */
export class GithubRefusal extends Error {
  readonly status: number;
  /** GitHub's sentences, redacted; the only place where it tells some cases apart. */
  readonly said: string;
  constructor(status: number, message: string) {
    super(`GitHub answered ${status}: ${message}`);
    this.name = 'GithubRefusal';
    this.status = status;
    this.said = message;
  }
}

export interface GithubRequestsOptions extends Patience {
  readonly apiUrl: string;
  readonly token: string | undefined;
  /** Default: none outlives this object. */
  readonly cache?: AnswerCache | undefined;
}

export interface GithubRequests {
  /**
   * Sends a request and validates the answer. Retries what is safe to repeat. Throws `GithubRefusal` for 404, 405, 409 and 422,
   * and one of `codehost/errors.ts` otherwise.
   */
  send<T>(
    request: (octokit: Octokit) => Promise<OctokitAnswer>,
    schema: z.ZodType<T>,
    options: SendOptions,
  ): Promise<{ readonly data: T; readonly headers: OctokitAnswer['headers'] }>;
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** `owner/repo`, for messages. */
  readonly repository: string;
  /** What the request does, as in "the token may not ...". */
  readonly action: string;
  readonly isRead: boolean;
  /** Required content type, where the schema accepts even an empty text. */
  readonly contentType?: RegExp;
}

/** Of one question, with all its pages. */
const limits = { time: 30 * duration.second, bytes: 8 * 1024 ** 2, answers: 30, total: 32 * 1024 ** 2 };
/** What GitHub's documentation asks for when a secondary limit names no time. */
const unnamedLimitSeconds = 60;

export function createGithubRequests({
  apiUrl,
  token,
  cache = createAnswerCache(),
  ...patience
}: GithubRequestsOptions): GithubRequests {
  const host = new URL(apiUrl).host;
  if (token === undefined) throw new CredentialsMissing(host);
  const silent = (): void => undefined;
  const octokitFor = (signal: AbortSignal): Octokit =>
    new Octokit({
      auth: token,
      baseUrl: apiUrl,
      userAgent: 'docwright',
      log: { debug: silent, info: silent, warn: silent, error: silent },
      // Reads the whole body first, since Octokit accepts a truncated one; here that is a connection fault.
      request: { fetch: sendConditionally(sendWithin(limits), cache), signal },
    });

  return {
    send: (request, schema, sending) =>
      repeatRequest(
        async () => {
          let answer: OctokitAnswer;
          try {
            answer = await request(octokitFor(sending.signal));
          } catch (cause) {
            sending.signal.throwIfAborted();
            throw readFailure(cause, host, sending);
          }
          const { status, headers, data: body } = answer;
          const contentType = headers['content-type'];
          const shown = { host, status, contentType, body };
          if (sending.contentType?.test(contentType ?? '') === false) throw unexpectedAnswer(shown);
          return { headers, data: readAnswer(schema, shown) };
        },
        { signal: sending.signal, isRepeatable: sending.isRead },
        patience,
      ),
  };
}

/** The members of Octokit's answers that we use; schemas validate `data`. */
interface OctokitAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>> & {
    readonly 'content-type'?: string;
    readonly 'x-oauth-scopes'?: string;
  };
  readonly data: unknown;
}

/** The members of Octokit's `RequestError` that we use. */
interface Failure {
  readonly status: number;
  readonly message: string;
  readonly response?: { readonly headers: Readonly<Record<string, string | undefined>>; readonly data: unknown };
}

function isFailure(cause: unknown): cause is Failure {
  return cause instanceof Error && 'status' in cause && typeof cause.status === 'number';
}

function readFailure(cause: unknown, host: string, { repository, action }: SendOptions): Error {
  // Without a response Octokit makes up a 500.
  if (!isFailure(cause) || cause.response === undefined) {
    const message = redactSecrets(cause instanceof Error ? cause.message : String(cause));
    return new CodeHostUnavailable(host, readConnectionFault(cause, { host }) ?? message, cause);
  }
  const { headers, data } = cause.response;
  const { status } = cause;
  const said = redactSecrets(sentences(data) || cause.message);
  if (status === 429 || (status === 403 && isRateLimit(headers, said))) {
    return new CodeHostRateLimited(host, secondsToWait(headers));
  }
  if (status === 401) return new CredentialsRefused(host, said);
  if (status === 403) {
    const singleSignOn = headers['x-github-sso'] === undefined ? '' : ' before it is authorised for single sign-on';
    return new PermissionMissing(repository, `${action}${singleSignOn} (${said})`);
  }
  if (status >= 500) return new CodeHostUnavailable(host, `${status} ${said}`);
  const isJson = typeof data === 'object' && data !== null;
  if (isJson && (status === 404 || status === 405 || status === 409 || status === 422))
    return new GithubRefusal(status, said);
  return unexpectedAnswer({ host, status, contentType: headers['content-type'], body: data });
}

function isRateLimit(headers: Readonly<Record<string, string | undefined>>, message: string): boolean {
  return (
    headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message)
  );
}

function secondsToWait(headers: Readonly<Record<string, string | undefined>>): number {
  const named = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && named >= 0) return Math.ceil(named);
  const reset = Number(headers['x-ratelimit-reset']);
  // The host's own clock, so that a wrong one here does no harm.
  const now = Date.parse(headers['date'] ?? '') / 1_000;
  if (headers['x-ratelimit-remaining'] === '0' && reset > 0 && now > 0) return Math.max(1, Math.ceil(reset - now) + 1);
  return unnamedLimitSeconds;
}

/** `message` and the messages in `errors` of GitHub's answer. */
function sentences(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const { message, errors } = data as { message?: unknown; errors?: unknown };
  const parts = Array.isArray(errors) ? errors.map(sentenceOf) : [];
  return [typeof message === 'string' ? message : '', ...parts].filter(Boolean).join('. ').slice(0, 600);
}

function sentenceOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const { message, field, code } = error as { message?: unknown; field?: unknown; code?: unknown };
  if (typeof message === 'string') return message;
  return [field, code].filter((part) => typeof part === 'string').join(' ');
}
