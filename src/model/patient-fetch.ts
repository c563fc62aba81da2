import { Agent, EnvHttpProxyAgent, fetch as send, type Dispatcher } from 'undici';

/**
 * As `fetch`, but gives up only when its caller does: Node's own ends every request that brings no byte for five
 * minutes, which a local model that reads a long prompt may well need. Heeds proxies where Node's own does.
 */
export const patientFetch = ((input: string, init: object) =>
  send(input, { ...init, dispatcher: dispatcher() })) as unknown as typeof fetch;

let shared: Dispatcher | undefined;

function dispatcher(): Dispatcher {
  const patience = { headersTimeout: 0, bodyTimeout: 0 };
  shared ??= process.env['NODE_USE_ENV_PROXY'] === '1' ? new EnvHttpProxyAgent(patience) : new Agent(patience);
  return shared;
}
