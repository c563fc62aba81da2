import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a connection may send ahead of their answers. Browsers send none ahead, other clients a few. */
const mostAhead = 50;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers the requests of a connection one after another, each in a turn of the event loop of its own: one packet may hold
 * two thousand of them. A connection that sends more ahead than anybody needs is cut.
 */
export function oneAfterAnother(answer: Listener): Listener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length > mostAhead) {
      socket.destroy();
      return;
    }
    queue.push(() => {
      if (!socket.destroyed) answer(request, response);
    });
    response.on('close', () => {
      queue.shift();
      if (queue[0] !== undefined) setImmediate(queue[0]);
    });
    if (queue.length === 1) answer(request, response);
  };
}
