import { AppError, type ErrorFacts } from '../../kernel/app-error.ts';

/** What was sent cannot be understood as HTTP at all, so that nothing of it was looked at. */
export class MalformedRequest extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'malformed_request',
    status: 400,
    title: 'The request is not HTTP as it should be',
    remedy: 'Check the client, and whatever stands between it and this server.',
    retryable: false,
  };
  constructor(cause: unknown) {
    super(MalformedRequest.facts, 'The request line, the headers or the framing of the body are malformed.', { cause });
  }
}

export class HeadersTooLarge extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'headers_too_large',
    status: 431,
    title: 'Address and headers are too large',
    remedy: 'Send fewer or shorter headers, and put long texts into a body.',
    retryable: false,
  };
  constructor(cause: unknown) {
    super(HeadersTooLarge.facts, 'The address and the headers together are larger than this server reads.', { cause });
  }
}

export class RequestTooSlow extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'request_too_slow',
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send it again over a better connection.',
    retryable: true,
  };
  constructor(cause: unknown) {
    super(RequestTooSlow.facts, 'The request was not complete in time.', { cause });
  }
}

export class AddressInUse extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'address_in_use',
    status: 500,
    title: 'Another program listens on the port',
    remedy: 'Stop the other program, or choose another port with --port or DOCWRIGHT_PORT; 0 takes any free one.',
    retryable: false,
  };
  constructor(host: string, port: number) {
    super(AddressInUse.facts, `Port ${port} of ${host} is in use.`);
  }
}

export class AddressUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'address_unusable',
    status: 500,
    title: 'The server cannot listen there',
    remedy:
      'Choose an address of this machine with --host or DOCWRIGHT_HOST, and a port from 1024 on with --port or DOCWRIGHT_PORT: lower ones are for root and whoever it lets.',
    retryable: false,
  };
  constructor(host: string, port: number, why: string, cause: unknown) {
    super(AddressUnusable.facts, `Nothing can listen on port ${port} of ${host}: ${why}.`, { cause });
  }
}
