import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openJsonRows } from './json-rows.ts';
import { reportServer } from './server-report.ts';

/**
 * What an expert writes for these requests alone, on `node:http`: checks the fields by hand, and inserts in one transaction
 * whatever arrived in a turn of the event loop. No framework, no limits, no classification. With `unique`, an event that is
 * sent again is stored once, which costs an index.
 */
const [folder = '', ids] = process.argv.slice(2);
const rows = openJsonRows(folder, { unique: ids === 'unique' });
let waiting: { readonly texts: string[]; readonly ids: string[]; readonly answer: () => void }[] = [];

function store(stored: (typeof waiting)[number]): void {
  waiting.push(stored);
  if (waiting.length === 1) setImmediate(commit);
}

function commit(): void {
  const group = waiting;
  waiting = [];
  rows.insert(
    group.flatMap(({ texts }) => texts),
    group.flatMap((stored) => stored.ids),
  );
  for (const { answer } of group) answer();
}

function takeBeacon(body: string, response: ServerResponse): void {
  const beacon = JSON.parse(body) as Record<string, unknown>;
  if (!isText(beacon['project'], 64) || !isText(beacon['id'], 64) || !isPage(beacon['url'])) {
    refuse(response);
    return;
  }
  const answer = () => {
    response.writeHead(202).end();
  };
  store({ texts: [body], ids: [beacon['id'] as string], answer });
}

function takeEvents(body: string, response: ServerResponse): void {
  const events = JSON.parse(body) as Record<string, unknown>[];
  if (!Array.isArray(events) || !events.every(isEvent)) {
    refuse(response);
    return;
  }
  const answer = () => {
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ accepted: events.length }));
  };
  store({ texts: events.map((event) => JSON.stringify(event)), ids: events.map(({ id }) => id as string), answer });
}

function isEvent({ id, timestamp, url, method, status, ip, userAgent }: Record<string, unknown>): boolean {
  return (
    isText(id, 128) &&
    Number.isSafeInteger(timestamp) &&
    isPage(url) &&
    isText(method, 16) &&
    Number.isInteger(status) &&
    isText(ip, 64) &&
    isText(userAgent, 2048)
  );
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= longest;
}

function isPage(value: unknown): boolean {
  return isText(value, 8192) && (value as string).startsWith('http');
}

function refuse(response: ServerResponse): void {
  response.writeHead(400).end();
}

const server = createServer((request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    if (request.url === '/v1/collect') takeBeacon(body, response);
    else takeEvents(body, response);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  reportServer(
    { url: `http://127.0.0.1:${port}`, projectId: 'peer', apiKey: 'none' },
    () => Promise.resolve(rows.count()),
    () => {
      server.closeAllConnections();
      return Promise.resolve();
    },
  );
});
