import { Agent, EnvHttpProxyAgent, setGlobalDispatcher, type Dispatcher } from 'undici';

/** In milliseconds; 0 is for ever. */
interface Patience {
  readonly headersTimeout?: number;
  readonly bodyTimeout?: number;
}

/** Connections to servers, over HTTP/1.1. Heeds proxies where Node's own does. */
export function createConnections(patience: Patience = {}): Dispatcher {
  const options = { ...patience, allowH2: false };
  return process.env['NODE_USE_ENV_PROXY'] === '1' ? new EnvHttpProxyAgent(options) : new Agent(options);
}

/**
 * From now on, what Node's own `fetch` sends, for us and for libraries, goes over such connections. With those of Node 24.21
 * and before, a server that closes one of which not all is read ends this process, since they throw where nothing can catch
 * it: https://github.com/nodejs/undici/issues/5360
 */
export function replaceConnectionsOfNode(): void {
  if (areReplaced) return;
  areReplaced = true;
  setGlobalDispatcher(createConnections());
}

let areReplaced = false;
