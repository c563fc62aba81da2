import { AppError, type ErrorDetail, type ErrorFacts } from '../kernel/app-error.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** An error whose answer has headers of its own. */
export abstract class ErrorWithHeaders extends AppError {
  abstract readonly headers: Readonly<Record<string, string>>;
}

/** Its details become sentences: a message that is none, such as `must not be empty`, is the end of one. */
export class InvalidRequest extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'invalid_request',
    status: 400,
    title: 'The request does not fit the schema',
    remedy: 'Correct the fields named in `details`; the reference is at /docs.',
    retryable: false,
  };
  constructor(details: readonly ErrorDetail[], cause?: unknown) {
    const faults = details.map((detail) => ({ ...detail, message: sentenceOf(detail) }));
    super(InvalidRequest.facts, faults.map(({ message }) => message).join(' '), { details: faults, cause });
  }
}

/** Parts of a request, in place of a field. */
const parts = ['body', 'query', 'path', 'headers', 'input', 'event'];

/** A fault as a sentence. */
export function sentenceOf({ field, message }: ErrorDetail): string {
  if (field === undefined || /^\p{Lu}/u.test(message)) return message;
  return `${parts.includes(field) ? `The ${field}` : `\`${field}\``} ${message}.`;
}

/** One answer for every reason a key is not accepted, so that nobody learns which keys exist. */
export class Unauthorized extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'unauthorized',
    status: 401,
    title: 'No valid key',
    remedy: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked.',
    retryable: false,
  };
  constructor() {
    super(Unauthorized.facts, 'Unauthorized');
  }
}

/** Metrics of the whole server, which no key of a project opens. */
export class MetricsKeyNeeded extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'metrics_key_needed',
    status: 401,
    title: 'Metrics need their key',
    remedy:
      'Set DOCWRIGHT_METRICS_KEY on the server and send `Authorization: Bearer <that key>`. A server that listens on loopback only, and has no such key, shows them to whoever asks on its machine, by the name of it and without a proxy.',
    retryable: false,
  };
  constructor() {
    super(MetricsKeyNeeded.facts, 'The metrics of this server are shown only with their key.');
  }
}

export class ScopeMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'scope_missing',
    status: 403,
    title: 'The key may not do this',
    remedy: 'Create a key that has the scope; the scopes of a key are fixed when it is created.',
    retryable: false,
  };
  constructor(scope: string) {
    super(ScopeMissing.facts, `This key lacks the scope ${scope}.`);
  }
}

export class AddressNotAllowed extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'address_not_allowed',
    status: 403,
    title: 'The key may not be used from this address',
    remedy: 'Call from an address on the allowlist of the key, or create a key with another allowlist.',
    retryable: false,
  };
  constructor() {
    super(AddressNotAllowed.facts, 'This key may not be used from this network address.');
  }
}

export class RouteNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'route_not_found',
    status: 404,
    title: 'No such address',
    remedy: 'See the reference at /docs for all addresses and their methods.',
    retryable: false,
  };
  constructor(method: string, path: string) {
    super(RouteNotFound.facts, `There is nothing at ${method} ${path.slice(0, 200)}.`);
  }
}

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
export class RequestCutOff extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'request_cut_off',
    status: 400,
    title: 'The request ended too early',
    remedy: 'Send it again; nothing of it was kept.',
    retryable: true,
  };
  constructor(cause: unknown) {
    super(RequestCutOff.facts, 'The connection ended before the whole request had come.', { cause });
  }
}

export class ProblemUnknown extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'problem_unknown',
    status: 404,
    title: 'No such error code',
    remedy: '/problems lists all error codes of this version.',
    retryable: false,
  };
  constructor(code: string) {
    super(ProblemUnknown.facts, `There is no error code ${JSON.stringify(code.slice(0, 64))}.`);
  }
}

export class BodyTooLarge extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'body_too_large',
    status: 413,
    title: 'The request body is too large',
    remedy: 'Send less at once.',
    retryable: false,
  };
  constructor(limitBytes: number) {
    super(BodyTooLarge.facts, `The request body is larger than ${limitBytes} bytes.`);
  }
}

export class BodyInflatesTooFar extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'body_inflates_too_far',
    status: 413,
    title: 'The compressed body becomes too large',
    remedy: 'Send less at once, or send it as it is.',
    retryable: false,
  };
  constructor(rawBytes: number, most: number) {
    super(BodyInflatesTooFar.facts, `The ${rawBytes} bytes of the body become more than ${most} bytes.`);
  }
}

export class UnsupportedContentType extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'unsupported_content_type',
    status: 415,
    title: 'The content type is not supported',
    remedy: 'Send the header `Content-Type` that the reference names for this operation.',
    retryable: false,
  };
  constructor(received: string | undefined, expected: readonly string[]) {
    super(
      UnsupportedContentType.facts,
      `The content type ${received === undefined ? 'is missing' : `is ${JSON.stringify(received.slice(0, 100))}`}; it must be ${expected.join(' or ')}.`,
    );
  }
}

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

export class Unavailable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'unavailable',
    status: 503,
    title: 'The server cannot answer now',
    remedy: 'Try again after the number of seconds in `Retry-After`.',
    retryable: true,
  };
  constructor(reason: string, cause?: unknown) {
    super(Unavailable.facts, reason, { retryAfterSeconds: 5, cause });
  }
}

export class InternalFault extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'internal_fault',
    status: 500,
    title: 'The server made a mistake',
    remedy: 'Report the request id in `instance`; the log of the server has the cause under that id.',
    retryable: true,
  };
  constructor(cause: unknown) {
    super(InternalFault.facts, 'An unexpected fault happened.', { cause });
  }
}
