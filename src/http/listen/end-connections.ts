import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { duration } from '../../kernel/clock.ts';

/**
 * While draining, how long a connection that is idle waits for a next request, to answer it with `Connection: close`. A
 * client may send one at the moment in which we close, and then cannot know what became of it (RFC 9112, 9.3.1); one that
 * has not used its connection for this long rarely does so in just that moment.
 */
const idleMilliseconds = 2 * duration.second;
/** For the head of a request, whose time begins when a connection is opened: an unused one lives as long as an idle one. */
const headMilliseconds = duration.minute;
/**
 * How long connections and requests are still taken that came before we close, in milliseconds: for several turns of the
 * event loop, of which each takes a second on a machine that others keep busy.
 */
const longestTaking = 5 * duration.second;
/** Milliseconds of a turn in which next to nothing was done; what comes during a longer one is not seen before it ends. */
const shortTurn = 10;
/** How long such a turn is waited for, in milliseconds; then a longer one will do. */
const shortTurnPatience = 4 * duration.second;
/** For a whole request. */
const requestMilliseconds = 5 * duration.minute;

/** Decides how long connections live: idle ones, and all of them while the server drains. */
export function endConnections(
  server: Server,
  { keepAliveMilliseconds, draining }: { keepAliveMilliseconds: number; draining: AbortSignal },
): {
  /** Accepts no further connection, and tells when it does; resolves when the last one is gone. */
  close(stoppedAccepting: () => void): Promise<void>;
  /** How many there are. */
  count(): number;
} {
  server.keepAliveTimeout = keepAliveMilliseconds;
  server.headersTimeout = Math.max(headMilliseconds, keepAliveMilliseconds + duration.second);
  server.requestTimeout = Math.max(requestMilliseconds, server.headersTimeout);
  const open = new Set<Socket>();
  const answering = new Set<ServerResponse>();

  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    answering.add(response);
    response.on('close', () => answering.delete(response));
    if (!draining.aborted) return;
    response.shouldKeepAlive = false;
    request.socket.setTimeout(0);
  });
  server.on('timeout', closeUnlessUsed);
  draining.addEventListener('abort', () => {
    // Of answers whose head has gone out, connections stay behind.
    server.keepAliveTimeout = idleMilliseconds;
    for (const response of answering) response.shouldKeepAlive = false;
    const busy = new Set([...answering].map(({ socket }) => socket));
    for (const socket of open) if (!busy.has(socket)) socket.setTimeout(idleMilliseconds);
  });

  return {
    count: () => open.size,
    async close(stoppedAccepting) {
      await nobodyWaits(server);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      // That of `node:http` would cut idle connections at once.
      NetServer.prototype.close.call(server, () => {
        resolve(undefined);
      });
      stoppedAccepting();
      await promise;
      // Ends its checks of slow requests, too.
      server.close();
    },
  };
}

/**
 * Resolves when no connection was taken during a whole turn of the event loop: those that wait in the queue of the system
 * are reset when nobody listens any more.
 */
async function nobodyWaits(server: Server): Promise<void> {
  let closedCount = 0;
  const count = () => (closedCount += 1);
  server.on('connection', count);
  // The turn in which we are called may have begun before they came.
  await setImmediate();
  await quietTurn(() => closedCount);
  server.off('connection', count);
}

/** What arrived while this process was busy is read first: closed unread, it would be a request without an answer. */
function closeUnlessUsed(socket: Socket): void {
  const { bytesRead } = socket;
  void quietTurn(() => socket.bytesRead).then(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** Resolves after a short turn of the event loop in which the number stayed as it was; where there is none, after a while. */
async function quietTurn(number: () => number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < longestTaking;) {
    const [before, turn] = [number(), performance.now()];
    await setImmediate();
    const now = performance.now();
    if (number() === before && (now - turn < shortTurn || now - began > shortTurnPatience)) return;
  }
}
