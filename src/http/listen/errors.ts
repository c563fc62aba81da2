import { defineError } from '../../kernel/app-error.ts';

/** What was sent cannot be understood as HTTP at all, so that nothing of it was looked at. */
export const MalformedRequest = defineError(
  {
    code: 'malformed_request',
    status: 400,
    title: 'Malformed HTTP request',
    remedy: 'Check the client and any proxy between it and this server.',
  },
  (cause: unknown) => ({ message: 'The request line, headers or body framing are malformed.', cause }),
);

export const HeadersTooLarge = defineError(
  {
    code: 'headers_too_large',
    status: 431,
    title: 'Request headers too large',
    remedy: 'Send fewer or shorter headers, and move long values into the body.',
  },
  (cause: unknown) => ({ message: 'The URL and headers together exceed the size limit.', cause }),
);

export const RequestTooSlow = defineError(
  {
    code: 'request_too_slow',
    status: 408,
    title: 'Request timed out',
    remedy: 'Send it again, over a faster connection if possible.',
    retryable: true,
  },
  (cause: unknown) => ({ message: 'The request did not arrive completely in time.', cause }),
);

export const AddressInUse = defineError(
  {
    code: 'address_in_use',
    status: 500,
    title: 'Port in use',
    remedy: 'Stop the program that uses it, or choose another port with --port or DOCWRIGHT_PORT; 0 picks a free one.',
  },
  (host: string, port: number) => `Port ${port} of ${host} is in use.`,
);

export const AddressUnusable = defineError(
  {
    code: 'address_unusable',
    status: 500,
    title: 'Cannot listen on this address',
    remedy:
      'Use an address of this machine with --host or DOCWRIGHT_HOST, and a port of at least 1024 with --port or DOCWRIGHT_PORT. Lower ports need root or a capability.',
  },
  (host: string, port: number, why: string, cause: unknown) => ({
    message: `Cannot listen on port ${port} of ${host}: ${why}.`,
    cause,
  }),
);
