import type { z } from 'zod';
import { duration } from '../kernel/clock.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { sendWithin } from '../outgoing/send.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import { sendConditionally, type AnswerCache } from './conditional-requests.ts';
import {
  CodeHostRateLimited,
  CodeHostUnavailable,
  CredentialsRefused,
  PermissionMissing,
  RepositoryMoved,
} from './errors.ts';
import { readAnswer, unexpectedAnswer, type HostAnswer } from './read-answer.ts';
import { repeatRequest, type Patience } from './repeat-request.ts';

/** A response without success whose meaning depends on the request. */
export interface Refusal {
  /** 3xx, or 4xx except 401, 403 and 429. */
  readonly status: number;
  /** The host's error message, redacted. */
  readonly message: string;
  /** Target of a redirect. Never followed: the token stays on its server. */
  readonly location: string | undefined;
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Relative to the API's URL, each segment encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  /** Media type. Default: JSON. */
  readonly accept?: string;
  readonly signal: AbortSignal;
  /** Its name in error messages. */
  readonly repository: string;
  /** Completes "The token cannot ...". */
  readonly action: string;
  /** Whether sending it twice is harmless. Default: only for GET. */
  readonly isRepeatable?: boolean;
  /** The error for an expected refusal. Any other refusal becomes `CodeHostAnswerUnexpected`. */
  readonly refused?: (refusal: Refusal) => Error | undefined;
}
/** A list repeats its parameter. */
type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** A page of a listing whose body holds the URL of the next page. */
export interface LinkedPage<T> {
  readonly values: T[];
  readonly next?: string | undefined;
}

/** A host's JSON API over HTTP. Throws one of `codehost/errors.ts`, or the error that `refused` returns. */
export interface ApiRequests {
  send<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T>;
  /** The same, for who needs headers of the response too. */
  exchange<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<{ readonly data: T; readonly headers: Headers }>;
  /** Reads a listing page by page, until it has `most` items or `isEnough` accepts a page. */
  list<T>(
    request: ApiRequest,
    schema: z.ZodType<T[] | LinkedPage<T>>,
    until: { readonly most: number; readonly isEnough?: (page: T[]) => boolean },
  ): Promise<T[]>;
  /** A body labelled as plain text. */
  text(request: ApiRequest): Promise<string>;
  /** A diff in git's format. */
  diff(request: ApiRequest): Promise<string>;
}

export interface ApiRequestsOptions extends Patience {
  /** Such as `https://git.example.com/api/v1`. */
  readonly apiUrl: string;
  readonly authorization: Readonly<Record<string, string>>;
  /** Kept out of every message. */
  readonly token: string;
  /** Of answers with entity tags; without it, none is asked for conditionally. */
  readonly cache?: AnswerCache | undefined;
  /** Recognizes a rejected token on hosts that report it without JSON. Default: 401 with JSON. */
  readonly isTokenRefusal?: ((answer: { status: number; location: string }) => boolean) | undefined;
}

/** Of one request. */
const limits = { time: 30 * duration.second, bytes: 8 * 1024 ** 2, answers: 1 };
const mostPages = 100;
/** Of all pages of a listing, in UTF-16 units. */
const longestListing = 32 * 1024 ** 2;
/** Wait after a rate limit that names no time. */
const defaultWaitSeconds = 60;

export function createApiRequests({
  apiUrl,
  authorization,
  token,
  cache,
  isTokenRefusal = () => false,
  ...patience
}: ApiRequestsOptions): ApiRequests {
  const { host } = new URL(apiUrl);
  const clean = (text: string): string => redactSecrets(text.replaceAll(token, '[redacted]'));

  const send = () => (cache === undefined ? sendWithin(limits) : sendConditionally(sendWithin(limits), cache));

  const sendOnce = async (request: ApiRequest): Promise<{ answer: TextAnswer; headers: Headers }> => {
    const { method = 'GET', path, query = {}, body, accept = 'application/json', signal } = request;
    const address = new URL(apiUrl + path);
    for (const [name, value] of Object.entries(query))
      for (const each of [value].flat()) address.searchParams.append(name, String(each));
    let answer: TextAnswer;
    let headers: Headers;
    try {
      const response = await send()(address, {
        method,
        headers: {
          ...authorization,
          accept,
          'user-agent': 'docwright',
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal,
      });
      headers = response.headers;
      const contentType = headers.get('content-type')?.slice(0, 100);
      answer = { host, status: response.status, contentType, body: await response.text(), clean };
    } catch (cause) {
      signal.throwIfAborted();
      const message = clean(cause instanceof Error ? cause.message : String(cause));
      throw new CodeHostUnavailable(host, readConnectionFault(cause, { host }) ?? message, cause);
    }
    if (isTokenRefusal({ status: answer.status, location: headers.get('location') ?? '' }))
      throw new CredentialsRefused(host, clean(messageOf(parsed(answer).body)) || 'it asks to sign in.');
    if (answer.status < 200 || answer.status > 299) throw refusalOf(request, answer, headers);
    return { answer, headers };
  };
  const exchange = (request: ApiRequest) =>
    repeatRequest(
      () => sendOnce(request),
      { signal: request.signal, isRepeatable: request.isRepeatable ?? (request.method ?? 'GET') === 'GET' },
      patience,
    );

  const read: ApiRequests['exchange'] = async (request, schema) => {
    const { answer, headers } = await exchange(request);
    return { data: readAnswer(schema, parsed(answer)), headers };
  };

  return {
    send: async (request, schema) => (await read(request, schema)).data,
    exchange: read,
    async list(request, schema, { most, isEnough = () => false }) {
      const items: Awaited<ReturnType<typeof schema.parse>> = [];
      let query = request.query ?? {};
      let length = 0;
      for (let page = 1; ; page += 1) {
        const { answer, headers } = await exchange({ ...request, query });
        length += answer.body.length;
        if (page > mostPages || length > longestListing) throw unexpectedAnswer(answer, 'a listing without end');
        const answered = readAnswer(schema, parsed(answer));
        const { values: added, next: link } = Array.isArray(answered) ? { values: answered } : answered;
        items.push(...added);
        const isIncomplete = added.length > 0 && items.length < Number(headers.get('x-total-count') ?? 0);
        const continuation = headers.get('x-ms-continuationtoken');
        const next =
          queryOf(link ?? nextLink(headers), apiUrl) ??
          (continuation !== null ? { ...query, continuationToken: continuation } : undefined) ??
          (isIncomplete ? { ...query, page: page + 1 } : undefined);
        if (items.length >= most || isEnough(added) || next === undefined) return items.slice(0, most);
        query = next;
      }
    },
    async text(request) {
      const { answer } = await exchange(request);
      if (!/^text\/plain\b/i.test(answer.contentType ?? '')) throw unexpectedAnswer(answer);
      return answer.body;
    },
    async diff(request) {
      const { answer } = await exchange(request);
      // GitLab labels a diff as JSON. An empty body is believed only if it is labelled as plain text or a diff.
      const isEmpty = answer.body === '' && /^text\/plain\b|\bdiff\b/i.test(answer.contentType ?? '');
      if (!isEmpty && !answer.body.startsWith('diff --git ')) throw unexpectedAnswer(answer);
      return answer.body;
    },
  };
}

interface TextAnswer extends HostAnswer {
  readonly body: string;
  readonly clean: (text: string) => string;
}

/** A body that is not JSON stays a text: no schema accepts it, and the error shows it. */
function parsed(answer: TextAnswer): HostAnswer {
  if (!/\bjson\b/i.test(answer.contentType ?? '')) return answer;
  try {
    return { ...answer, body: JSON.parse(answer.body) as unknown };
  } catch {
    return answer;
  }
}

function nextLink(headers: Headers): string | undefined {
  return /<([^<>]{1,4000})>; ?rel="next"/.exec(headers.get('link') ?? '')?.[1];
}

/** Only the query of the `next` link: behind a proxy, its host may be wrong. */
function queryOf(link: string | undefined, apiUrl: string): Query | undefined {
  const parameters = link === undefined ? undefined : URL.parse(link, apiUrl)?.searchParams;
  return parameters && Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}

function refusalOf({ refused, repository, action }: ApiRequest, answer: TextAnswer, headers: Headers): Error {
  const { host, status } = answer;
  const body = parsed(answer).body;
  // `null` included, which Gitea sends for a missing commit.
  const isJson = typeof body === 'object';
  const message = answer.clean(messageOf(body));
  const location = headers.get('location') ?? undefined;
  const redirected = (to: string | undefined) =>
    isRepository.test(withoutQuery(to))
      ? new RepositoryMoved(repository, undefined)
      : unexpectedAnswer(answer, `a redirect to ${withoutQuery(to)}`);
  if (status === 429 || (status === 403 && isRateLimit(headers, message)))
    return new CodeHostRateLimited(host, secondsToWait(headers));
  if (status >= 500) return new CodeHostUnavailable(host, `${status} ${message}`.trim());
  if (status >= 300 && status < 400) return refused?.({ status, message, location }) ?? redirected(location);
  if (!isJson) return unexpectedAnswer(answer);
  if (status === 401) return new CredentialsRefused(host, message);
  const singleSignOn = headers.has('x-github-sso') ? ' before it is authorised for single sign-on' : '';
  if (status === 403) return new PermissionMissing(repository, `${action}${singleSignOn} (${message})`);
  return refused?.({ status, message, location }) ?? unexpectedAnswer(answer);
}

/** Where the API of a host redirects requests about a renamed repository. */
const isRepository = /\/(?:repos|repositories|projects)\//;

function withoutQuery(location = 'nowhere'): string {
  return location.split(/[?#]/, 1)[0]?.slice(0, 200) ?? '';
}

/** GitHub answers 403 too. */
function isRateLimit(headers: Headers, message: string): boolean {
  return headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(message);
}

function secondsToWait(headers: Headers): number {
  const named = headers.get('retry-after');
  if (named !== null && Number(named) >= 0) return Math.ceil(Number(named));
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const reset = Number(headers.get('ratelimit-reset') ?? (isUsedUp ? headers.get('x-ratelimit-reset') : null) ?? 0);
  // By the host's clock, so that a wrong clock here does no harm.
  const now = Date.parse(headers.get('date') ?? '') / 1_000;
  return reset > 0 && now > 0 ? Math.max(1, Math.ceil(reset - now) + 1) : defaultWaitSeconds;
}

/** All texts in `message`, `error`, `error_description` and `errors`, up to four levels deep; of an object its `message`, if it has one. */
function messageOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const { message, error, error_description: more, errors } = body as Readonly<Record<string, unknown>>;
  const flat = (value: unknown, depth = 0): string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null || depth === 4) return [];
    const parts: unknown[] = 'message' in value ? [value.message] : Object.values(value);
    return parts.flatMap((part) => flat(part, depth + 1));
  };
  return [...new Set([message, error, more, errors].flatMap((part) => flat(part)))].join('. ').slice(0, 600);
}
