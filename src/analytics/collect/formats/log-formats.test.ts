import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../hit.ts';
import { commonLog } from './common-log.ts';
import { caddyLog, jsonLines } from './json-log.ts';
import type { LogFormat } from './log-format.ts';
import { detectLogFormat, logFormats } from './log-formats.ts';
import { logTime } from './log-time.ts';

const [cloudFrontLog, iisLog] = ['cloudfront', 'w3c'].map((name) =>
  logFormats.find((format) => format.name === name)!,
) as [LogFormat, LogFormat];
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const at = Date.UTC(2026, 10, 21, 12, 30, 15);
const common = '203.0.113.9 - - [21/Nov/2026:12:30:15 +0000] "GET /guide?x=1 HTTP/2.0" 200 5316';
const base: Partial<Hit> = {
  source: 'log',
  timestampMs: at,
  url: '/guide?x=1',
  method: 'GET',
  status: 200,
  ip: '203.0.113.9',
};

/** The defined fields of the last hit that the lines make. */
function read(format: LogFormat, ...lines: string[]): Partial<Hit> | string | undefined {
  const reader = format.createReader();
  const reading = lines.map((line) => reader(line)).at(-1);
  if (!reading?.hit) return reading?.rejected;
  return Object.fromEntries(Object.entries(reading.hit).filter(([, value]) => value !== undefined));
}

describe('nginx and Apache', () => {
  it.each<[name: string, line: string, expected: Partial<Hit>]>([
    ['common', common, base],
    [
      'combined',
      `${common} "https://a.example/" "${chrome}"`,
      { ...base, referrer: 'https://a.example/', userAgent: chrome },
    ],
    ['nothing known', `${common} "-" "-"`, base],
    ['a zone', common.replace('12:30:15 +0000', '05:30:15 -0700'), base],
    ['ISO time', common.replace('21/Nov/2026:12:30:15 +0000', '2026-11-21T12:30:15+00:00'), base],
    ['a user with a space', common.replace('- - [', '- Jane Doe ['), base],
    ['vhost_combined', `docs.example:443 ${common} "-" "x"`, { ...base, host: 'docs.example:443', userAgent: 'x' }],
    ['OpenLiteSpeed', `"${common} "-" "x""`, { ...base, userAgent: 'x' }],
    ['IPv6', common.replace('203.0.113.9', '2001:db8::1'), { ...base, ip: '2001:db8::1' }],
    [
      'the forwarded address behind',
      `${common} "-" "x" "198.51.100.7, 10.0.0.1"`,
      { ...base, userAgent: 'x', headers: { 'x-forwarded-for': '198.51.100.7, 10.0.0.1' } },
    ],
    [
      'Accept and host behind',
      `${common} "-" "x" rt=0.01 "text/markdown, */*" "docs.example"`,
      { ...base, userAgent: 'x', accept: 'text/markdown, */*', host: 'docs.example' },
    ],
    ['Traefik behind', `${common} "-" "x" 7 "router@docker" "http://10.0.0.2:80" 3ms`, { ...base, userAgent: 'x' }],
    ['Apache escapes', `${common} "-" "say \\"hi\\" \\\\"`, { ...base, userAgent: 'say "hi" \\' }],
    ['nginx escapes', `${common} "-" "caf\\xC3\\xA9 \\x22q\\x22"`, { ...base, userAgent: 'café "q"' }],
    ['a path with a space', common.replace('/guide?x=1', '/a b'), { ...base, url: '/a b' }],
    ['HTTP/0.9', common.replace(' HTTP/2.0', ''), base],
  ])('%s', (_name, line, expected) => {
    expect(read(commonLog, line)).toEqual(expected);
  });

  it.each([
    ['', undefined],
    ['hello', 'form'],
    [common.replace('21/Nov', '31/Feb'), 'time'],
    [common.replace('21/Nov', '21/Foo'), 'time'],
    [common.replace('GET /guide?x=1 HTTP/2.0', '\\x16\\x03\\x01'), 'request'],
    [common.replace('GET /guide?x=1 HTTP/2.0', '-'), 'request'],
    [common.replace('GET /guide?x=1 HTTP/2.0', ''), 'request'],
    [common.slice(0, 60), 'form'],
    [common.replace(' 200 ', ' abc '), 'form'],
  ])('%j is %s', (line, rejected) => {
    expect(read(commonLog, line)).toBe(rejected);
  });

  it('reads back whatever was written', () => {
    const field = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text !== '-' && !/[\r\n]/.test(text));
    const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    const path = fc.webPath().map((text) => text || '/');
    fc.assert(
      fc.property(
        fc.oneof(fc.ipV4(), fc.ipV6()),
        fc.integer({ min: 0, max: at / 1000 }),
        path,
        fc.integer({ min: 100, max: 599 }),
        field,
        field,
        (ip, seconds, url, status, referrer, userAgent) => {
          const [, weekday, day, month, year, time] =
            /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(new Date(seconds * 1000).toUTCString()) ?? [];
          expect(weekday).toBeDefined();
          const line = `${ip} - - [${day!}/${month!}/${year!}:${time!} +0000] "GET ${url} HTTP/1.1" ${status} 1 "${escaped(referrer)}" "${escaped(userAgent)}"`;
          expect(read(commonLog, line)).toEqual({
            source: 'log',
            timestampMs: seconds * 1000,
            url,
            ip,
            method: 'GET',
            status,
            referrer,
            userAgent,
          });
        },
      ),
    );
  });
});

const caddyLine = JSON.stringify({
  level: 'info',
  ts: at / 1000,
  logger: 'http.log.access.log0',
  request: {
    remote_ip: '10.0.0.1',
    client_ip: '203.0.113.9',
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'docs.example',
    uri: '/guide?x=1',
    headers: { 'User-Agent': [chrome], Accept: ['text/html', '*/*'], 'Sec-Fetch-Mode': ['navigate'] },
  },
  status: 200,
  size: 12,
});
const caddyHit = {
  ...base,
  host: 'docs.example',
  userAgent: chrome,
  accept: 'text/html, */*',
  headers: { 'user-agent': chrome, accept: 'text/html, */*', 'sec-fetch-mode': 'navigate' },
  headersComplete: false,
};

const traefikLine = JSON.stringify({
  ClientAddr: '203.0.113.9:5123',
  ClientHost: '203.0.113.9',
  DownstreamStatus: 200,
  RequestHost: 'docs.example',
  RequestMethod: 'GET',
  RequestPath: '/guide?x=1',
  StartUTC: '2026-11-21T12:30:15.000000000Z',
  'request_User-Agent': chrome,
  time: '2026-11-21T12:30:16Z',
});

const nginxJson = JSON.stringify({
  time_iso8601: '2026-11-21T12:30:15+00:00',
  remote_addr: '203.0.113.9',
  request: 'GET /guide?x=1 HTTP/1.1',
  status: '200',
  http_user_agent: chrome,
  http_referer: '-',
});

const cloudFrontFields =
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header';
const cloudFrontLine = [
  '2026-11-21',
  '12:30:15',
  'FRA2',
  '5316',
  '203.0.113.9',
  'GET',
  'd1.cloudfront.net',
  '/guide',
  '200',
  '-',
  encodeURIComponent(chrome).replaceAll('%20', '%2520'),
  'x=1',
  '-',
  'Hit',
  'abc==',
  'docs.example',
].join('\t');

const iisFields =
  '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus';
const iisLine = `2026-11-21 12:30:15 10.0.0.1 GET /guide x=1 443 - 203.0.113.9 ${chrome.replaceAll(' ', '+')} - 200 0`;

describe('addresses behind proxies', () => {
  const rest = ' [21/Nov/2026:12:30:15 +0000] "GET / HTTP/1.1" 200 1 "-" "x"';
  const chain = '203.0.113.9, 198.51.100.7';
  it.each([
    ['a chain in the place of the address', `${chain}, 10.0.0.1 - -${rest}`, '10.0.0.1', chain, undefined],
    ['a chain without spaces', `203.0.113.9,10.0.0.1 - -${rest}`, '10.0.0.1', '203.0.113.9', undefined],
    ['a chain with what a proxy did not tell', `unknown, 10.0.0.1 - -${rest}`, '10.0.0.1', 'unknown', undefined],
    ['a host, then a chain', `docs.example:443 ${chain} - -${rest}`, '198.51.100.7', '203.0.113.9', 'docs.example:443'],
    ['a chain, then the peer', `${chain} 10.0.0.1 - -${rest}`, '10.0.0.1', chain, undefined],
    ['the reader, then a private peer', `203.0.113.9 10.0.0.1 - -${rest}`, '10.0.0.1', '203.0.113.9', undefined],
    ['a private peer, then the reader', `10.0.0.1 203.0.113.9 - -${rest}`, '10.0.0.1', '203.0.113.9', undefined],
    ['two of the internet', `203.0.113.9 198.51.100.7 - -${rest}`, '203.0.113.9', '198.51.100.7', undefined],
    ['IPv6 in a chain', `2001:db8::1, fd00::2 - -${rest}`, 'fd00::2', '2001:db8::1', undefined],
    [
      'a chain behind, in quotes',
      `10.0.0.1 - -${rest} "unknown, ${chain}"`,
      '10.0.0.1',
      `unknown, ${chain}`,
      undefined,
    ],
    ['a chain behind, without quotes', `10.0.0.1 - -${rest} ${chain}`, '10.0.0.1', chain, undefined],
    ['an address behind, without quotes', `10.0.0.1 - -${rest} 203.0.113.9`, '10.0.0.1', '203.0.113.9', undefined],
    ['a time behind, without quotes', `10.0.0.1 - -${rest} 0.123 0.456`, '10.0.0.1', undefined, undefined],
    ['no address at all', `- - -${rest}`, '-', undefined, undefined],
    ['a user of several words', `203.0.113.9 - John 10.0.0.1 Smith${rest}`, '203.0.113.9', undefined, undefined],
  ])('%s', (_name, line, ip, forwarded, host) => {
    const hit = commonLog.createReader()(line)?.hit;
    expect([hit?.ip, hit?.headers?.['x-forwarded-for'], hit?.host]).toEqual([ip, forwarded, host]);
  });

  it('in JSON, too', () => {
    const line = JSON.stringify({ ...(JSON.parse(nginxJson) as object), remote_addr: `${chain}, 127.0.0.1` });
    expect(read(jsonLines, line)).toMatchObject({ ip: '127.0.0.1', headers: { 'x-forwarded-for': chain } });
  });
});

describe('the others', () => {
  it('Caddy, with all its headers', () => {
    expect(read(caddyLog, caddyLine)).toEqual(caddyHit);
    expect(read(caddyLog, '{"level":"info","ts":1,"logger":"tls","msg":"x"}')).toBeUndefined();
  });

  it('Traefik', () => {
    expect(read(jsonLines, traefikLine)).toEqual({
      ...base,
      host: 'docs.example',
      userAgent: chrome,
    });
  });

  it('JSON lines of nginx', () => {
    expect(read(jsonLines, nginxJson)).toEqual({ ...base, userAgent: chrome });
    expect(read(jsonLines, '{"a":')).toBe('json');
    expect(read(jsonLines, '[]')).toBe('json');
    expect(read(jsonLines, '{"time":"soon"}')).toBe('time');
    expect(read(jsonLines, '{"time":1}')).toBe('request');
  });

  it('JSON lines by the id that a CDN made, and by none that a client could send', () => {
    const line = (ids: object) => JSON.stringify({ ...(JSON.parse(nginxJson) as object), ...ids });
    expect(read(jsonLines, line({ RayID: 'r1', id: 'site' }))).toMatchObject({ eventId: 'r1' });
    for (const name of ['id', 'request_id', 'requestId', 'RequestID', 'req_id', 'event_id'])
      expect(read(jsonLines, line({ [name]: 'r1' }))).toEqual({ ...base, userAgent: chrome });
  });

  it('CloudFront, decoded twice', () => {
    expect(read(cloudFrontLog, '#Version: 1.0', cloudFrontFields, cloudFrontLine)).toEqual({
      ...base,
      host: 'docs.example',
      userAgent: chrome,
      eventId: 'abc==',
    });
    expect(read(cloudFrontLog, cloudFrontLine)).toBe('columns');
  });

  it('IIS', () => {
    expect(read(iisLog, iisFields, iisLine)).toEqual({ ...base, userAgent: chrome });
  });

  const type = 'text/html; charset=utf-8';
  it.each([
    [
      'Caddy',
      caddyLog,
      [
        JSON.stringify({
          ...(JSON.parse(caddyLine) as object),
          resp_headers: { 'Content-Type': [type], Etag: ['"1"'] },
        }),
      ],
    ],
    [
      'Traefik',
      jsonLines,
      [JSON.stringify({ ...(JSON.parse(traefikLine) as object), 'downstream_Content-Type': type })],
    ],
    ['nginx', jsonLines, [JSON.stringify({ ...(JSON.parse(nginxJson) as object), sent_http_content_type: type })]],
    [
      'CloudFront',
      cloudFrontLog,
      [`${cloudFrontFields} sc-content-type`, `${cloudFrontLine}\ttext/html;%20charset=utf-8`],
    ],
    ['combined', commonLog, [`${common} "-" "${chrome}" "*/*" "${type}"`]],
  ] as const)('%s tells what it answered with', (_name, format, lines) => {
    const reader = format.createReader();
    expect(lines.map((line) => reader(line)).at(-1)?.hit?.contentType).toBe(type);
  });

  it('takes no type of an answer for what was asked for, nor the other way round', () => {
    const reader = commonLog.createReader();
    const asked = (extra: string) => reader(`${common} "-" "${chrome}" ${extra}`)?.hit;
    expect(asked('"text/markdown; charset=utf-8"')).toMatchObject({ accept: undefined });
    expect(asked('"text/markdown"')).toMatchObject({ accept: 'text/markdown', contentType: undefined });
    const broken = { ...(JSON.parse(caddyLine) as object), resp_headers: { 'Content-Type': 'text/html' } };
    expect(read(caddyLog, JSON.stringify(broken))).toEqual(caddyHit);
    expect(read(caddyLog, JSON.stringify({ ...broken, resp_headers: [] }))).toEqual(caddyHit);
  });

  it('never throws on anything', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...logFormats),
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(common, caddyLine, iisFields)), {
          maxLength: 4,
        }),
        (format, lines) => {
          const reader = format.createReader();
          for (const line of lines) reader(line);
        },
      ),
    );
  });

  it('reads every beginning of a line without trouble', () => {
    for (const line of [`${common} "-" "${chrome}"`, caddyLine, traefikLine, iisLine, cloudFrontLine]) {
      for (const format of logFormats) {
        const reader = format.createReader();
        for (let end = 0; end < line.length; end += 1)
          expect(reader(line.slice(0, end))?.hit?.timestampMs).not.toBeNaN();
      }
    }
  });
});

it.each([
  [
    'Azure Application Gateway',
    {
      timeStamp: '2026-11-21T12:30:15+00:00',
      category: 'ApplicationGatewayAccessLog',
      properties: {
        clientIP: '203.0.113.9',
        httpMethod: 'GET',
        requestUri: '/guide',
        requestQuery: 'x=1',
        userAgent: 'x',
        httpStatus: 200,
      },
    },
  ],
  [
    'Amazon API Gateway',
    {
      ip: '203.0.113.9',
      requestTime: '21/Nov/2026:12:30:15 +0000',
      httpMethod: 'GET',
      path: '/guide?x=1',
      status: '200',
      userAgent: 'x',
    },
  ],
  [
    'OpenTelemetry before its conventions were stable',
    {
      Timestamp: '2026-11-21T12:30:15Z',
      Attributes: {
        'http.method': 'GET',
        'http.target': '/guide?x=1',
        'http.status_code': 200,
        'net.peer.ip': '203.0.113.9',
        'http.user_agent': 'x',
      },
    },
  ],
])('reads %s', (_name, record) => {
  expect(read(jsonLines, JSON.stringify(record))).toMatchObject({
    timestampMs: at,
    ip: '203.0.113.9',
    url: '/guide?x=1',
    status: 200,
    userAgent: 'x',
  });
});

describe('detectLogFormat', () => {
  const notices = Array.from({ length: 20 }, () => '2026/11/20 10:00:00 [notice] 1#1: start worker process 29');

  it('takes lines of other programs in a log of a container for no reason to refuse it', () => {
    const log = [...notices, common, common, common];
    expect(detectLogFormat(log)).toMatchObject({ isCertain: true, format: { name: 'combined' } });
    expect(detectLogFormat([...notices, common, common])?.isCertain).toBe(false);
    const broken = common.replace(/" \d{3} /, '" 2x0 ');
    expect(detectLogFormat([...log, broken, broken, broken, broken])?.isCertain).toBe(false);
  });

  it.each([
    ['combined', 'a time that is none', common.replace('Nov', 'Foo'), 'a time'],
    ['combined', 'no status', common.replace(/" \d{3} /, '" - '), 'a status of three digits'],
    ['combined', 'anything else', '<html>', 'an address, and a time'],
    ['json', 'no status', '{"time":"2026-11-20T10:00:00Z","remote_addr":"a","request":"GET /a HTTP/1.1"}', '`status`'],
    ['json', 'a time that is none', '{"time":"soon","request":"GET /a HTTP/1.1","status":200}', 'a time in `time`'],
    [
      'json',
      'a time that is none inside',
      '{"req":{"url":"/a","method":"GET"},"res":{"status":1},"time":"x"}',
      '`time`',
    ],
    ['json', 'an end that is missing', '{"time":1788259200000,"request":"GET /a HTTP/1.1","status":200', 'valid JSON'],
    ['json', 'an array', '[{"time":1788259200000,"request":"GET /a HTTP/1.1","status":200}]', 'jq -c'],
    ['json', 'the beginning of an array', '[', 'jq -c'],
    ['caddy', 'no URI', '{"ts":1788259200,"request":{"method":"GET"},"status":200}', '`request`'],
    ['logfmt', 'no time', 'method=GET path=/a status=200 ip=203.0.113.9', 'a record with a time'],
  ])('names %s as the nearest format of a line with %s', (name, _fault, line, expected) => {
    const nearest = detectLogFormat([line]);
    expect(nearest).toMatchObject({ isCertain: false, format: { name }, misfit: { index: 0 } });
    expect(nearest?.misfit?.expected).toContain(expected);
    expect(nearest?.misfit?.column).toBeLessThanOrEqual(line.length + 1);
  });

  it('says where JSON breaks', () => {
    const line = '{"time":1788259200000,"request":"GET /a HTTP/1.1","status":2x0,"http_user_agent":"Firefox/145.0"}';
    expect(detectLogFormat([line])?.misfit?.column).toBe(line.indexOf('x0') + 1);
    expect(detectLogFormat([line.slice(0, 40)])?.misfit?.column).toBe(41);
  });

  it('says what a record lacks, not its message', () => {
    const nearest = detectLogFormat(['{"time":1788259200000,"request":"GET /a HTTP/1.1","msg":"handled request"}']);
    expect(nearest?.misfit?.expected).toBe('a record with a status, such as `status`');
  });

  it('asks for the columns of a W3C log that has lost them', () => {
    const lost = detectLogFormat(['#Software: Microsoft Internet Information Services 10.0', iisLine]);
    expect(lost).toMatchObject({ format: { name: 'w3c' }, misfit: { index: 1 } });
    expect(lost?.misfit?.expected).toContain('#Fields:');
  });

  it.each([
    ['combined', [`${common} "-" "${chrome}"`, 'noise']],
    ['caddy', [caddyLine]],
    ['json', [traefikLine]],
    ['cloudfront', ['#Version: 1.0', cloudFrontFields, cloudFrontLine]],
    ['w3c', ['#Software: IIS', iisFields, iisLine]],
  ])('%s', (name, sample) => {
    expect(detectLogFormat(sample)?.format.name).toBe(name);
  });

  it('does not guess', () => {
    expect(detectLogFormat(['', 'hello', 'world'])).toMatchObject({
      isCertain: false,
      understood: 0,
      misfit: { index: 1 },
    });
    expect(detectLogFormat([common, 'a', 'b', 'c'])).toMatchObject({ isCertain: false, misfit: { index: 1 } });
    expect(detectLogFormat([])).toBeUndefined();
  });
});

it.each([
  [at, at],
  [at / 1000, at],
  [at * 1000, at],
  [at * 1e6, at],
  [String(at), at],
  ['2026-11-21T12:30:15Z', at],
  ['2026-11-21T14:30:15+0200', at],
  ['2026-11-21 12:30:15', at],
  ['2026-11-21 12:30:15.000 UTC', at],
  ['21/Nov/2026:12:30:15 +0000', at],
  ['21/Nov/2026:12:29:60 +0000', at - 15_000],
  ['21/Nov/2026:24:00:00 +0000', Number.NaN],
  ['21/Nov/2026:12:60:00 +0000', Number.NaN],
  ['21/Nov/2026:12:00:61 +0000', Number.NaN],
  ['2026-11/21 12:30:15', Number.NaN],
  ['soon', Number.NaN],
  ['', Number.NaN],
  [null, Number.NaN],
  [true, Number.NaN],
])('logTime(%j) is %d', (value, expected) => {
  expect(logTime(value)).toBe(expected);
});

it.each([
  ['all headers over TLS', { 'Accept-Encoding': ['gzip'] }, { tls: { version: 772 } }, true],
  ['all headers behind a proxy with TLS', { 'Accept-Encoding': ['gzip'], 'X-Forwarded-Proto': ['https'] }, {}, true],
  ['all headers without TLS', { 'Accept-Encoding': ['gzip'], 'X-Forwarded-Proto': ['http'] }, {}, false],
  ['few headers', { Referer: ['https://a.example/'] }, { tls: { version: 772 } }, false],
])('of a Caddy line with %s, a missing header is absent: %s', (_name, headers, connection, expected) => {
  const read = caddyLog.createReader();
  const request = { method: 'GET', uri: '/guide', headers: { 'User-Agent': [chrome], ...headers }, ...connection };
  expect(read(JSON.stringify({ ts: at / 1000, request, status: 200 }))?.hit?.headersComplete).toBe(expected);
});

it.each([
  ['http_cf_connecting_ip', 'cf-connecting-ip'],
  ['request_X-Real-Ip', 'x-real-ip'],
  ['cs(True-Client-IP)', 'true-client-ip'],
  ['Forwarded', 'forwarded'],
  ['http_x_forwarded_for', 'x-forwarded-for'],
])('reads the forwarded address under the name %s', (field, header) => {
  const record = {
    time: at,
    remote_addr: '10.0.0.2',
    method: 'GET',
    uri: '/guide',
    status: 200,
    [field]: '198.51.100.7',
  };
  expect(read(jsonLines, JSON.stringify(record))).toMatchObject({ headers: { [header]: '198.51.100.7' } });
});
