// Servers that never end what they say, against everything that leaves this process over a network.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createIdentityProvider } from '../../src/accounts/oidc/identity-provider.ts';
import { loadCatalogue } from '../../src/analytics/traffic/catalogue.ts';
import { rangesLimits, refreshRanges } from '../../src/analytics/traffic/refresh-ranges.ts';
import { openBucket } from '../../src/backup/bucket.ts';
import { createLinkAsk } from '../../src/cli/ask-link.ts';
import { createApiRequests } from '../../src/codehost/api-requests.ts';
import { AppError } from '../../src/kernel/app-error.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createModels } from '../../src/model/create-models.ts';
import { ConnectionFault } from '../../src/outgoing/connection-fault.ts';
import { sendEachWithin } from '../../src/outgoing/send.ts';
import { createWebPages } from '../../src/web-pages/web-pages.ts';
import { sendMail } from '../../src/weekly-mail/mail-server.ts';

/** What a server says: the beginning, and then a piece again and again, at once or with pauses (in milliseconds). */
interface Speech {
  readonly begin: string;
  readonly piece: string | Buffer;
  readonly every?: number;
  /** Whether it ends each answer after one piece, so that only the number of answers has no end. */
  readonly isWhole?: boolean;
}

const chunked = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`;
const chunk = (data: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from('\r\n')]);
const whole = (headers: string, body: string): string =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const xmlPage = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>${'<Contents><Key>a</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>'.repeat(100)}</ListBucketResult>`;

/** Attacks that end as fast as they are noticed. `type` is what a door wants to read. */
const fast: Readonly<Record<string, (type: string) => Speech>> = {
  'endless headers': () => ({ begin: 'HTTP/1.1 200 OK\r\n', piece: `X-More: ${'a'.repeat(1_000)}\r\n` }),
  'an endless header': () => ({ begin: 'HTTP/1.1 200 OK\r\nX-More: ', piece: 'a'.repeat(1_000) }),
  'an endless body': (type) => ({
    begin: chunked(`Content-Type: ${type}\r\n`),
    piece: chunk(' '.repeat(64 * 1024)),
  }),
  'an endless error': () => ({
    begin: 'HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n',
    piece: chunk('x'.repeat(64 * 1024)),
  }),
  'a gzip bomb': (type) => ({
    begin: chunked(`Content-Type: ${type}\r\nContent-Encoding: gzip\r\n`),
    piece: chunk(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '))),
  }),
  'endless redirects': () => ({
    begin: 'HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n',
    piece: '',
    isWhole: true,
  }),
  'endless pages of a listing': () => ({
    begin: whole('Content-Type: application/json\r\nLink: </again>; rel="next"\r\n', '[]'),
    piece: '',
    isWhole: true,
  }),
  'endless pages of a bucket': () => ({
    begin: whole('Content-Type: application/xml\r\n', xmlPage),
    piece: '',
    isWhole: true,
  }),
};
/** Those that only time ends. */
const slow: Readonly<Record<string, (type: string) => Speech>> = {
  'a header of one byte a second': () => ({ begin: 'HTTP/1.1 200 OK\r\nX-More: ', piece: 'a', every: 1_000 }),
  'a body of one byte a second': (type) => ({
    begin: chunked(`Content-Type: ${type}\r\n`),
    piece: chunk(' '),
    every: 1_000,
  }),
};

interface Hostile {
  readonly port: number;
  /** Bytes that it could get rid of. */
  readonly sent: () => number;
  readonly close: () => void;
}

/** Sends begin and then the piece without end, once it has been asked; one that `speaksFirst`, as mail servers do, at once. */
async function startHostile({ begin, piece, every, isWhole = false }: Speech, speaksFirst = false): Promise<Hostile> {
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => (sent += socket.bytesWritten));
    const go = (): void => {
      if (socket.destroyed) return;
      const isTaken = socket.write(piece);
      if (every !== undefined) setTimeout(go, every);
      else if (isTaken) setImmediate(go);
      else socket.once('drain', go);
    };
    const speak = (): void => {
      socket.resume().write(begin);
      go();
    };
    if (isWhole) socket.on('data', () => socket.write(begin));
    else if (speaksFirst) speak();
    else socket.once('data', speak);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => [...sockets].reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.bytesWritten), sent),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const patient = (): AbortSignal => new AbortController().signal;
const wait = (): Promise<void> => Promise.resolve();

interface Door {
  /** The attack of the short arm, in which each attack meets a door. */
  readonly short: string;
  readonly type: string;
  /** Bytes that it may have taken from a server, with what lies in buffers on the way. */
  readonly most: number;
  readonly ask: (url: string) => Promise<unknown>;
}

const megabyte = 1024 * 1024;
/** What the two kernels and this process hold of a connection. */
const underWay = 16 * megabyte;

const doors: Readonly<Record<string, Door>> = {
  'a code host': {
    short: 'endless pages of a listing',
    type: 'application/json',
    // Three attempts of each page.
    most: 3 * 40 * megabyte + underWay,
    ask: (url) =>
      createApiRequests({ apiUrl: url, authorization: {}, token: 'a-token', patienceSeconds: 0, wait }).list(
        { path: '/pulls', signal: patient(), repository: 'a/b', action: 'list pull requests' },
        z.array(z.unknown()),
        { most: 1_000_000 },
      ),
  },
  'the list of a bucket': {
    short: 'endless pages of a bucket',
    type: 'application/xml',
    most: 160 * megabyte + underWay,
    ask: (endpoint) => openBucket('s3://bucket/folder', bucketAccess(endpoint)).list(),
  },
  'a text in a bucket': {
    short: 'a gzip bomb',
    type: 'application/json',
    most: 32 * megabyte + underWay,
    ask: (endpoint) => openBucket('s3://bucket/folder', bucketAccess(endpoint)).read('a'),
  },
  'an identity provider': {
    short: 'endless headers',
    type: 'application/json',
    most: megabyte + underWay,
    ask: (issuer) =>
      createIdentityProvider({
        ...{ issuer, clientId: 'a', clientSecret: undefined, scopes: ['openid'], name: 'Sign-on' },
        ...{ assumeEmailVerified: false, publicUrl: 'http://localhost' },
      }).begin(),
  },
  'a model': {
    short: 'an endless header',
    type: 'text/event-stream',
    most: 128 * megabyte + underWay,
    ask: (url) =>
      modelAt(url).generate({
        system: '',
        tools: [],
        messages: [{ role: 'user', text: 'Hi' }],
        signal: AbortSignal.timeout(40_000),
      }),
  },
  'the window of a model': {
    short: 'endless redirects',
    type: 'application/json',
    // Several questions, since servers differ in where they say it.
    most: 5 * underWay,
    ask: (url) => modelAt(url).contextTokens(patient()),
  },
  'a page of the web': {
    short: 'a gzip bomb',
    type: 'text/html',
    most: 4 * megabyte + underWay,
    ask: (url) => createWebPages({ allowPrivate: true }).read(`${url}/`, { hosts: ['127.0.0.1'], signal: patient() }),
  },
  'address ranges': {
    short: 'an endless error',
    type: 'application/json',
    most: 4 * megabyte + underWay,
    async ask(url) {
      const directory = mkdtempSync(join(tmpdir(), 'docwright-ranges-'));
      const [list] = loadCatalogue().addressRanges;
      try {
        return await refreshRanges({
          catalogue: { ...loadCatalogue(), addressRanges: [{ ...list!, url: `${url}/` }] },
          directory,
          fetch: sendEachWithin(rangesLimits),
          clock: systemClock,
        });
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  },
  'a link of a page': {
    short: 'an endless body',
    type: 'text/html',
    most: megabyte + underWay,
    ask: (url) => createLinkAsk({ allowPrivate: true })(new URL(url), 'GET', AbortSignal.timeout(20_000)),
  },
};

function bucketAccess(endpoint: string) {
  return { endpoint, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'a secret', pauses: [] };
}

function modelAt(url: string) {
  const config = { openaiCompatible: { baseUrl: `${url}/v1`, apiKey: 'a-key' } };
  return createModels({ config, wait, random: () => 0 }).resolve('openai-compatible/some-model');
}

/** How a door ended: with a value, which then is small, or with an error that says what the other side did. */
async function endOf(door: Door, url: string): Promise<unknown> {
  return door.ask(url).catch((error: unknown) => error);
}

function expectTyped(end: unknown): void {
  if (!(end instanceof Error)) return;
  const isTyped = end instanceof AppError || end instanceof ConnectionFault || end.name === 'TimeoutError';
  expect(isTyped, `${end.name}: ${end.message}`).toBe(true);
}

export function describeHostileServers({ isLong }: { readonly isLong: boolean }): void {
  describe.concurrent.each(Object.entries(doors))('%s', (_name, door) => {
    const attacks = Object.entries({ ...fast, ...(isLong && slow) });
    it.concurrent.each(isLong ? attacks : attacks.filter(([name]) => name === door.short))(
      'ends what never ends: %s',
      { timeout: 400_000 },
      async (_attack, speechFor) => {
        const hostile = await startHostile(speechFor(door.type));
        try {
          expectTyped(await endOf(door, `http://127.0.0.1:${hostile.port}`));
          expect(hostile.sent()).toBeLessThan(door.most);
        } finally {
          hostile.close();
        }
      },
    );
  });

  describe.concurrent('a mail server', () => {
    const speeches: Readonly<Record<string, Speech>> = {
      'an endless line': { begin: '220 ', piece: 'a'.repeat(1_000) },
      'endless lines': { begin: '220-a\r\n', piece: '220-a\r\n'.repeat(100) },
      'endless answers': { begin: '220 a\r\n', piece: '220 a\r\n'.repeat(100) },
      ...(isLong && { 'one byte a second': { begin: '220 ', piece: 'a', every: 1_000 } }),
    };
    it.concurrent.each(Object.entries(speeches))('ends %s', { timeout: 400_000 }, async (_name, speech) => {
      const server = await startHostile(speech, true);
      const to = { host: '127.0.0.1', port: server.port, encryption: 'none', user: null, password: undefined } as const;
      const mail = { from: 'a@example.com', to: 'b@example.com', message: Buffer.from('Subject: x\r\n\r\nx\r\n') };
      try {
        const end = await sendMail(to, mail, wait).catch((error: unknown) => error);
        expectTyped(end);
        expect(server.sent()).toBeLessThan(megabyte + underWay);
      } finally {
        server.close();
      }
    });
  });
}
