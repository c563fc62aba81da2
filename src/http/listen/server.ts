import { createServer } from 'node:http';
import type { Server, AddressInfo } from 'node:net';
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server';
import { duration, systemClock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { HttpApp } from '../create-http-app.ts';
import { InternalFault } from '../errors.ts';
import { endConnections } from './end-connections.ts';
import { AddressInUse, AddressUnusable, MalformedRequest } from './errors.ts';
import { createAmbiguityCheck, malformedRequestResponse, refuseMalformedRequests } from './malformed-request.ts';
import { oneAfterAnother } from './one-after-another.ts';

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:4800`. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops without cutting a request: tells event streams to end, accepts no connection, answers what is under way and what
   * still comes on open connections with `Connection: close`, and resolves when the last one is gone. After the grace period
   * the rest is cut.
   */
  drain(options?: { graceMilliseconds?: number }): Promise<void>;
}

export interface ServerOptions {
  /** Its direct routes are asked first. */
  readonly app: Pick<HttpApp, 'fetch'> & { readonly direct?: Pick<HttpApp['direct'], 'answer'> };
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly logger: Logger;
  /** Aborted when draining begins, so that `/readyz` says so and long answers end. */
  readonly draining: AbortController;
  /** How long a connection lives that nobody uses. */
  readonly keepAliveMilliseconds?: number;
}

const defaultKeepAliveMilliseconds = 75 * duration.second;
const defaultGraceMilliseconds = 30 * duration.second;

/** Listens, or throws `AddressInUse` or `AddressUnusable`. */
export async function startServer({
  app,
  host,
  port,
  logger,
  draining,
  keepAliveMilliseconds = defaultKeepAliveMilliseconds,
}: ServerOptions): Promise<RunningServer> {
  const clock = systemClock;
  const errorHandler = (thrown: unknown): Response => {
    const isMalformed = thrown instanceof RequestError;
    if (!isMalformed) logger.error({ error: thrown }, 'request failed');
    return malformedRequestResponse(isMalformed ? new MalformedRequest(thrown) : new InternalFault(thrown), { clock });
  };
  const isAmbiguous = createAmbiguityCheck();
  const answer: HttpApp['fetch'] = (request, bindings, ...otherArguments) => {
    const { incoming } = bindings as HttpBindings;
    if (isAmbiguous(incoming)) return malformedRequestResponse(new MalformedRequest(undefined), { clock });
    return app.fetch(request, bindings, ...otherArguments);
  };
  const listener = getRequestListener(answer, { hostname: host, errorHandler });
  const server = createServer(
    oneAfterAnother((request, response) => {
      if (!isAmbiguous(request) && app.direct?.answer(request, response) === true) return;
      void listener(request, response);
    }),
  );
  refuseMalformedRequests(server, { clock });
  const connections = endConnections(server, { keepAliveMilliseconds, draining: draining.signal });
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  const url = `http://${urlHost(host)}:${address.port}`;
  logger.info({ url }, 'listening');
  let stopped: Promise<void> | undefined;

  async function stop(graceMilliseconds: number): Promise<void> {
    logger.info({}, 'draining');
    // Told before, clients would connect anew, to a server that is about to listen no more.
    const closed = connections.close(() => {
      draining.abort();
    });
    const cut = setTimeout(() => {
      if (connections.count() > 0) logger.warn({ graceMilliseconds }, 'cutting the connections that are left');
      server.closeAllConnections();
    }, graceMilliseconds);
    await closed;
    clearTimeout(cut);
  }

  return {
    url,
    port: address.port,
    drain: ({ graceMilliseconds = defaultGraceMilliseconds } = {}) => (stopped ??= stop(graceMilliseconds)),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenFault(error, host, port));
    });
    server.listen(port, host, resolve);
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new AddressInUse(host, port);
  if (error.code === 'EACCES') return new AddressUnusable(host, port, 'this user may not use that port', error);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) {
    return new AddressUnusable(host, port, 'this machine has no such address', error);
  }
  return error;
}

/** What a person on this machine puts into a URL to reach a server that listens on `host`. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
