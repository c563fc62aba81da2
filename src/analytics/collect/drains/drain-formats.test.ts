import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../hit.ts';
import { pause } from '../../in-turns.ts';
import { findLogFormat } from '../formats/find-log-format.ts';
import type { LogFormat } from '../formats/log-format.ts';
import { DrainUnknown } from '../errors.ts';
import { cloudFrontDrain, firehoseAnswer } from './cloudfront.ts';
import type { DrainFormat } from './drain-format.ts';
import { drainFormats } from './drain-formats.ts';
import { cloudflareDrain, fastlyChallenge, fastlyDrain, netlifyDrain } from './json-drains.ts';
import { logDrain } from './log-drain.ts';
import { vercelDrain, vercelVerification } from './vercel.ts';

/** All of a delivery at once. */
function readAll(drain: DrainFormat, body: string | Buffer, format?: LogFormat) {
  const readings = [...drain.read(Buffer.from(body), format)].filter((reading) => reading !== pause);
  const { broken } = readings.find((reading) => reading?.broken !== undefined) ?? {};
  return {
    hits: readings.flatMap((reading) => (reading?.hit ? [reading.hit] : [])),
    ignored: readings.filter((reading) => reading === undefined).length,
    rejected: readings.flatMap((reading, index) =>
      reading?.rejected === undefined ? [] : [{ index, message: reading.rejected }],
    ),
    broken,
  };
}

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const at = Date.UTC(2026, 10, 21, 12, 30, 15);
const hit: Hit = {
  source: 'drain',
  timestampMs: at,
  url: '/guide?x=1',
  host: 'docs.example',
  ip: '203.0.113.9',
  userAgent: chrome,
  method: 'GET',
  status: 200,
};
const defined = (value: Hit | undefined) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined));

const vercelEntry = {
  id: '1573817187330377061717300000',
  deploymentId: 'dpl_1',
  source: 'static',
  host: 'docs.example',
  timestamp: at + 5,
  projectId: 'p',
  level: 'info',
  requestId: 'fra1::abc',
  proxy: {
    timestamp: at,
    method: 'GET',
    host: 'docs.example',
    path: '/guide?x=1',
    userAgent: [chrome],
    referer: 'https://a.example/',
    statusCode: 200,
    clientIp: '203.0.113.9',
    region: 'fra1',
  },
};
const vercelHit = { ...hit, referrer: 'https://a.example/', eventId: 'vercel:fra1::abc' };

describe('Vercel', () => {
  it('reads an array and NDJSON alike, and ignores what is no request', () => {
    const entries = [vercelEntry, { id: '2', source: 'build', timestamp: at, message: 'built' }];
    for (const body of [JSON.stringify(entries), entries.map((entry) => JSON.stringify(entry)).join('\n')]) {
      const batch = readAll(vercelDrain, body);
      expect(batch.hits.map(defined)).toEqual([vercelHit]);
      expect(batch).toMatchObject({ ignored: 1, rejected: [] });
    }
  });

  it('reads texts alone where there may be several', () => {
    const body = JSON.stringify([{ ...vercelEntry, proxy: { ...vercelEntry.proxy, userAgent: 'HERE' } }]);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { hits } = readAll(vercelDrain, body.replace('"HERE"', `["${chrome}",${deep},7,null]`));
    expect(hits.map(({ userAgent: text }) => text)).toEqual([chrome]);
  });

  it('keeps the status -1 of a request without an answer', () => {
    const { statusCode, ...proxy } = vercelEntry.proxy;
    expect(statusCode).toBe(200);
    expect(readAll(vercelDrain, JSON.stringify([{ ...vercelEntry, proxy }])).hits[0]?.status).toBe(-1);
  });

  it('accepts the signature over the raw body, and no other', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ minLength: 1 }), fc.string(), (rawBody, secret, other) => {
        const signature = createHmac('sha1', secret).update(rawBody).digest('hex');
        const verify = (value: string | undefined, key: string, body = rawBody) =>
          vercelDrain.verifySignature?.(
            { rawBody: body, header: (name) => (name === 'x-vercel-signature' ? value : undefined) },
            key,
          );
        expect(verify(signature, secret)).toBe(true);
        expect(verify(signature, secret, new Uint8Array([...rawBody, 0]))).toBe(false);
        expect(verify(signature, `${secret}x`)).toBe(false);
        expect(verify(other, secret)).toBe(false);
        expect(verify(undefined, secret)).toBe(false);
      }),
    );
  });

  it('names the header that proves the endpoint', () => {
    expect(vercelVerification('token')).toEqual({ 'x-vercel-verify': 'token' });
  });
});

describe('Netlify', () => {
  it('reads traffic, ignores deploys, and says what is missing', () => {
    const lines = [
      {
        timestamp: '2026-11-21T12:30:15.000Z',
        type: 'user_traffic',
        url: 'https://docs.example/guide?x=1',
        method: 'GET',
        status_code: 200,
        client_ip: '203.0.113.9',
        user_agent: chrome,
        request_id: '01H',
        country: 'de',
      },
      { timestamp: '2026-11-21T12:30:15.000Z', type: 'deploys', message: 'done' },
      { type: 'user_traffic', url: '/x', method: 'GET', status_code: 200 },
    ];
    const batch = readAll(netlifyDrain, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { host, ...rest } = hit;
    expect(host).toBe('docs.example');
    expect(batch.hits.map(defined)).toEqual([
      {
        ...rest,
        url: 'https://docs.example/guide?x=1',
        country: 'DE',
        eventId: expect.stringContaining('netlify:["01H",') as string,
      },
    ]);
    expect(batch.ignored).toBe(1);
    expect(batch.rejected).toEqual([
      { index: 2, message: 'Its time cannot be read. Column 1 should be a record with a time, such as `time`.' },
    ]);
  });
});

describe('Cloudflare Logpush', () => {
  const record = {
    ClientIP: '203.0.113.9',
    ClientRequestHost: 'docs.example',
    ClientRequestMethod: 'GET',
    ClientRequestURI: '/guide?x=1',
    ClientRequestUserAgent: chrome,
    ClientRequestReferer: '',
    EdgeResponseStatus: 200,
    RayID: '8f',
  };
  it.each([at * 1e6, at / 1000, '2026-11-21T12:30:15Z'])(
    'reads the time %s and custom headers',
    (EdgeStartTimestamp) => {
      const batch = readAll(
        cloudflareDrain,
        JSON.stringify({ ...record, EdgeStartTimestamp, RequestHeaders: { Accept: 'text/markdown' } }),
      );
      expect(batch.hits.map(defined)).toEqual([
        { ...hit, accept: 'text/markdown', headers: { accept: 'text/markdown' }, eventId: 'cloudflare:8f' },
      ]);
    },
  );
});

it('an id that may be of anything makes one event of nothing but a record that comes twice', () => {
  const record = { timestamp: at, client_ip: '203.0.113.9', method: 'GET', url: '/a', status: 200, id: 'site' };
  const idOf = (changes: object) => readAll(fastlyDrain, JSON.stringify([{ ...record, ...changes }])).hits[0]?.eventId;
  expect(idOf({})).toBe(idOf({}));
  const others = [
    {},
    { timestamp: at + 1 },
    { client_ip: '203.0.113.8' },
    { method: 'HEAD' },
    { url: '/b' },
    { status: 304 },
    { id: 'x' },
  ];
  expect(new Set(others.map(idOf)).size).toBe(others.length);
  // Clients send ids of requests, the same for several.
  expect(idOf({ request_id: 'r1' })).not.toBe(idOf({ request_id: 'r1', url: '/b' }));
  expect(idOf({ RayID: 'r1' })).toBe('fastly:r1');
});

it('Cloudflare and CloudFront tell what they answered with, where the job includes it', () => {
  const request = {
    timestamp: at,
    'c-ip': '203.0.113.9',
    'cs-method': 'GET',
    'cs-uri-stem': '/a.json',
    'sc-status': '200',
  };
  const answered = (format: DrainFormat, type: object) => readAll(format, JSON.stringify({ ...request, ...type })).hits;
  expect(answered(cloudflareDrain, { EdgeResponseContentType: 'text/html' })).toMatchObject([
    { contentType: 'text/html' },
  ]);
  expect(answered(cloudFrontDrain, { 'sc-content-type': 'text/html;%20charset=utf-8' })).toMatchObject([
    { contentType: 'text/html; charset=utf-8' },
  ]);
  expect(answered(cloudflareDrain, {})).toMatchObject([{ contentType: undefined }]);
});

describe('Fastly', () => {
  it('answers the challenge with the hash of every service', () => {
    expect(fastlyChallenge(['a', 'b'])).toBe(
      ['a', 'b'].map((id) => `${createHash('sha256').update(id).digest('hex')}\n`).join(''),
    );
  });

  it('reads JSON and its own default of Apache lines', () => {
    const record = {
      timestamp: '2026-11-21T12:30:15+0000',
      client_ip: '203.0.113.9',
      request_method: 'GET',
      host: 'docs.example',
      url: '/guide?x=1',
      response_status: 200,
      request_user_agent: chrome,
    };
    expect(readAll(fastlyDrain, JSON.stringify([record])).hits.map(defined)).toEqual([hit]);
    const line = `203.0.113.9 "-" "-" [21/Nov/2026:12:30:15 +0000] "GET /guide?x=1 HTTP/1.1" 200 12`;
    const batch = readAll(fastlyDrain, `${line}\nnoise\n`);
    expect(batch.hits[0]).toMatchObject({ ip: '203.0.113.9', url: '/guide?x=1', source: 'drain' });
    expect(batch.rejected).toHaveLength(1);
  });
});

describe('CloudFront', () => {
  const values = [
    String(at / 1000),
    '203.0.113.9',
    'GET',
    'docs.example',
    '/guide',
    '200',
    encodeURIComponent(chrome),
    'x=1',
    'id1',
  ];
  const fields = [
    'timestamp',
    'c-ip',
    'cs-method',
    'cs-host',
    'cs-uri-stem',
    'sc-status',
    'cs-user-agent',
    'cs-uri-query',
    'x-edge-request-id',
  ];
  const columns = findLogFormat(`#Fields: ${fields.join(' ')}`);
  const expected = { ...hit, eventId: 'cloudfront:id1' };
  const envelope = (data: string) =>
    JSON.stringify({ requestId: 'r1', timestamp: at, records: [{ data: Buffer.from(data).toString('base64') }] });

  it('reads real-time columns inside an envelope of Firehose', async () => {
    const body = envelope(`${values.join('\t')}\n`);
    expect(readAll(cloudFrontDrain, body, columns).hits.map(defined)).toEqual([expected]);
    expect(readAll(cloudFrontDrain, body).rejected).toHaveLength(1);
    expect(await firehoseAnswer(Buffer.from(body), 5)).toEqual({ requestId: 'r1', timestamp: 5 });
  });

  it('reads JSON records', async () => {
    const record = Object.fromEntries(fields.map((field, index) => [field, values[index]]));
    expect(readAll(cloudFrontDrain, envelope(JSON.stringify(record))).hits.map(defined)).toEqual([expected]);
    expect(await firehoseAnswer(Buffer.from('[]'), 5)).toBeUndefined();
  });

  it('refuses a record that Firehose itself would not take, and reads its neighbours', () => {
    const line = Buffer.from(`${values.join('\t')}\n`).toString('base64');
    const body = JSON.stringify({ records: [{ data: 'A'.repeat(2 ** 21) }, { data: line }, { other: line }] });
    const { hits, rejected } = readAll(cloudFrontDrain, body, columns);
    expect(hits).toHaveLength(1);
    expect(rejected.map(({ message }) => message)).toEqual([
      'It is longer than 1400 KiB.',
      expect.stringMatching(/^It does not match this log format\./),
    ]);
  });
});

it('names every drain where an unknown one is asked for', () => {
  const { remedy } = new DrainUnknown('nope').facts;
  for (const { name } of drainFormats) expect(remedy).toContain(name);
});

describe('access logs that shippers send', () => {
  const line = (page: number) =>
    `203.0.113.9 - - [21/Nov/2026:12:30:15 +0000] "GET /page-${page} HTTP/1.1" 200 5 "-" "x"`;
  const both = [line(1), line(2)];
  const urls = (body: string, format?: string) =>
    readAll(logDrain, body, format === undefined ? undefined : findLogFormat(format)).hits.map(({ url }) => url);

  it.each([
    ['lines', both.join('\n')],
    ['texts', JSON.stringify(both)],
    ['records of Fluent Bit', JSON.stringify(both.map((log) => ({ date: 1.5, log, stream: 'stdout' })))],
    ['NDJSON of Vector', both.map((message) => JSON.stringify({ message, host: 'web1' })).join('\n')],
    [
      'OTLP',
      JSON.stringify({
        resourceLogs: [{ scopeLogs: [{ logRecords: both.map((body) => ({ body: { stringValue: body } })) }] }],
      }),
    ],
    ['an event hub', JSON.stringify({ records: both.map((message) => ({ message })) })],
    [
      'CloudWatch Logs',
      JSON.stringify({ messageType: 'DATA_MESSAGE', logEvents: both.map((message) => ({ id: '1', message })) }),
    ],
    ['syslog', both.map((text) => `<134>Nov 21 12:30:15 web1 nginx: ${text}`).join('\n')],
  ])('reads %s', (_name, body) => {
    expect(urls(body)).toEqual(['/page-1', '/page-2']);
  });

  it('reads a format that the sender describes, at every drain', () => {
    const format = findLogFormat('$status|$remote_addr|$time_iso8601|$request_method|$request_uri');
    const body = '200|203.0.113.9|2026-11-21T12:30:15Z|GET|/guide?x=1\n';
    for (const drain of drainFormats) {
      const [found] = readAll(drain, body, format).hits;
      expect([drain.name, found]).toMatchObject([
        drain.name,
        { url: '/guide?x=1', ip: '203.0.113.9', source: 'drain' },
      ]);
    }
  });

  it('recognises the format by its first 200 lines', () => {
    const others = Array.from(
      { length: 300 },
      (_, page) => `HIT|200|${at}|5|1|203.0.113.9|-|https://docs.example/${page}|DE|x|1|DE`,
    );
    const lines = Array.from({ length: 200 }, (_, page) => line(page));
    const { hits, rejected } = readAll(logDrain, [...lines, ...others].join('\n'));
    expect([hits.length, rejected.length]).toEqual([200, 300]);
  });

  it('gives a line the same id when it comes again, and equal lines of a delivery different ones', () => {
    const ids = () => readAll(logDrain, [line(1), line(1), line(2)].join('\n')).hits.map(({ eventId }) => eventId);
    expect(new Set(ids()).size).toBe(3);
    expect(ids()).toEqual(ids());
  });

  it('refuses what fits no format, line by line and in its place', () => {
    const { hits, rejected } = readAll(logDrain, `noise\n${line(1)}\n${'x'.repeat(70_000)}\nnoise`);
    expect(hits).toHaveLength(1);
    expect(rejected.map(({ index }) => index)).toEqual([0, 2, 3]);
    expect(readAll(logDrain, '[{"a":1},"noise"]').rejected).toHaveLength(2);
    expect(readAll(logDrain, `${line(1)}\n${line(2).replace(' 200 ', ' 2x0 ')}\n`).rejected).toEqual([
      { index: 1, message: 'It does not match this log format. Column 68 should be a status of three digits.' },
    ]);
    const refused = readAll(logDrain, `${line(1).replace('Nov', 'Foo')}\n`).rejected;
    expect(refused).toEqual([
      { index: 0, message: 'Its time cannot be read. Column 18 should be a time in the nearest format, combined.' },
    ]);
  });
});

it('takes no harm from what is nested deeper than a stack', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  for (const drain of drainFormats) {
    for (const body of [
      `{"a":${deep}}`,
      `{"log":{"a":${deep}}}`,
      `{"records":[{"message":${deep}}]}`,
      `[{"body":{"a":${deep}}}]`,
    ])
      expect([drain.name, readAll(drain, body).hits]).toEqual([drain.name, []]);
  }
});

it('never throws, and every record is a hit, ignored or refused', () => {
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.array(fc.json()).map((lines) => lines.join('\n')),
    fc.constant('[{"proxy":'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...drainFormats), body, (format, text) => {
      const { hits, ignored, rejected } = readAll(format, text);
      expect(hits.length + ignored + rejected.length).toBeGreaterThanOrEqual(0);
      for (const found of hits) expect(found.timestampMs).not.toBeNaN();
    }),
  );
});

it('keeps paths apart whose bytes are no UTF-8, and gives no text that is not well formed', () => {
  const line = (path: string) =>
    `203.0.113.9 - - [21/Nov/2026:12:30:15 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "\xe9t\xe9"`;
  const { hits } = readAll(fastlyDrain, Buffer.from([line('/caf\xe9'), line('/caf\xe8')].join('\n'), 'latin1'));
  expect(hits.map(({ url, userAgent }) => [url, userAgent])).toEqual([
    ['/caf%E9', '\ufffdt\ufffd'],
    ['/caf%E8', '\ufffdt\ufffd'],
  ]);
});
