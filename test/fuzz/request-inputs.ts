import { gzipSync } from 'node:zlib';
import { bytesOf, textOfBytes, type InputOf } from './input.ts';
import { jsonText, valueFor, type Schema } from './json-inputs.ts';
import { logSamples, logWords } from './log-inputs.ts';
import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

/** One method of one path, as an OpenAPI document describes it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly (readonly [type: string, schema: Schema])[];
  readonly documented: readonly number[];
}

interface Documented {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<Record<string, unknown>>;
}

export interface ApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses = {} }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => [type, schema] as const),
      documented: Object.keys(responses).map(Number),
    })),
  );
}

const words = [
  'a',
  '/',
  '%2e%2e%2f',
  '%00',
  '?',
  '#',
  ';',
  '=',
  '&',
  '[]',
  '2026-01-01',
  '2026-12-31T23:59:59Z',
  'day',
  '1',
  ',',
];
const types = [
  'application/json',
  'application/x-ndjson',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
];
const headerNames = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'range',
    'origin',
    'referer',
    'cookie',
    'host',
    'x-forwarded-for',
  ],
  ...[
    'x-forwarded-proto',
    'forwarded',
    'user-agent',
    'last-event-id',
    'idempotency-key',
    'prefer',
    'x-vercel-signature',
    'content-encoding',
  ],
  ...[
    'x-amz-firehose-access-key',
    'x-vercel-verify',
    'sec-fetch-site',
    'x-request-id',
    'traceparent',
    'x-http-method-override',
    'expect',
  ],
];
const headerWords = [
  '*/*',
  'text/event-stream',
  'text/html',
  ';q=0.1',
  ',',
  'W/"a"',
  '127.0.0.1',
  '[::1]',
  'https://docs.example',
  'gzip',
  'br',
  '"',
];

/** Values of parts of paths: what there is, what there may be, and what nobody has. */
const known: Readonly<Record<string, readonly string[]>> = {
  format: ['vercel', 'netlify', 'cloudflare', 'fastly', 'cloudfront', 'none'],
  dimension: ['page', 'referrer', 'country', 'product', 'category', 'none'],
  name: ['drain:vercel', 'anthropic', 'none'],
  check: ['model', 'repository', 'none'],
  action: ['merge', 'close', 'none'],
  number: ['1', '0', '-1', '9'.repeat(30)],
};

/** A request for one of the operations, with values that fit it more or less, or for a path beside them. */
export function makeRequest(
  random: Random,
  operations: readonly Operation[],
  document: ApiDocument,
): InputOf<'request'> {
  const operation = random.pick(operations);
  const resolve = (reference: string): Schema =>
    document.components?.schemas?.[reference.split('/').at(-1) ?? ''] ?? {};
  const scalar = (schema: Schema = {}): string => {
    const value = valueFor(schema, random, resolve);
    return typeof value === 'string' ? value.slice(0, 5_000) : JSON.stringify(value);
  };
  const valueOf = (name: string): string => {
    if (name === 'projectId' && random.percent(90)) return '$project';
    if (known[name] !== undefined && random.percent(80)) return random.pick(known[name]);
    return encodeURIComponent(
      mutateText(random.pick(['none', '$job', 'job_0']), random, words)
        .slice(0, 300)
        .toWellFormed(),
    );
  };
  let path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.percent(50))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(scalar(schema).toWellFormed())}`);
  if (query.length > 0) path += `?${query.join('&')}`;
  const isChanged = random.percent(8);
  if (isChanged) path = mutateText(path, random, words).slice(0, 20_000);

  const headers: [string, string][] = [];
  if (random.percent(85)) headers.push(['authorization', 'Bearer $key']);
  else if (random.percent(50)) headers.push(['authorization', headerValue(random)]);
  if (operation.path.startsWith('/api/') && random.percent(95)) {
    headers.push(
      ['cookie', 'docwright_session=$session'],
      ['x-docwright-dashboard', '1'],
      ['sec-fetch-site', 'same-origin'],
    );
  }
  for (let left = random.percent(30) ? random.amount(1, 20) : 0; left > 0; left -= 1) {
    headers.push([random.pick(headerNames), headerValue(random)]);
  }
  const { type, body } = bodyFor(operation, random, resolve);
  if (type !== undefined) headers.push(['content-type', type]);
  const method = random.percent(3)
    ? random.pick(['PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'TRACE', 'QUERY'])
    : operation.method;
  const documented = isChanged || method !== operation.method ? [] : [...operation.documented];
  return { kind: 'request', method, path: printable(path), headers, body, documented };
}

/** What stands in a request line without ending it. */
function printable(path: string): string {
  const text = path.replaceAll(/[^!-~]/g, (character) => encodeURIComponent(character.toWellFormed()));
  return text.startsWith('/') ? text : `/${text}`;
}

function headerValue(random: Random): string {
  const value = mutateText(random.pick(headerWords), random, headerWords);
  return value.slice(0, 4_000).replaceAll(/[^\t -~\u{A0}-\u{FF}]/gu, '');
}

interface Body {
  readonly type: string | undefined;
  readonly body: string;
}

function bodyFor({ method, path, body }: Operation, random: Random, resolve: (reference: string) => Schema): Body {
  if (method === 'GET' || method === 'HEAD') return { type: undefined, body: '' };
  if (path.includes('/drain/')) return { type: 'application/json', body: packed(delivery(random), random) };
  if (body.length === 0)
    return { type: random.percent(50) ? 'application/json' : undefined, body: random.percent(50) ? '{}' : '' };
  const [type, schema] = random.pick(body);
  const values = Array.from({ length: type.includes('ndjson') ? random.amount(1, 50) : 1 }, () =>
    jsonText(valueFor(schema, random, resolve), random),
  );
  const text = values.join('\n');
  return { type: random.percent(95) ? type : random.pick(types), body: packed(text, random) };
}

const drains: readonly object[] = [
  {
    id: '1',
    proxy: {
      timestamp: 1.79e12,
      method: 'GET',
      host: 'docs.example',
      path: '/a?b=c',
      statusCode: 200,
      clientIp: '203.0.113.9',
      userAgent: ['x'],
    },
  },
  {
    type: 'traffic',
    timestamp: '2026-11-22T10:00:00Z',
    url: 'https://docs.example/a',
    method: 'GET',
    status_code: 200,
    client_ip: '::1',
    user_agent: 'x',
  },
  {
    ClientRequestHost: 'docs.example',
    ClientRequestURI: '/a',
    EdgeStartTimestamp: 1.79e18,
    ClientIP: '203.0.113.9',
    EdgeResponseStatus: 200,
    RequestHeaders: { accept: '*/*' },
  },
  {
    timestamp: '2026-11-22T10:00:00+0000',
    client_ip: '203.0.113.9',
    request_method: 'GET',
    url: '/a',
    response_status: 200,
  },
];

/** What a service might push: records, lines, or an envelope of Firehose. */
function delivery(random: Random): string {
  if (random.percent(30)) return mutateText(random.pick(logSamples), random, logWords);
  const record = jsonText(random.pick(drains), random);
  const text = random.pick([`[${record},${record}]`, `${record}\n${record}`, record]);
  const shape = random.percent(30)
    ? JSON.stringify({ requestId: 'r', timestamp: 1, records: [{ data: Buffer.from(text).toString('base64') }] })
    : text;
  return random.percent(60) ? mutateText(shape, random, logWords) : shape;
}

/** Bytes as they go over the wire; a compressed body without the header that says so is one more thing to try. */
function packed(text: string, random: Random): string {
  const bytes = Buffer.from(text, random.percent(95) ? 'utf8' : 'latin1');
  return textOfBytes(random.percent(3) ? gzipSync(bytes) : bytes);
}

const lines = [
  'GET / HTTP/1.1\r\n',
  'POST /v1/collect HTTP/1.1\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'Host: localhost\r\n',
  'Host: a\r\nHost: b\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: 5\r\nContent-Length: 6\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Connection: upgrade\r\nUpgrade: websocket\r\n',
  'Connection: keep-alive\r\n',
  'Expect: 100-continue\r\n',
  'Authorization: Bearer $key\r\n',
  'Cookie: docwright_session=$session\r\n',
  ' folded\r\n',
  'X: \u{FF}\u{0}\r\n',
  '\r\n',
  '5\r\nhello\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '5;x=y\r\nhello\r\n',
  '\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}',
  'GET http://elsewhere.example/ HTTP/1.1\r\n',
  'CONNECT localhost:22 HTTP/1.1\r\n',
  'OPTIONS * HTTP/1.1\r\n',
  'GET /healthz HTTP/1.0\r\n\r\n',
];

/** Bytes on a connection that are a request, or nearly. */
export function makeSocket(random: Random): InputOf<'socket'> {
  const text = Array.from({ length: random.amount(1, 40) }, () => random.pick(lines)).join('');
  const written = random.percent(50) ? mutateText(text, random, lines) : text;
  const bytes = textOfBytes(bytesOf(written)).slice(0, 100_000);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length && pieces.length < 20;) {
    const length = pieces.length === 19 ? bytes.length : random.amount(1, 4_000);
    pieces.push(bytes.slice(at, at + length));
    at += length;
  }
  return { kind: 'socket', pieces, ends: random.percent(50) };
}
