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
    title: 'Invalid request',
    remedy: {
      api: 'Correct the fields named in `details`. The API reference is at /docs.',
      cli: 'Run the command with --help to see valid values and examples.',
      otherwise: 'Correct the named fields.',
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
    title: 'Missing or invalid key',
    remedy: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked.',
  },
  () => 'Unauthorized',
);

/** Of an answer that was under way; it is logged, and the connection cut. */
export const AccessEnded = defineError(
  {
    code: 'access_ended',
    status: 401,
    title: 'Access ended',
    remedy: 'Request it again with a valid key or session.',
  },
  () => 'The key, session or membership ended while the answer was sent.',
);

/** Metrics of the whole server, which no key of a project opens. */
export const MetricsKeyNeeded = defineError(
  {
    code: 'metrics_key_needed',
    status: 401,
    title: 'Metrics key required',
    remedy:
      'Set DOCWRIGHT_METRICS_KEY on the server and send `Authorization: Bearer <metrics key>`. Without that variable, metrics are available only on the same machine, by a loopback name, without a proxy, from a server that listens only on loopback.',
  },
  () => "This server's metrics need the metrics key.",
);

export class ScopeMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'scope_missing',
    status: 403,
    title: 'Missing scope',
    remedy: 'Create a key with this scope, or connect the client again and allow it. Scopes cannot be changed later.',
    retryable: false,
  };
  readonly scope: string;
  constructor(scope: string) {
    super(ScopeMissing.facts, `This key or client lacks the scope ${scope}.`);
    this.scope = scope;
  }
}

export const AddressNotAllowed = defineError(
  {
    code: 'address_not_allowed',
    status: 403,
    title: 'IP address not allowed for this key',
    remedy: "Call from an address on the key's allowlist, or create a key with another allowlist.",
  },
  () => "The key's allowlist does not include this IP address.",
);

/** A page of another site that speaks through the browser of its visitor. */
export const ForeignOrigin = defineError(
  {
    code: 'foreign_origin',
    status: 403,
    title: 'Request from another site',
    remedy:
      'Connect from a program, not from a page of another site. DOCWRIGHT_PUBLIC_URL must be the URL that people use.',
  },
  (part: 'Origin' | 'Host', value: string) =>
    `The header \`${part}\` names ${JSON.stringify(value.slice(0, 200))}, which is not this server.`,
);

export const RouteNotFound = defineError(
  {
    code: 'route_not_found',
    status: 404,
    title: 'Unknown path',
    remedy: 'See the API reference at /docs for all paths and methods.',
  },
  (method: string, path: string) => `${method} ${path.slice(0, 200)} does not exist.`,
);

/** Its answer says what can be done there. */
export class MethodNotAllowed extends ErrorWithHeaders {
  static readonly facts: ErrorFacts = {
    code: 'method_not_allowed',
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use a method from the header `Allow`; see the API reference at /docs.',
    retryable: false,
  };
  readonly headers: { readonly allow: string };
  constructor(method: string, path: string, allowed: readonly string[]) {
    super(MethodNotAllowed.facts, `${path.slice(0, 200)} does not support ${method.slice(0, 20)}.`);
    this.headers = { allow: allowed.join(', ') };
  }
}

/** Nobody is left to read the answer; it is counted and not logged as a fault of ours. */
export const RequestCutOff = defineError(
  {
    code: 'request_cut_off',
    status: 400,
    title: 'Incomplete request',
    remedy: 'Send it again. Nothing was stored.',
    retryable: true,
  },
  (cause: unknown) => ({ message: 'The connection closed before the request was complete.', cause }),
);

export const ProblemUnknown = defineError(
  {
    code: 'problem_unknown',
    status: 404,
    title: 'Unknown error code',
    remedy: '/problems lists all error codes of this version.',
  },
  (code: string) => `There is no error code ${JSON.stringify(code.slice(0, 64))}.`,
);

export const BodyTooLarge = defineError(
  {
    code: 'body_too_large',
    status: 413,
    title: 'Request body too large',
    remedy: 'Send less per request.',
  },
  (limitBytes: number) => `The request body is larger than ${limitBytes} bytes.`,
);

export const BodyInflatesTooFar = defineError(
  {
    code: 'body_inflates_too_far',
    status: 413,
    title: 'Decompressed body too large',
    remedy: 'Send less per request, or send it uncompressed.',
  },
  (rawBytes: number, most: number) => `The ${rawBytes} bytes of the body decompress to more than ${most} bytes.`,
);

export const UnsupportedContentType = defineError(
  {
    code: 'unsupported_content_type',
    status: 415,
    title: 'Unsupported content type',
    remedy: 'Send the `Content-Type` that the API reference names for this operation.',
  },
  (received: string | undefined, expected: readonly string[]) =>
    `The content type ${received === undefined ? 'is missing' : `is ${JSON.stringify(received.slice(0, 100))}`}; it must be ${expected.join(' or ')}.`,
);

/** Its answer says which compressions there are. */
export class UnsupportedContentEncoding extends ErrorWithHeaders {
  static readonly facts: ErrorFacts = {
    code: 'unsupported_content_encoding',
    status: 415,
    title: 'Unsupported content encoding',
    remedy: 'Send the body uncompressed, or use one encoding from the header `Accept-Encoding`.',
    retryable: false,
  };
  readonly headers: { readonly 'accept-encoding': string };
  constructor(received: string, encodings: readonly string[]) {
    super(
      UnsupportedContentEncoding.facts,
      `The content encoding ${JSON.stringify(received.slice(0, 100))} is not supported.`,
    );
    this.headers = { 'accept-encoding': encodings.join(', ') };
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
      `The limit of ${limit.quota} ${limit.name} per ${limit.windowSeconds} seconds is reached. Try again in ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    );
    this.headers = rateLimitHeaders({ ...limit, remaining: 0, resetSeconds: retryAfterSeconds });
  }
}

export const Unavailable = defineError(
  {
    code: 'unavailable',
    status: 503,
    title: 'Server temporarily unavailable',
    remedy: 'Try again after the number of seconds in `Retry-After`.',
    retryable: true,
  },
  (reason: string, cause?: unknown) => ({ message: reason, retryAfterSeconds: 5, cause }),
);

export const InternalFault = defineError(
  {
    code: 'internal_fault',
    status: 500,
    title: 'Internal error',
    remedy: "Look up the request ID in `instance` in the server's log, and report the error.",
    retryable: true,
  },
  (cause: unknown) => ({ message: 'An unexpected error occurred.', cause }),
);
