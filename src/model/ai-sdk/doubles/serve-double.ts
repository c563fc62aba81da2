import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TranscriptTurn } from '../../scripted/transcript.ts';
import { answerOf, type ServerSentEvent, type WireProtocol } from './wire-protocol.ts';

export interface Double {
  readonly baseUrl: string;
  readonly requests: readonly {
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
  close(): Promise<void>;
}

/**
 * A local server that plays turns over a provider's real protocol, faults first. `timeout` is a stream that falls
 * silent, `unreachable` one that breaks off.
 */
export async function serveDouble(options: {
  wire: WireProtocol;
  turns: readonly TranscriptTurn[];
  key: string;
  /** Sent with each HTTP fault. */
  faultHeaders?: Record<string, string>;
}): Promise<Double> {
  const { wire, turns, key } = options;
  const requests: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const faults = turns.map((turn) => [...turn.faults]);
  const closing = new AbortController();
  let turnIndex = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    requests.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    const turn = turns[turnIndex];
    if (turn === undefined) return void response.writeHead(500).end('the double has no further turn');
    const fault = faults[turnIndex]?.shift();
    const events = wire.events(answerOf(turn, turnIndex));
    if (fault === 'timeout' || fault === 'unreachable') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.slice(0, 2).map(frame).join(''));
      // Destroyed only after the bytes are out, else the client would see no answer at all.
      if (fault === 'unreachable')
        response.write('', () => {
          request.socket.destroySoon();
        });
      return;
    }
    if (fault !== undefined) {
      const { status, body } = wire.fault(fault, key);
      return void response
        .writeHead(status, { 'content-type': 'application/json', ...options.faultHeaders })
        .end(JSON.stringify(body));
    }
    turnIndex += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if (turn.waitMilliseconds > 0)
      await sleep(turn.waitMilliseconds, undefined, { signal: closing.signal, ref: false });
    // Somewhere within the text.
    const half = Math.ceil(events.length / 2);
    response.write(events.slice(0, half).map(frame).join(''));
    if (turn.wordMilliseconds > 0)
      await sleep(turn.wordMilliseconds, undefined, { signal: closing.signal, ref: false });
    response.end(events.slice(half).map(frame).join(''));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function frame({ event, data }: ServerSentEvent): string {
  const line = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`;
}
