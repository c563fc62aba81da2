import { Agent, fetch, Pool, ProxyAgent, type Dispatcher, type RequestInit } from 'undici';
import { duration } from '../kernel/clock.ts';
import { isPrivateLiteral, lookupPublic, NotPublic, refusePrivateName } from './public-lookup.ts';
import { connectAndReadExpiry } from './connect-and-read-expiry.ts';
import { readConnectionFault } from './connection-fault.ts';
import { createSpending, type Limits } from './limits.ts';
import { proxyAuthorization, proxyFor } from './proxy.ts';

export type Send = typeof globalThis.fetch;

/** The longest that a connection may take to be made, in milliseconds. */
const connectTimeout = 10 * duration.second;
/** The longest silence before and within an answer, in milliseconds. */
const silence = 5 * duration.minute;

const send = sendOver({ headersTimeout: silence, bodyTimeout: silence });

/**
 * `fetch` for one conversation over HTTP with another machine: through the proxy that the environment names, over connections
 * with limits, and all its answers together within `limits`. Rejects with a `ConnectionFault` where the other side was not
 * reached or went beyond a limit; in the middle of a body, with an error that `readConnectionFault` reads.
 */
export function sendWithin(limits: Limits): Send {
  const spending = createSpending(limits);
  let time: AbortSignal | undefined;
  return async (input, init) => {
    time ??= AbortSignal.timeout(limits.time);
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    try {
      spending.countAnswer();
      const signal = AbortSignal.any([time, ...(given ? [given] : [])]);
      return spending.bound(await send(input, { ...init, signal }));
    } catch (error) {
      given?.throwIfAborted();
      const url = new URL(input instanceof Request ? input.url : input);
      throw readConnectionFault(error, { host: url.host }) ?? error;
    }
  };
}

/** The same where each request is a conversation of its own. */
export function sendEachWithin(limits: Limits): Send {
  return (input, init) => sendWithin(limits)(input, init);
}

/** Its caller bounds time and size. Waits for an answer for as long as its caller does: a local model may read a long prompt for more than five minutes. */
export const sendPatiently = sendOver({ headersTimeout: 0, bodyTimeout: 0 });

const sendToAnyPublic = sendOver({
  headersTimeout: silence,
  bodyTimeout: silence,
  pipelining: 0,
  lookup: lookupPublic,
});

/**
 * Reaches nothing but the public internet, and follows no redirect; rejects with `NotPublic`. Where a proxy makes the
 * connection, the name is looked up here first; a name that only the proxy knows is left to the proxy's own rules.
 */
export async function sendToPublic(
  url: URL,
  init: Pick<globalThis.RequestInit, 'method' | 'headers'> & { readonly signal: AbortSignal },
): Promise<Response> {
  if (isPrivateLiteral(url)) throw new NotPublic(`${url.hostname} is not on the public internet`);
  if (proxyFor(url) !== undefined) await refusePrivateName(url.hostname);
  return sendToAnyPublic(url, { ...init, redirect: 'manual' });
}

interface Options extends Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout' | 'pipelining'> {
  readonly lookup?: typeof lookupPublic;
}

function sendOver(options: Options): Send {
  let opened: Dispatcher | undefined;
  const sending = async (input: URL | string | Request, init: RequestInit = {}) => {
    const isWhole = input instanceof Request;
    const url = new URL(isWhole ? input.url : input);
    const request = isWhole ? { ...partsOf(input), ...init } : init;
    try {
      return await fetch(url, { ...request, dispatcher: (opened ??= openConnections(options)) });
    } catch (error) {
      request.signal?.throwIfAborted();
      throw readConnectionFault(error, { host: url.host, proxy: proxyFor(url)?.host }) ?? error;
    }
  };
  // undici's own types of requests and answers differ from Node's in nothing that is used.
  return sending as unknown as Send;
}

/** A `Request` is of Node's own class, which undici's `fetch` does not know. */
function partsOf({ method, headers, body, signal, redirect }: Request): RequestInit {
  return {
    method,
    headers: [...headers],
    signal,
    redirect,
    ...(body !== null && { body, duplex: 'half' }),
  };
}

/** To the proxy itself, which has to answer `CONNECT` in the time that a connection may take. */
function connectionsToProxy(origin: URL, connectOptions: object): Dispatcher {
  const pool = new Pool(origin, { ...connectOptions, headersTimeout: connectTimeout });
  const connect = Reflect.get(pool, 'connect') as (options: object) => Promise<unknown>;
  return Object.assign(pool, {
    connect: (options: object) =>
      Reflect.apply(connect, pool, [options]).catch((error: unknown) => {
        throw isNoProxy(error) ? new Error('no answer of a proxy came', { cause: error }) : error;
      }),
  });
}

/** Silence, or something that is no HTTP. */
function isNoProxy(error: unknown): boolean {
  return error instanceof Error && ['HeadersTimeoutError', 'HTTPParserError'].includes(error.name);
}

/** Over HTTP/1.1, each request over the connections of its proxy, if it has one. */
function openConnections({ lookup: lookUp, ...patience }: Options): Dispatcher {
  const options = { ...patience, allowH2: false };
  const connect = connectAndReadExpiry({ timeout: connectTimeout, ...(lookUp && { lookup: lookUp }) });
  const proxies = new Map<string, ProxyAgent>();
  const through = (proxy: URL): ProxyAgent => {
    const known = proxies.get(proxy.href);
    if (known !== undefined) return known;
    const token = proxyAuthorization(proxy);
    const limits = { connectTimeout, requestTls: { timeout: connectTimeout } };
    const agent = new ProxyAgent({
      ...options,
      ...limits,
      uri: `${proxy.protocol}//${proxy.host}`,
      ...(token !== undefined && { token }),
      clientFactory: connectionsToProxy,
    });
    proxies.set(proxy.href, agent);
    return agent;
  };
  return new Agent({ ...options, connect }).compose((dispatch) => (request, handler) => {
    const proxy = proxyFor(new URL(String(request.origin)));
    return proxy === undefined ? dispatch(request, handler) : through(proxy).dispatch(request, handler);
  });
}
