import { AppError, defineError, type ErrorDetail, type ErrorFacts } from '../kernel/app-error.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** An error whose answer has headers of its own. */
export abstract class ErrorWithHeaders extends AppError {
  abstract readonly headers: Readonly<Record<string, string>>;
}

/** Its details become sentences: a message that is none, such as `must not be empty`, is the end of one. */
export const InvalidRequest = defineError(
  {
    code: 'invalid_request',
    status: 400,
    title: 'The request does not fit the schema',
    remedy: {
      api: 'Correct the fields named in `details`; the reference is at /docs.',
      cli: 'The command with --help shows what it takes, with examples.',
      otherwise: 'Correct what is named.',
    },
  },
  (details: readonly ErrorDetail[], cause?: unknown) => {
    const faults = details.map((detail) => ({ ...detail, message: sentenceOf(detail) }));
    return { message: faults.map(({ message }) => message).join(' '), details: faults, cause };
  },
);

/** Parts of a request, in place of a field. */
const parts = ['body', 'query', 'path', 'headers', 'input', 'event'];

/** A fault as a sentence. */
export function sentenceOf({ field, message }: ErrorDetail): string {
  if (field === undefined || /^\p{Lu}/u.test(message)) return message;
  return `${parts.includes(field) ? `The ${field}` : `\`${field}\``} ${message}.`;
}

/** One answer for every reason a key is not accepted, so that nobody learns which keys exist. */
export const Unauthorized = defineError(
  {
    code: 'unauthorized',
    status: 401,
    title: 'No valid key',
    remedy: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked.',
  },
  () => 'Unauthorized',
);

/** Metrics of the whole server, which no key of a project opens. */
export const MetricsKeyNeeded = defineError(
  {
    code: 'metrics_key_needed',
    status: 401,
    title: 'Metrics need their key',
    remedy:
      'Set DOCWRIGHT_METRICS_KEY on the server and send `Authorization: Bearer <that key>`. A server that listens on loopback only, and has no such key, shows them to whoever asks on its machine, by the name of it and without a proxy.',
  },
  () => 'The metrics of this server are shown only with their key.',
);

export const ScopeMissing = defineError(
  {
    code: 'scope_missing',
    status: 403,
    title: 'The key may not do this',
    remedy: 'Create a key that has the scope; the scopes of a key are fixed when it is created.',
  },
  (scope: string) => `This key lacks the scope ${scope}.`,
);

export const AddressNotAllowed = defineError(
  {
    code: 'address_not_allowed',
    status: 403,
    title: 'The key may not be used from this address',
    remedy: 'Call from an address on the allowlist of the key, or create a key with another allowlist.',
  },
  () => 'This key may not be used from this network address.',
);

export const RouteNotFound = defineError(
  {
    code: 'route_not_found',
    status: 404,
    title: 'No such address',
    remedy: 'See the reference at /docs for all addresses and their methods.',
  },
  (method: string, path: string) => `There is nothing at ${method} ${path.slice(0, 200)}.`,
);

/** Its answer says what can be done there. */
export class MethodNotAllowed extends ErrorWithHeaders {
  static readonly facts: ErrorFacts = {
    code: 'method_not_allowed',
    status: 405,
    title: 'This address has no such method',
    remedy: 'Use one of the methods in the header `Allow`; see the reference at /docs.',
    retryable: false,
  };
  readonly headers: { readonly allow: string };
  constructor(method: string, path: string, allowed: readonly string[]) {
    super(MethodNotAllowed.facts, `${path.slice(0, 200)} does not answer ${method.slice(0, 20)}.`);
    this.headers = { allow: allowed.join(', ') };
  }
}

/** Nobody is left to read the answer; it is counted and not logged as a fault of ours. */
export const RequestCutOff = defineError(
  {
    code: 'request_cut_off',
    status: 400,
    title: 'The request ended too early',
    remedy: 'Send it again; nothing of it was kept.',
    retryable: true,
  },
  (cause: unknown) => ({ message: 'The connection ended before the whole request had come.', cause }),
);

export const ProblemUnknown = defineError(
  {
    code: 'problem_unknown',
    status: 404,
    title: 'No such error code',
    remedy: '/problems lists all error codes of this version.',
  },
  (code: string) => `There is no error code ${JSON.stringify(code.slice(0, 64))}.`,
);

export const BodyTooLarge = defineError(
  {
    code: 'body_too_large',
    status: 413,
    title: 'The request body is too large',
    remedy: 'Send less at once.',
  },
  (limitBytes: number) => `The request body is larger than ${limitBytes} bytes.`,
);

export const BodyInflatesTooFar = defineError(
  {
    code: 'body_inflates_too_far',
    status: 413,
    title: 'The compressed body becomes too large',
    remedy: 'Send less at once, or send it as it is.',
  },
  (rawBytes: number, most: number) => `The ${rawBytes} bytes of the body become more than ${most} bytes.`,
);

export const UnsupportedContentType = defineError(
  {
    code: 'unsupported_content_type',
    status: 415,
    title: 'The content type is not supported',
    remedy: 'Send the header `Content-Type` that the reference names for this operation.',
  },
  (received: string | undefined, expected: readonly string[]) =>
    `The content type ${received === undefined ? 'is missing' : `is ${JSON.stringify(received.slice(0, 100))}`}; it must be ${expected.join(' or ')}.`,
);

/** Its answer says which compressions there are. */
export class UnsupportedContentEncoding extends ErrorWithHeaders {
  static readonly facts: ErrorFacts = {
    code: 'unsupported_content_encoding',
    status: 415,
    title: 'The compression of the body is not supported',
    remedy: 'Send the body as it is, or compressed once in one of the ways in the header `Accept-Encoding`.',
    retryable: false,
  };
  readonly headers: { readonly 'accept-encoding': string };
  constructor(received: string, known: readonly string[]) {
    super(
      UnsupportedContentEncoding.facts,
      `The content encoding ${JSON.stringify(received.slice(0, 100))} is not known.`,
    );
    this.headers = { 'accept-encoding': known.join(', ') };
  }
}

/** Its answer carries the rate limit headers as well. */
export class RateLimited extends ErrorWithHeaders {
  static readonly facts: ErrorFacts = {
    code: 'rate_limited',
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
    retryable: true,
  };
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    limit: { readonly name: string; readonly quota: number; readonly windowSeconds: number },
    retryAfterSeconds: number,
  ) {
    super(
      RateLimited.facts,
      `The limit of ${limit.quota} ${limit.name} in ${limit.windowSeconds} seconds is used up; try again in ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    );
    this.headers = rateLimitHeaders({ ...limit, remaining: 0, resetSeconds: retryAfterSeconds });
  }
}

export const Unavailable = defineError(
  {
    code: 'unavailable',
    status: 503,
    title: 'The server cannot answer now',
    remedy: 'Try again after the number of seconds in `Retry-After`.',
    retryable: true,
  },
  (reason: string, cause?: unknown) => ({ message: reason, retryAfterSeconds: 5, cause }),
);

export const InternalFault = defineError(
  {
    code: 'internal_fault',
    status: 500,
    title: 'The server made a mistake',
    remedy: 'Report the request id in `instance`; the log of the server has the cause under that id.',
    retryable: true,
  },
  (cause: unknown) => ({ message: 'An unexpected fault happened.', cause }),
);
