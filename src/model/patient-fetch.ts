import { fetch as send, type Dispatcher } from 'undici';
import { createConnections } from '../kernel/connections.ts';

/**
 * As `fetch`, but gives up only when its caller does: Node's own ends every request that brings no byte for five
 * minutes, which a local model that reads a long prompt may well need.
 */
export const patientFetch = ((input: string, init: object) =>
  send(input, {
    ...init,
    dispatcher: (shared ??= createConnections({ headersTimeout: 0, bodyTimeout: 0 })),
  })) as unknown as typeof fetch;

let shared: Dispatcher | undefined;
