import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServerEvent } from '../src/index.ts';

/** One answer that the collector is told to give in place of its usual one. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A server that takes events as Docwright does, over real HTTP. */
export interface Collector {
  readonly endpoint: string;
  /** Every request that arrived, also the refused ones. */
  readonly requests: { url: string; headers: IncomingMessage['headers']; events: ServerEvent[] }[];
  /** Events of the requests that were answered 2xx. */
  readonly events: ServerEvent[];
  /** Given one by one to the next requests; `hang` never answers. */
  readonly answers: (Answer | 'hang' | 'reset')[];
  /** Resolves when so many events have been taken. */
  received(count: number): Promise<ServerEvent[]>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const requests: Collector['requests'] = [];
  const events: ServerEvent[] = [];
  const answers: Collector['answers'] = [];
  const arrivals = new EventTarget();
  const server = createServer((request, response) => {
    void (async () => {
      const batch = JSON.parse(await text(request)) as ServerEvent[];
      requests.push({ url: request.url ?? '', headers: request.headers, events: batch });
      const answer = answers.shift() ?? { status: 202, body: { accepted: batch.length, dropped: {}, rejected: [] } };
      if (answer === 'hang') return;
      if (answer === 'reset') {
        request.socket.destroy();
        return;
      }
      if (answer.status < 300) events.push(...batch);
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
      arrivals.dispatchEvent(new Event('request'));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    events,
    answers,
    async received(count) {
      while (events.length < count) await once(arrivals, 'request');
      return events;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
