import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createRecorder } from '../edge/src/index.ts';
import { recordVisits } from '../edge/src/node.ts';
import { ServerEvent } from '../src/contract/server-event.ts';

test('every event of the middleware fits the schema of the server, whatever was asked for', async () => {
  const faults: unknown[] = [];
  const events: ServerEvent[] = [];
  const collector = createServer((request, response) => {
    void (async () => {
      for (const event of (await json(request)) as unknown[]) {
        const parsed = ServerEvent.safeParse(event);
        if (parsed.success) events.push(parsed.data);
        else faults.push(parsed.error.issues);
      }
      response.writeHead(202).end('{}');
    })();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const port = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port;
  const recorder = createRecorder({
    endpoint: `http://127.0.0.1:${port(collector)}`,
    projectId: 'docs',
    ingestKey: 'dw_ingest_test',
    isPageView: () => true,
    identify: () => ({ visitorId: 'anonymous-1', userId: 'user-1' }),
  });
  const site = createServer(recordVisits(recorder, (_request, response) => response.end('page'))).listen(
    0,
    '127.0.0.1',
  );
  await once(site, 'listening');
  try {
    const long = 'x'.repeat(5000);
    const asked: [string, RequestInit][] = [
      ['/guide?q=1#part', { headers: { accept: 'text/markdown', referer: 'https://example.org/' } }],
      [
        '/%E4%BD%A0%E5%A5%BD',
        { headers: { 'user-agent': long, accept: long, referer: long, 'sec-fetch-mode': 'cors' } },
      ],
      [`//two/slashes/%ff%00/${long}`, { method: 'POST', body: 'x' }],
      ['/guide', { headers: { signature: long, 'signature-agent': '"https://chatgpt.com"', traceparent: '00-1-2-3' } }],
    ];
    for (const [path, init] of asked) await (await fetch(`http://127.0.0.1:${port(site)}${path}`, init)).text();
    await recorder.flush();
    expect(faults).toEqual([]);
    expect(events).toHaveLength(asked.length);
    expect(recorder.counts).toEqual({ recorded: asked.length, dropped: {} });
  } finally {
    for (const server of [site, collector]) {
      server.closeAllConnections();
      server.close();
    }
  }
});
