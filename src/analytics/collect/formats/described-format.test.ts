import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../hit.ts';
import { findLogFormat } from './find-log-format.ts';
import { logFormats } from './log-formats.ts';

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const at = Date.UTC(2026, 10, 20, 10, 0, 5);
const wanted: Partial<Hit> = { timestampMs: at, ip: '198.51.100.7', method: 'GET', url: '/guide', status: 200 };

function read(format: string, line: string): Partial<Hit> | string | undefined {
  const reading = findLogFormat(format)?.createReader()(line);
  if (reading?.hit === undefined)
    return reading && `${reading.rejected} ${reading.column ?? ''} ${reading.expected ?? ''}`.trim();
  return Object.fromEntries(
    Object.entries(reading.hit).filter(
      ([name, value]) => value !== undefined && name !== 'source' && name !== 'eventId',
    ),
  );
}

describe('a format as a configuration describes it', () => {
  it.each<[name: string, format: string, line: string, hit: Partial<Hit>]>([
    [
      'log_format of nginx, in pieces',
      `log_format main '$remote_addr - $remote_user [$time_local] "$request" '\n  '$status "$http_user_agent"';`,
      `198.51.100.7 - Jane [Doe] [20/Nov/2026:10:00:05 +0000] "GET /guide HTTP/1.1" 200 "${agent}"`,
      { userAgent: agent },
    ],
    [
      'tabs, and an address of a page in pieces',
      '$http_host\\t$remote_addr\\t$time_local\\t$request_method\\t$uri$is_args$args\\t$status\\t$http_user_agent',
      `docs.example\t198.51.100.7\t20/Nov/2026:10:00:05 +0000\tGET\t/guide\t200\t${agent}`,
      { userAgent: agent, host: 'docs.example' },
    ],
    [
      'an agent without quotes before the status',
      '$msec $remote_addr $http_user_agent $status $request_method $request_uri',
      `${at / 1000}.000 198.51.100.7 ${agent} 404 x 200 GET /guide`,
      { userAgent: `${agent} 404 x` },
    ],
    [
      'JSON of nginx',
      `log_format j escape=json '{"t":$msec,"ip":"$remote_addr","u":"$request_uri","m":"$request_method","s":"$status"}';`,
      JSON.stringify({ t: at / 1000, ip: '198.51.100.7', u: '/guide', m: 'GET', s: '200' }),
      {},
    ],
    [
      'an address of a page in pieces, without a query',
      '$remote_addr [$time_local] "$request_method $uri$is_args$args" $status',
      '198.51.100.7 [20/Nov/2026:10:00:05 +0000] "GET /guide-" 200',
      {},
    ],
    [
      'an address of a page in pieces, with a query',
      '$remote_addr [$time_local] $status $request_method $uri$is_args$args',
      '198.51.100.7 [20/Nov/2026:10:00:05 +0000] 200 GET /guide?a-',
      { url: '/guide?a-' },
    ],
    [
      'nginx without escapes',
      `log_format raw escape=none '$remote_addr [$time_local] "$request" $status "$http_user_agent"';`,
      String.raw`198.51.100.7 [20/Nov/2026:10:00:05 +0000] "GET /guide HTTP/1.1" 200 "a "b" \x22 c"`,
      { userAgent: String.raw`a "b" \x22 c` },
    ],
    [
      'LogFormat of Apache',
      String.raw`LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" vhost_combined`,
      `docs.example:443 198.51.100.7 - Jane Doe [20/Nov/2026:10:00:05 +0000] "GET /guide HTTP/1.1" 200 5 "-" "a \\"b\\""`,
      { host: 'docs.example', userAgent: 'a "b"' },
    ],
    [
      'a time in pieces',
      '%a %{%Y-%m-%d %T}t.%{msec_frac}t %{%z}t %m %U%q %>s %{X-Forwarded-For}i "%{User-Agent}i"',
      `198.51.100.7 2026-11-20 12:00:05.000 +0200 GET /guide 200 192.0.2.1, 192.0.2.2 "${agent}"`,
      { userAgent: agent, headers: { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' } },
    ],
    [
      '#Fields',
      '#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)',
      '2026-11-20 10:00:05 198.51.100.7 GET /guide 200 Firefox/145.0+x',
      { userAgent: 'Firefox/145.0 x' },
    ],
    [
      'keys of JSON',
      '{"time":"ts","ip":"client.addr","url":"path","status":"code"}',
      JSON.stringify({ ts: at, client: { addr: '198.51.100.7' }, path: '/guide', code: 200 }),
      {},
    ],
  ])('%s', (_name, format, line, hit) => {
    expect(read(format, line)).toEqual({ ...wanted, ...hit });
  });

  it.each([
    [
      '$remote_addr [$time_local] "$request" $status',
      '198.51.100.7 [20/Nov/2026:10:00:05 +0000] "GET / HTTP/1.1" 2x0',
      'form 60 a status of three digits',
    ],
    ['$remote_addr [$time_local] "$request" $status', '198.51.100.7 [soon] "GET / HTTP/1.1" 200', 'form 15 a time'],
    ['$remote_addr [$time_local] "$request" $status', 'nobody [soon] "GET / HTTP/1.1" 200', 'form 1 an IP address'],
    [
      '$remote_addr [$time_local] "$request" $status',
      '198.51.100.7 [20/Nov/2026:10:00:05 +0000] "GET',
      'form 47 a closing quote',
    ],
    [
      '"$http_user_agent" $time_local|$status',
      '"x" 20/Nov/2026:10:00:05 +0000|200 ',
      'form 32 a status of three digits',
    ],
  ])('%s refuses %s', (format, line, refusal) => {
    expect(read(format, line)).toBe(refusal);
  });

  it.each(['sideways', '', '$one $two', '{"a":', '%'])('%j is none', (text) => {
    expect(findLogFormat(text)).toBeUndefined();
  });

  const text = fc
    .string({ unit: fc.constantFrom(...Array.from('abcXYZ019 /.,;:()=+-_<>é|&?%#')), minLength: 1, maxLength: 30 })
    .filter((value) => value.trim() === value && value !== '-');
  const word = text.map((value) => value.replaceAll(/[ ,|<>]/g, '') || 'x').filter((value) => value !== '-');
  const path = fc.webPath().map((value) => `/${value.replaceAll(/[|<>"]/g, '')}`);
  const clock = (ms: number) => {
    const [, , day = '', month = '', year = '', time = ''] =
      /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(new Date(ms).toUTCString()) ?? [];
    return `${day}/${month}/${year}:${time} +0000`;
  };
  const truth = fc.record({
    timestampMs: fc.integer({ min: 1_000_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000),
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    method: fc.constantFrom('GET', 'HEAD', 'POST'),
    url: path,
    status: fc.integer({ min: 100, max: 599 }),
    userAgent: text,
    referrer: text,
    host: fc.domain(),
    user: word,
    number: fc.double({ min: 0, max: 99, noNaN: true }).map((value) => value.toFixed(3)),
  });
  type Truth = typeof truth extends fc.Arbitrary<infer Value> ? Value : never;

  /** Spellings of every value by two servers; texts stand in quotes, as they must where a space separates. */
  const spellings: Record<'nginx' | 'apache', readonly (readonly [variable: string, of: (hit: Truth) => string])[]> = {
    nginx: [
      ['[$time_local]', (hit) => `[${clock(hit.timestampMs)}]`],
      ['$remote_addr', (hit) => hit.ip],
      ['"$request"', (hit) => `"${hit.method} ${hit.url} HTTP/2.0"`],
      ['$status', (hit) => String(hit.status)],
      ['"$http_user_agent"', (hit) => `"${hit.userAgent}"`],
      ['"$http_referer"', (hit) => `"${hit.referrer}"`],
      ['$host', (hit) => hit.host],
      ['$request_time', (hit) => hit.number],
      ['rt=$upstream_response_time', (hit) => `rt=${hit.number}`],
      ['$ssl_protocol', (hit) => hit.user],
    ],
    apache: [
      ['%t', (hit) => `[${clock(hit.timestampMs)}]`],
      ['%a', (hit) => hit.ip],
      ['"%r"', (hit) => `"${hit.method} ${hit.url} HTTP/1.1"`],
      ['%>s', (hit) => String(hit.status)],
      ['"%{User-Agent}i"', (hit) => `"${hit.userAgent}"`],
      ['"%{Referer}i"', (hit) => `"${hit.referrer}"`],
      ['%v', (hit) => hit.host],
      ['%D', (hit) => hit.number],
      ['%I', (hit) => hit.number],
      ['%{SSL_PROTOCOL}x', (hit) => hit.user],
    ],
  };

  it.each(['nginx', 'apache'] as const)('%s: reads back whatever a format writes, in any order', (server) => {
    fc.assert(
      fc.property(
        truth,
        fc.shuffledSubarray([...spellings[server]], { minLength: 10 }),
        fc.constantFrom(' ', '|', '\t', ' - '),
        (hit, parts, separator) => {
          const format = parts.map(([variable]) => variable).join(separator);
          const line = parts.map(([, of]) => of(hit)).join(separator);
          const { user, number, ...expected } = hit;
          fc.pre(separator !== '|' || !line.replaceAll(/"[^"]*"/g, '').split('|')[parts.length]);
          expect([user, number, read(format, line)]).toEqual([user, number, expected]);
        },
      ),
    );
  });

  it('says what should stand behind a value that fits', () => {
    const line = '198.51.100.7 - - [20/Nov/2026:10:00:05 +0000] "GET /guide HTTP/1.1" 200 "x"';
    expect(read('$remote_addr [$time_local] "$request" $status', line)).toBe('form 13 " ["');
    expect(read('$remote_addr - - [$time_local] "$request" "$status"', line)).toBe(`form 67 '" "'`);
    expect(read('$time_local $request $status', line)).toBe('form 1 a time');
  });

  it('takes no longer than the line is long', () => {
    const formats = [
      '$a $b $c [$d] "$e" $f $status',
      '$a $b $request',
      '$a $forwarded_host $b',
      '${a} ${b}1${msec}2',
      '%[a] %[b] %r %ST',
    ];
    const lines = ['[ ', 'a ', '] "', '\\" ', ' ', '1', ' HTTP/'].map((text) => text.repeat(60_000 / text.length));
    for (const format of formats) {
      const read = findLogFormat(format)!.createReader();
      for (const line of lines) expect([format, read(line)]).toMatchObject([format, { rejected: 'form' }]);
    }
  });
});

describe('formats that are known by name', () => {
  const tail = `"GET https://docs.example:443/guide HTTP/2.0" "${agent}"`;
  it.each<[name: string, line: string, hit: Partial<Hit>]>([
    [
      'alb',
      `h2 2026-11-20T10:00:05.000000Z app/docs/cb 198.51.100.7:62611 172.16.1.1:443 0.006 0.008 0.000 200 200 498 1485 ${tail} ECDHE TLSv1.2 arn "Root=1" "docs.example" "-" 0`,
      { url: 'https://docs.example:443/guide', userAgent: agent },
    ],
    [
      'alb',
      `2026-11-20T10:00:05.000000Z docs 198.51.100.7:62611 - -1 -1 -1 200 0 0 0 ${tail} - -`,
      { url: 'https://docs.example:443/guide', userAgent: agent },
    ],
    [
      's3',
      `b659 docs.example [20/Nov/2026:10:00:05 +0000] 198.51.100.7 - EB35 WEBSITE.GET.OBJECT guide "GET /guide HTTP/1.1" 200 - 368 368 10 9 "-" "${agent}" - x= SigV4`,
      { host: 'docs.example', userAgent: agent },
    ],
    [
      'haproxy',
      '198.51.100.7:55008 [20/Nov/2026:10:00:05.000] https~ docs/a 0/0/0/72/72 200 7456 - - ---- 5/4/0/1/0 0/0 "GET /guide HTTP/1.1"',
      {},
    ],
    [
      'haproxy',
      '2001:db8::1:55008 [20/Nov/2026:10:00:05.000] https~ docs/a 0/0/0/72/72 200 7456 - - ---- 5/4/0/1/0 0/0 {docs.example|Mozilla/5.0 (X11)} {} "GET /guide HTTP/1.1"',
      { ip: '2001:db8::1' },
    ],
    [
      'bunny',
      `HIT|200|${at}|128479|12|198.51.100.7|-|https://docs.example/guide|DE|${agent}|28|DE`,
      { url: 'https://docs.example/guide', userAgent: agent, country: 'DE' },
    ],
    [
      'nginx-proxy-manager',
      `[20/Nov/2026:10:00:05 +0000] - 200 200 - GET https docs.example "/guide" [Client 198.51.100.7] [Length 5] [Gzip -] [Sent-to 10.0.0.4] "${agent}" "-"`,
      { host: 'docs.example', userAgent: agent },
    ],
    [
      'logfmt',
      `time="20/Nov/2026:10:00:05 +0000" src=198.51.100.7 http_method=GET uri_path=/guide status=200 http_user_agent="${agent}"`,
      { userAgent: agent },
    ],
    [
      'caddy',
      `2026/11/20 10:00:05.000\tinfo\thttp.log.access\thandled request\t${JSON.stringify({ request: { remote_ip: '198.51.100.7', method: 'GET', uri: '/guide', headers: { 'User-Agent': [agent] } }, status: 200 })}`,
      { userAgent: agent, headers: { 'user-agent': agent }, headersComplete: false },
    ],
  ])('%s', (name, line, hit) => {
    expect(read(name, line)).toEqual({ ...wanted, ...hit });
    for (const other of logFormats) {
      const reading = other.createReader()(line);
      if (other.name !== name) expect([other.name, reading?.hit]).toEqual([other.name, undefined]);
    }
  });

  it('reads CSV of Google Cloud Storage, and W3C with quotes', () => {
    const csv = findLogFormat('w3c')!.createReader();
    csv('"time_micros","c_ip","cs_method","cs_uri","sc_status","cs_host","cs_user_agent"');
    expect(
      csv(`"${at}000","198.51.100.7","GET","/guide","200","docs.example","${agent}, ""x"", y"`)?.hit,
    ).toMatchObject({
      ...wanted,
      userAgent: `${agent}, "x", y`,
    });
    const exported = findLogFormat('w3c')!.createReader();
    expect(exported('date,time,c-ip,cs-method,cs-uri-stem,sc-status,cs(User-Agent)')).toBeUndefined();
    expect(exported(`2026-11-20,10:00:05,198.51.100.7,GET,/guide,200,"${agent}"`)?.hit).toMatchObject(wanted);
    const w3c = findLogFormat('w3c')!.createReader();
    w3c('#Fields: date time c-ip cs(User-Agent) cs-uri cs-method sc-status');
    expect(
      w3c(`"2026-11-20" "10:00:05" "198.51.100.7" "${agent}" "docs.example/guide" "GET" "200"`)?.hit,
    ).toMatchObject({ ...wanted, url: 'https://docs.example/guide', userAgent: agent });
  });

  it.each<[name: string, record: object, hit?: Partial<Hit>]>([
    [
      'Google Cloud',
      {
        timestamp: '2026-11-20T10:00:05Z',
        httpRequest: { requestMethod: 'GET', requestUrl: '/guide', status: 200, remoteIp: '198.51.100.7' },
      },
    ],
    [
      'Azure Front Door',
      {
        time: '2026-11-20T10:00:05Z',
        properties: { httpMethod: 'GET', httpStatusCode: '200', requestUri: '/guide', clientIp: '198.51.100.7' },
      },
    ],
    [
      'OpenTelemetry',
      {
        timeUnixNano: `${at}000000`,
        attributes: [
          { key: 'http.request.method', value: { stringValue: 'GET' } },
          { key: 'url.path', value: { stringValue: '/guide' } },
          { key: 'http.response.status_code', value: { intValue: '200' } },
          { key: 'client.address', value: { stringValue: '198.51.100.7' } },
        ],
      },
    ],
    [
      'Elastic',
      {
        '@timestamp': '2026-11-20T10:00:05Z',
        http: { request: { method: 'GET' }, response: { status_code: 200 } },
        url: { path: '/guide' },
        source: { ip: '198.51.100.7' },
      },
    ],
    [
      'pino',
      { time: at, req: { method: 'GET', url: '/guide', remoteAddress: '198.51.100.7' }, res: { statusCode: 200 } },
    ],
    [
      'a query that stands in the address, too',
      { time: at, remote_addr: '198.51.100.7', method: 'GET', request_uri: '/guide?x=1', args: 'x=1', status: 200 },
      { url: '/guide?x=1' },
    ],
    ['no method', { date: '2026-11-20T10:00:05Z', ip: '198.51.100.7', path: '/guide', status: '200' }],
  ])('reads JSON of %s', (_name, record, hit = {}) => {
    expect(read('json', JSON.stringify(record))).toEqual({ ...wanted, ...hit });
  });
});
