import { defineError } from '../../kernel/app-error.ts';

/** What was sent cannot be understood as HTTP at all, so that nothing of it was looked at. */
export const MalformedRequest = defineError(
  {
    code: 'malformed_request',
    status: 400,
    title: 'The request is not HTTP as it should be',
    remedy: 'Check the client, and whatever stands between it and this server.',
  },
  (cause: unknown) => ({ message: 'The request line, the headers or the framing of the body are malformed.', cause }),
);

export const HeadersTooLarge = defineError(
  {
    code: 'headers_too_large',
    status: 431,
    title: 'Address and headers are too large',
    remedy: 'Send fewer or shorter headers, and put long texts into a body.',
  },
  (cause: unknown) => ({ message: 'The address and the headers together are larger than this server reads.', cause }),
);

export const RequestTooSlow = defineError(
  {
    code: 'request_too_slow',
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send it again over a better connection.',
    retryable: true,
  },
  (cause: unknown) => ({ message: 'The request was not complete in time.', cause }),
);

export const AddressInUse = defineError(
  {
    code: 'address_in_use',
    status: 500,
    title: 'Another program listens on the port',
    remedy: 'Stop the other program, or choose another port with --port or DOCWRIGHT_PORT; 0 takes any free one.',
  },
  (host: string, port: number) => `Port ${port} of ${host} is in use.`,
);

export const AddressUnusable = defineError(
  {
    code: 'address_unusable',
    status: 500,
    title: 'The server cannot listen there',
    remedy:
      'Choose an address of this machine with --host or DOCWRIGHT_HOST, and a port from 1024 on with --port or DOCWRIGHT_PORT: lower ones are for root and whoever it lets.',
  },
  (host: string, port: number, why: string, cause: unknown) => ({
    message: `Nothing can listen on port ${port} of ${host}: ${why}.`,
    cause,
  }),
);
