import fc from 'fast-check';

/** A request as its client knows it. */
export interface MadeRequest {
  readonly timestampMs: number;
  readonly ip: string;
  readonly port: number;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly query: string;
  readonly status: number;
  readonly userAgent: string;
  readonly referrer: string | undefined;
  /** Of the proxies in between; the last speaks to the server. */
  readonly chain: readonly string[];
  readonly bytes: number;
  readonly seconds: number;
  readonly id: string;
}

/** A file that a server wrote about requests, one line each. */
export interface WrittenLog {
  /** Lines before those of the requests. */
  readonly head?: readonly string[];
  readonly lines: readonly string[];
  /** Value of `--format`; without it, the format must be detected. */
  readonly format?: string;
  /** Fields that its lines contain. */
  readonly tells: readonly Told[];
  /** Resolution of its times. */
  readonly stepMs: number;
}

type Told = 'ip' | 'method' | 'host' | 'url' | 'path' | 'status' | 'userAgent' | 'referrer' | 'chain';

/** How a server writes, for any of its configurations. */
type Writer = (requests: readonly MadeRequest[]) => WrittenLog;

const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const headerText = (without: RegExp) =>
  fc
    .oneof(
      fc.constantFrom(
        'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
        'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)',
        'curl/8.9.1',
      ),
      fc.string({ unit: fc.constantFrom(...visible, ' ', ' ', 'é', '日', '😀'), minLength: 1, maxLength: 40 }),
    )
    .map((text) => text.replaceAll(without, '').trim())
    .map((text) => (text === '' || text === '-' ? 'x' : text));
const word = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 1, maxLength: 12 });
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Any request, except characters that this server's log cannot distinguish from its own syntax. */
function madeRequest({ notInHeaders = /[^\s\S]/g, notInUrls = /[^\s\S]/g, hasReferrer = true } = {}) {
  const url = (extra: string) =>
    fc
      .string({ unit: fc.constantFrom(...Array.from(letters + letters + extra)), maxLength: 20 })
      .map((text) => text.replaceAll(notInUrls, ''));
  return fc.record<MadeRequest>({
    timestampMs: fc.integer({ min: 1_500_000_000_000, max: 1_899_999_999_000 }),
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    port: fc.integer({ min: 1024, max: 65_535 }),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
    host: fc.domain(),
    path: url(`/.-_~!$&'()*+,;=:@%[]{}|^"\\`).map((text) => `/${text}`),
    // Most logs write a dash for an empty value.
    query: url(`/.-_~!$&'()*+,;=:@%[]{}|^"\\?`).map((text) => (text === '-' ? '' : text)),
    status: fc.integer({ min: 200, max: 599 }),
    userAgent: headerText(notInHeaders),
    referrer: hasReferrer
      ? fc.option(
          headerText(notInHeaders).map((text) => `https://a.example/${text.replaceAll(' ', '')}`),
          { nil: undefined },
        )
      : fc.constant(undefined),
    chain: fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 3 }),
    bytes: fc.integer({ min: 0, max: 9_999_999 }),
    seconds: fc.integer({ min: 0, max: 99_999 }).map((ms) => ms / 1000),
    id: word(letters),
  });
}

export const targetOf = ({ path, query }: MadeRequest) => (query === '' ? path : `${path}?${query}`);
const endpointOf = ({ ip, port }: MadeRequest) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);
const bareEndpointOf = ({ ip, port }: MadeRequest) => `${ip}:${port}`;
const chainOf = ({ chain }: MadeRequest, separator = ', ') => chain.join(separator) || '-';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The time at a zone so many minutes east. */
function iso(ms: number, zone: number): string {
  return new Date(ms + zone * 60_000).toISOString();
}
function zoneText(zone: number, between = ''): string {
  const minutes = Math.abs(zone);
  const pad = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `${zone < 0 ? '-' : '+'}${pad(minutes / 60)}${between}${pad(minutes % 60)}`;
}
function clfTime(ms: number, zone = 0): string {
  return `${clfWithoutZone(ms, zone)} ${zoneText(zone)}`;
}
function clfWithoutZone(ms: number, zone: number): string {
  const text = iso(ms, zone);
  return `${text.slice(8, 10)}/${monthNames[Number(text.slice(5, 7)) - 1] ?? ''}/${text.slice(0, 4)}:${text.slice(11, 19)}`;
}
function rfc3339(ms: number, zone: number): string {
  return `${iso(ms, zone).slice(0, 23)}${zone === 0 ? 'Z' : zoneText(zone, ':')}`;
}
const anyZone = fc.constantFrom(0, 0, 120, -420, 330);

/** As nginx writes a quote, a backslash and what is not ASCII. */
const hexEscaped = (text: string) =>
  text.replaceAll(/["\\]|[^ -~]+/gu, (found) =>
    Array.from(Buffer.from(found), (byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
/** As Apache does. */
const backslashed = (text: string) =>
  text
    .replaceAll(/["\\]/g, (found) => `\\${found}`)
    .replaceAll(/[^ -~]+/gu, (found) => hexEscaped(found).toLowerCase());
const dashed = (text: string | undefined) => (text === undefined || text === '' ? '-' : text);
const picked = <Key extends string>(keys: readonly Key[]) => fc.subarray([...keys]).map((chosen) => new Set(chosen));

const common: readonly Told[] = ['ip', 'method', 'url', 'status'];

/** Caddy: any time format, its encoder's own names of keys, headers that filters delete, every version, JSON or console. */
const caddy = fc
  .record({
    zone: anyZone,
    time: fc.constantFrom('seconds', 'milli', 'nano', 'iso8601', 'rfc3339', 'wall', 'wall_milli', 'common_log'),
    timeKey: fc.constantFrom('ts', 'ts', 'time', '@timestamp', 'timestamp'),
    messageKey: fc.constantFrom('msg', 'message'),
    version: fc.constantFrom('2.4', '2.6', '2.8'),
    deletes: picked(['Accept', 'Cookie', 'Referer']),
    isConsole: fc.boolean(),
  })
  .map(({ zone, time, timeKey, messageKey, version, deletes, isConsole }): Writer => (requests) => {
    const times: Readonly<Record<string, (ms: number) => unknown>> = {
      seconds: (ms) => ms / 1000,
      milli: (ms) => ms,
      nano: (ms) => ms * 1e6,
      iso8601: (ms) => `${iso(ms, zone).slice(0, 23)}${zone === 0 ? 'Z' : zoneText(zone)}`,
      rfc3339: (ms) => rfc3339(ms, zone).replace(/\.\d+/, ''),
      wall: (ms) => iso(ms, 0).slice(0, 19).replaceAll('-', '/').replace('T', ' '),
      wall_milli: (ms) => iso(ms, 0).slice(0, 23).replaceAll('-', '/').replace('T', ' '),
      common_log: (ms) => clfTime(ms, zone),
    };
    const lines = requests.map((made) => {
      const headers: Record<string, string[]> = { 'User-Agent': [made.userAgent] };
      if (!deletes.has('Accept')) headers['Accept'] = ['text/html', '*/*'];
      if (!deletes.has('Referer') && made.referrer !== undefined) headers['Referer'] = [made.referrer];
      const address =
        version === '2.4'
          ? { remote_addr: endpointOf(made) }
          : { remote_ip: made.ip, remote_port: String(made.port), ...(version === '2.8' && { client_ip: made.ip }) };
      const request = {
        ...address,
        proto: 'HTTP/2.0',
        method: made.method,
        host: made.host,
        uri: targetOf(made),
        headers,
      };
      const fields = {
        request,
        ...(version === '2.4' && { common_log: `${made.ip} - - [${clfTime(made.timestampMs)}]` }),
        user_id: '',
        duration: made.seconds,
        size: made.bytes,
        status: made.status,
        resp_headers: { Server: ['Caddy'], 'Content-Type': ['text/html; charset=utf-8'] },
      };
      const stamp = times[time]?.(made.timestampMs);
      if (isConsole) return `${String(stamp)}\tinfo\thttp.log.access.log0\thandled request\t${JSON.stringify(fields)}`;
      return JSON.stringify({
        level: 'info',
        [timeKey]: stamp,
        logger: 'http.log.access.log0',
        [messageKey]: 'handled request',
        ...fields,
      });
    });
    const tells: Told[] = [...common, 'host', 'userAgent', ...(deletes.has('Referer') ? [] : (['referrer'] as const))];
    return { lines, tells, stepMs: /^(?:rfc3339|wall|common_log)$/.test(time) ? 1000 : 1 };
  });

/** Traefik: its common log format, which escapes nothing, and JSON with any of its fields dropped. */
const traefikCommon = anyZone.map((zone): Writer => (requests) => ({
  lines: requests.map(
    (made, index) =>
      `${[...made.chain, made.ip].join(', ')} - - [${clfTime(made.timestampMs, zone)}] "${made.method} ${targetOf(made)} HTTP/2.0" ${made.status} ${made.bytes} "${dashed(made.referrer)}" "${made.userAgent}" ${index + 1} "docs@docker" "http://10.0.0.2:80" ${Math.round(made.seconds * 1000)}ms`,
  ),
  tells: [...common, 'userAgent', 'referrer', 'chain'],
  stepMs: 1000,
}));

const traefikJson = fc
  .record({
    drops: picked(['ClientAddr', 'StartUTC', 'StartLocal', 'Duration', 'RequestScheme', 'RouterName', 'OriginStatus']),
    referrer: fc.boolean(),
    hasChain: fc.boolean(),
  })
  .map(({ drops, referrer, hasChain }): Writer => (requests) => ({
    lines: requests.map((made) => {
      const start = `${iso(made.timestampMs, 0).slice(0, 23)}000000Z`;
      const fields: Readonly<Record<string, unknown>> = {
        ClientAddr: endpointOf(made),
        ClientHost: made.ip,
        ClientPort: String(made.port),
        ClientUsername: '-',
        DownstreamContentSize: made.bytes,
        DownstreamStatus: made.status,
        Duration: Math.round(made.seconds * 1e9),
        OriginStatus: made.status,
        RequestAddr: made.host,
        RequestHost: made.host,
        RequestMethod: made.method,
        RequestPath: targetOf(made),
        RequestPort: '-',
        RequestProtocol: 'HTTP/2.0',
        RequestScheme: 'https',
        RouterName: 'docs@docker',
        StartLocal: start,
        StartUTC: start,
        'downstream_Content-Type': 'text/html; charset=utf-8',
        entryPointName: 'websecure',
        level: 'info',
        msg: '',
        ...(referrer && made.referrer !== undefined && { request_Referer: made.referrer }),
        ...(hasChain && made.chain.length > 0 && { 'request_X-Forwarded-For': chainOf(made) }),
        'request_User-Agent': made.userAgent,
        // The time of the line, which counts only if the log has no start time.
        time: iso(drops.has('StartUTC') && drops.has('StartLocal') ? made.timestampMs : made.timestampMs + 5000, 0),
      };
      return JSON.stringify(
        Object.fromEntries(Object.entries(fields).filter(([name]) => !drops.has(name as 'Duration'))),
      );
    }),
    tells: [
      ...common,
      'host',
      'userAgent',
      ...(referrer ? (['referrer'] as const) : []),
      ...(hasChain ? (['chain'] as const) : []),
    ],
    stepMs: 1,
  }));

/** HAProxy's HTTP log with any captured headers, its own encoding of what it captures, and SSL behind. */
const haproxy = fc
  .record({ captured: fc.constantFrom(0, 1, 2), ssl: fc.boolean() })
  .map(({ captured, ssl }): Writer => (requests) => ({
    lines: requests.map((made) => {
      const header = `{${made.host}|${haproxyEncoded(made.userAgent).replaceAll(/[{|}]/g, '#7C')}} `;
      const behind = ssl ? ` 0/0000000000000000/0/0/0 ${made.host}/TLSv1.3/TLS_AES_128_GCM_SHA256` : '';
      return `${bareEndpointOf(made)} [${clfWithoutZone(made.timestampMs, 0)}.${iso(made.timestampMs, 0).slice(20, 23)}] https~ docs/web1 0/0/1/${Math.round(made.seconds * 1000)}/9 ${made.status} ${made.bytes} - - ---- 5/4/0/1/0 0/0 ${header.repeat(captured)}"${made.method} ${haproxyEncoded(targetOf(made))} HTTP/1.1"${behind}`;
    }),
    tells: common,
    stepMs: 1,
  }));
const haproxyEncoded = (text: string) =>
  text.replaceAll(/["#]|[^ -~]+/gu, (found) =>
    Array.from(Buffer.from(found), (byte) => `#${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

const haproxyPieces = [
  ['%ci:%cp', bareEndpointOf],
  ['[%tr]', ({ timestampMs }) => `[${clfWithoutZone(timestampMs, 0)}.${iso(timestampMs, 0).slice(20, 23)}]`],
  ['%ST', ({ status }) => String(status)],
  ['%{+Q}r', (made) => `"${made.method} ${haproxyEncoded(targetOf(made))} HTTP/2.0"`],
  ['"%(user_agent)[capture.req.hdr(0)]"', ({ userAgent }) => `"${userAgent}"`],
  ['%(referer){+Q,+E}[capture.req.hdr(1)]', ({ referrer }) => `"${dashed(referrer && backslashed(referrer))}"`],
  ['%{+Q}[var(txn.host)]', ({ host }) => `"${host}"`],
  ['%B', ({ bytes }) => String(bytes)],
  ['%TR/%Tw/%Tc', () => '0/0/1'],
  ['%ft %b/%s', () => 'https~ docs/web1'],
] as const satisfies readonly (readonly [string, (made: MadeRequest) => string])[];

/** HAProxy with a `log-format` of any pieces in any order. */
const haproxyDescribed = fc
  .tuple(fc.shuffledSubarray([...haproxyPieces], { minLength: haproxyPieces.length }), fc.boolean())
  .map(([pieces, isEscaped]): Writer => (requests) => {
    const text = pieces.map(([piece]) => piece).join(' ');
    return {
      lines: requests.map((made) => pieces.map(([, of]) => of(made)).join(' ')),
      format: isEscaped ? `log-format ${text.replaceAll(/[ "]/g, (found) => `\\${found}`)}` : `log-format '${text}'`,
      tells: [...common, 'host', 'userAgent', 'referrer'],
      stepMs: 1,
    };
  });

/** HAProxy with JSON as its `log-format`. */
const haproxyJson = fc.boolean().map((isDescribed): Writer => (requests) => ({
  lines: requests.map((made) =>
    JSON.stringify(
      isDescribed
        ? {
            t: made.timestampMs / 1000,
            c: made.ip,
            m: made.method,
            u: haproxyEncoded(targetOf(made)),
            s: made.status,
            a: made.userAgent,
          }
        : {
            timestamp: made.timestampMs / 1000,
            client_ip: made.ip,
            method: made.method,
            uri: targetOf(made),
            status: made.status,
            user_agent: made.userAgent,
          },
    ),
  ),
  ...(isDescribed && {
    format: `{"t":%Ts.%ms,"c":"%ci","m":"%HM","u":"%HU","s":%ST,"a":"%(user_agent)[capture.req.hdr(0),json('utf8s')]"}`,
  }),
  tells: [...common, 'userAgent'],
  stepMs: 1,
}));

const iisColumns = [
  's-sitename',
  's-ip',
  's-port',
  'cs-username',
  'cs-version',
  'cs(Referer)',
  'cs-host',
  'sc-substatus',
  'sc-bytes',
  'time-taken',
  'X-Forwarded-For',
] as const;

/** IIS: any fields in any order, with a new header in the middle, and `+` for spaces. */
const iis = fc
  .record({ extra: fc.shuffledSubarray([...iisColumns]), order: fc.integer(), repeatsHeader: fc.boolean() })
  .chain(({ extra, repeatsHeader }) =>
    fc
      .shuffledSubarray(
        ['cs-method', 'cs-uri-stem', 'cs-uri-query', 'c-ip', 'cs(User-Agent)', 'sc-status', ...extra] as string[],
        { minLength: 6 + extra.length },
      )
      .map((columns) => ({ columns: ['date', 'time', ...columns], repeatsHeader })),
  )
  .map(({ columns, repeatsHeader }): Writer => (requests) => {
    const spaced = (text: string) => text.replaceAll(' ', '+');
    const valueOf = (made: MadeRequest): Readonly<Record<string, string>> => ({
      date: iso(made.timestampMs, 0).slice(0, 10),
      time: iso(made.timestampMs, 0).slice(11, 19),
      'cs-method': made.method,
      'cs-uri-stem': made.path,
      'cs-uri-query': dashed(made.query),
      'c-ip': made.ip,
      'cs(User-Agent)': spaced(made.userAgent),
      'sc-status': String(made.status),
      's-sitename': 'W3SVC1',
      's-ip': '10.0.0.1',
      's-port': '443',
      'cs-username': '-',
      'cs-version': 'HTTP/2.0',
      'cs(Referer)': dashed(made.referrer),
      'cs-host': made.host,
      'sc-substatus': '0',
      'sc-bytes': String(made.bytes),
      'time-taken': String(Math.round(made.seconds * 1000)),
      'X-Forwarded-For': chainOf(made, ',+'),
    });
    const head = [
      '#Software: Microsoft Internet Information Services 10.0',
      '#Version: 1.0',
      '#Date: 2026-11-20 10:00:00',
    ];
    const header = `#Fields: ${columns.join(' ')}`;
    const lines = requests.map((made) => columns.map((column) => valueOf(made)[column] ?? '-').join(' '));
    const has = (column: string, told: Told): Told[] => (columns.includes(column) ? [told] : []);
    return {
      head: [...head, header, ...(repeatsHeader ? [...head, header] : [])],
      lines,
      tells: [
        ...common,
        'userAgent',
        ...has('cs(Referer)', 'referrer'),
        ...has('cs-host', 'host'),
        ...has('X-Forwarded-For', 'chain'),
      ],
      stepMs: 1000,
    };
  });

/** What CloudFront encodes, and then the percent signs again. */
const twiceEncoded = (text: string) =>
  text.replaceAll(/[^!$&'()*+,\-./0-9:;=@A-Z_a-z~]/gu, (found) => encodeURIComponent(found).replaceAll('%', '%25'));

/** CloudFront: standard logs in tabs, and those of version 2 as JSON with the same names. */
const cloudFront = fc
  .record({ isJson: fc.boolean(), isLong: fc.boolean() })
  .map(({ isJson, isLong }): Writer => (requests) => {
    const rows = requests.map((made) => ({
      date: iso(made.timestampMs, 0).slice(0, 10),
      time: iso(made.timestampMs, 0).slice(11, 19),
      'x-edge-location': 'FRA56-P1',
      'sc-bytes': String(made.bytes),
      'c-ip': made.ip,
      'cs-method': made.method,
      'cs(Host)': 'd111111abcdef8.cloudfront.net',
      'cs-uri-stem': made.path,
      'sc-status': String(made.status),
      'cs(Referer)': made.referrer === undefined ? '-' : twiceEncoded(made.referrer),
      'cs(User-Agent)': twiceEncoded(made.userAgent),
      'cs-uri-query': dashed(made.query),
      'cs(Cookie)': '-',
      'x-edge-result-type': 'Hit',
      'x-edge-request-id': `${made.id}==`,
      'x-host-header': made.host,
      ...(isLong && {
        'cs-protocol': 'https',
        'x-forwarded-for': '-',
        'cs-protocol-version': 'HTTP/2.0',
        'c-port': String(made.port),
      }),
    }));
    const columns = Object.keys(rows[0] ?? {});
    return {
      head: isJson ? [] : ['#Version: 1.0', `#Fields: ${columns.join(' ')}`],
      lines: rows.map((row) => (isJson ? JSON.stringify(row) : Object.values(row).join('\t'))),
      tells: [...common, 'host', 'userAgent', 'referrer'],
      stepMs: 1000,
    };
  });

/** Load balancers of AWS: of either kind, with as many fields behind as their versions have. */
const alb = fc
  .record({ isClassic: fc.boolean(), behind: fc.integer({ min: 0, max: 8 }) })
  .map(({ isClassic, behind }): Writer => (requests) => ({
    lines: requests.map((made) => {
      const time = `${iso(made.timestampMs, 0).slice(0, 23)}000Z`;
      const fields = `${time} app/docs/50dc6c495c0c9188 ${made.ip.includes(':') ? endpointOf(made) : bareEndpointOf(made)} 10.0.0.1:80 0.001 0.002 0.000 ${made.status} 200 34 ${made.bytes} "${made.method} https://${made.host}:443${hexEscaped(targetOf(made))} HTTP/2.0" "${hexEscaped(made.userAgent)}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2`;
      if (isClassic) return fields;
      const further = [
        'arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/docs/73e2d6bc24d8a067',
        '"Root=1-58337281-1d84f3d73c47ec4e58577259"',
        `"${made.host}"`,
        '"session-reused"',
        '0',
        time,
        '"forward" "-" "-"',
        '"10.0.0.1:80" "200" "-" "-" TID_1',
      ];
      return `h2 ${fields} ${further.slice(0, behind).join(' ')}`.trimEnd();
    }),
    tells: ['ip', 'method', 'url', 'status', 'userAgent'],
    stepMs: 1,
  }));

/** S3: with as many fields behind as its versions have. */
const s3 = fc.integer({ min: 0, max: 8 }).map((behind): Writer => (requests) => ({
  lines: requests.map((made) => {
    const further = ['-', `${made.id}=`, 'SigV4', 'TLS_AES', 'AuthHeader', 'docs.s3.amazonaws.com', 'TLSV1.3', '-'];
    return `79a59df900b949e5 ${made.host} [${clfTime(made.timestampMs)}] ${made.ip} - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT ${encodeURIComponent(made.path.slice(1)) || '-'} "${made.method} ${targetOf(made)} HTTP/1.1" ${made.status} - ${made.bytes} - 7 - "${dashed(made.referrer)}" "${made.userAgent}" ${further.slice(0, behind).join(' ')}`.trimEnd();
  }),
  tells: [...common, 'host', 'userAgent', 'referrer'],
  stepMs: 1000,
}));

/** Google Cloud Storage: CSV, all values in quotes. */
const gcs = fc.boolean().map((hasOperation): Writer => (requests) => {
  const rows = requests.map((made) => ({
    time_micros: `${made.timestampMs}000`,
    c_ip: made.ip,
    c_ip_type: made.ip.includes(':') ? '2' : '1',
    c_ip_region: '',
    cs_method: made.method,
    cs_uri: targetOf(made),
    sc_status: String(made.status),
    cs_bytes: '0',
    sc_bytes: String(made.bytes),
    time_taken_micros: String(Math.round(made.seconds * 1e6)),
    cs_host: made.host,
    cs_referer: made.referrer ?? '',
    cs_user_agent: made.userAgent,
    s_request_id: made.id,
    ...(hasOperation && { cs_operation: 'GET_Object', cs_bucket: 'docs', cs_object: made.path.slice(1) }),
  }));
  const csv = (values: readonly string[]) => values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
  return {
    head: [csv(Object.keys(rows[0] ?? {}))],
    lines: rows.map((row) => csv(Object.values(row))),
    tells: [...common, 'host', 'userAgent', 'referrer'],
    stepMs: 1,
  };
});

/** Bunny: bars between; what a bar in a header becomes is not documented. */
const bunny = fc.constant<Writer>((requests) => ({
  lines: requests.map(
    (made) =>
      `HIT|${made.status}|${made.timestampMs}|${made.bytes}|390|${made.ip}|${dashed(made.referrer)}|https://${made.host}${targetOf(made)}|DE|${made.userAgent}|${made.id}|DE`,
  ),
  tells: ['ip', 'url', 'status', 'userAgent', 'referrer'],
  stepMs: 1,
}));

/** Fastly: the documented formats, or its variables of VCL in JSON. */
const fastly = fc
  .record({
    form: fc.constantFrom('common', 'combined', 'vhost', 'json', 'described'),
    // Fields without a value are written with or without quotes.
    names: fc.constantFrom('- -', '"-" "-"'),
    zone: anyZone,
  })
  .map(({ form, names, zone }): Writer => (requests) => {
    const line = (made: MadeRequest): string => {
      const head = `${made.ip} ${names} [${clfTime(made.timestampMs, zone)}] "${made.method} ${backslashed(targetOf(made))} HTTP/1.1" ${made.status} ${made.bytes}`;
      if (form === 'common') return head;
      if (form === 'vhost') return `${made.host} ${head}`;
      if (form === 'combined') return `${head} "${backslashed(made.referrer ?? '')}" "${backslashed(made.userAgent)}"`;
      const time = `${iso(made.timestampMs, zone).slice(0, 19)}${zoneText(zone)}`;
      if (form === 'described')
        return JSON.stringify({
          at: time,
          ip: made.ip,
          h: made.host,
          u: targetOf(made),
          m: made.method,
          s: made.status,
        });
      return JSON.stringify({
        timestamp: time,
        client_ip: made.ip,
        geo_country: 'germany',
        host: made.host,
        url: targetOf(made),
        request_method: made.method,
        request_protocol: 'HTTP/2',
        request_referer: made.referrer ?? '',
        request_user_agent: made.userAgent,
        response_status: made.status,
        response_body_size: made.bytes,
        fastly_is_edge: true,
      });
    };
    const tells: Readonly<Record<typeof form, readonly Told[]>> = {
      common,
      vhost: [...common, 'host'],
      combined: [...common, 'userAgent', 'referrer'],
      json: [...common, 'host', 'userAgent', 'referrer'],
      described: [...common, 'host'],
    };
    return {
      lines: requests.map(line),
      tells: tells[form],
      stepMs: 1000,
      ...(form === 'described' && {
        format: `{"at":"%{strftime(\\{"%Y-%m-%dT%H:%M:%S%z"\\}, time.start)}V","ip":"%{client.ip}V","h":"%{req.http.host}V","u":"%{json.escape(req.url)}V","m":"%{req.method}V","s":%{resp.status}V}`,
      }),
    };
  });

/** Azure Front Door: classic and Standard or Premium, as diagnostic settings write them. */
const frontDoor = fc.boolean().map((isClassic): Writer => (requests) => ({
  lines: requests.map((made) =>
    JSON.stringify({
      time: `${iso(made.timestampMs, 0).slice(0, 23)}0000Z`,
      resourceId: '/SUBSCRIPTIONS/S/RESOURCEGROUPS/R/PROVIDERS/MICROSOFT.CDN/PROFILES/P',
      category: isClassic ? 'FrontdoorAccessLog' : 'FrontDoorAccessLog',
      operationName: 'Microsoft.Cdn/Profiles/AccessLog/Write',
      properties: {
        trackingReference: made.id,
        httpMethod: made.method,
        httpVersion: '2.0.0.0',
        requestUri: `https://${made.host}:443${targetOf(made)}`,
        ...(!isClassic && { hostName: made.host, socketIp: made.ip, referer: made.referrer ?? '', pop: 'FRA' }),
        requestBytes: '741',
        responseBytes: String(made.bytes),
        userAgent: made.userAgent,
        clientIp: made.ip,
        clientPort: String(made.port),
        timeTaken: String(made.seconds),
        requestProtocol: 'HTTPS',
        httpStatusCode: String(made.status),
        httpStatusDetails: String(made.status),
        cacheStatus: 'HIT',
        errorInfo: 'NoError',
      },
    }),
  ),
  tells: ['ip', 'method', 'url', 'status', 'userAgent', ...(isClassic ? [] : (['referrer'] as const))],
  stepMs: 1,
}));

/** Kubernetes ingress-nginx: its format, that of its older versions, and one with the chain in front. */
const ingressNginx = fc
  .record({ form: fc.constantFrom('now', 'before', 'chain'), zone: anyZone, tries: fc.integer({ min: 1, max: 2 }) })
  .map(({ form, zone, tries }): Writer => (requests) => ({
    lines: requests.map((made) => {
      const list = (text: string) => Array.from({ length: tries }, () => text).join(', ');
      const address = { now: made.ip, before: `${made.ip} - [${made.ip}]`, chain: [...made.chain, made.ip].join(', ') }[
        form
      ];
      return `${address} - - [${clfTime(made.timestampMs, zone)}] "${made.method} ${hexEscaped(targetOf(made))} HTTP/2.0" ${made.status} ${made.bytes} "${hexEscaped(dashed(made.referrer))}" "${hexEscaped(made.userAgent)}" 419 ${made.seconds} [docs-web-80] [] ${list('10.42.0.9:3000')} ${list('5120')} ${list(String(made.seconds))} ${list('200')} ${made.id}`;
    }),
    tells: [...common, 'userAgent', 'referrer', ...(form === 'chain' ? (['chain'] as const) : [])],
    stepMs: 1000,
  }));

/** Envoy: its default text, that of Istio, JSON of both, and a text of any operators. */
const envoy = fc
  .constantFrom('text', 'istio', 'gateway', 'istio-json', 'described')
  .map((form): Writer => (requests) => ({
    lines: requests.map((made) => {
      const time = iso(made.timestampMs, 0);
      const chain = [...made.chain, made.ip].join(', ');
      const details = form === 'istio' ? 'via_upstream - "-" ' : '';
      const behind = form === 'istio' ? ` outbound|80||web 10.0.0.9:40 10.0.0.1:80 ${endpointOf(made)} - default` : '';
      const ms = Math.round(made.seconds * 1000);
      switch (form) {
        case 'text':
        case 'istio':
          return `[${time}] "${made.method} ${targetOf(made)} HTTP/2" ${made.status} - ${details}0 ${made.bytes} ${ms} ${ms} "${chain}" "${made.userAgent}" "${made.id}" "${made.host}" "10.0.0.1:80"${behind}`;
        case 'described':
          return `${endpointOf(made)} ${made.userAgent}\t${made.host} ${made.status} ${time} ${made.method} ${targetOf(made)}`;
        case 'gateway':
          return JSON.stringify({
            start_time: time,
            method: made.method,
            'x-envoy-origin-path': targetOf(made),
            protocol: 'HTTP/2',
            response_code: made.status,
            bytes_sent: made.bytes,
            'x-forwarded-for': chain,
            'user-agent': made.userAgent,
            'x-request-id': made.id,
            ':authority': made.host,
            upstream_host: '10.0.0.1:80',
          });
        case 'istio-json':
          return JSON.stringify({
            authority: made.host,
            bytes_sent: made.bytes,
            downstream_remote_address: endpointOf(made),
            method: made.method,
            path: targetOf(made),
            response_code: made.status,
            start_time: time,
            user_agent: made.userAgent,
            x_forwarded_for: null,
          });
      }
    }),
    ...(form === 'described' && {
      format:
        '%DOWNSTREAM_REMOTE_ADDRESS% %REQ(USER-AGENT)%\t%REQ(:AUTHORITY)% %RESPONSE_CODE% %START_TIME% %REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%',
    }),
    tells: ['ip', 'method', 'url', 'host', 'status', 'userAgent'],
    stepMs: 1,
  }));

const logfmtNames: Readonly<Record<string, readonly string[]>> = {
  time: ['time', 'ts', 'timestamp'],
  ip: ['remote_addr', 'client_ip', 'src', 'ip'],
  method: ['method', 'http_method', 'request_method'],
  url: ['path', 'uri', 'request_uri', 'url'],
  status: ['status', 'status_code'],
  userAgent: ['user_agent', 'http_user_agent', 'ua'],
  host: ['host', 'http_host'],
};

/** logfmt as Go's library writes it, with common names in any order. */
const logfmt = fc
  .record({
    names: fc.record(
      Object.fromEntries(Object.entries(logfmtNames).map(([name, spellings]) => [name, fc.constantFrom(...spellings)])),
    ),
    order: fc.shuffledSubarray([...Object.keys(logfmtNames), 'level', 'msg', 'bytes'], { minLength: 10 }),
    zone: anyZone,
  })
  .map(({ names, order, zone }): Writer => (requests) => ({
    lines: requests.map((made) => {
      const values: Readonly<Record<string, string>> = {
        time: rfc3339(made.timestampMs, zone),
        ip: made.ip,
        method: made.method,
        url: targetOf(made),
        status: String(made.status),
        userAgent: made.userAgent,
        host: made.host,
        level: 'info',
        msg: 'handled request',
        bytes: String(made.bytes),
      };
      return order.map((name) => `${names[name] ?? name}=${logfmtValue(values[name] ?? '')}`).join(' ');
    }),
    tells: [...common, 'host', 'userAgent'],
    stepMs: 1,
  }));
const logfmtValue = (text: string) =>
  /[ ="]|[^!-~]/.test(text) ? `"${text.replaceAll(/["\\]/g, (found) => `\\${found}`)}"` : text;

/** OpenTelemetry: records of logs with the names of today's and of the former conventions, nested or flat. */
const openTelemetry = fc
  .record({ isFormer: fc.boolean(), form: fc.constantFrom('list', 'object', 'flat') })
  .map(({ isFormer, form }): Writer => (requests) => ({
    lines: requests.map((made) => {
      const attributes: Readonly<Record<string, string | number>> = isFormer
        ? {
            'http.method': made.method,
            'http.target': targetOf(made),
            'http.host': made.host,
            'http.status_code': made.status,
            'http.user_agent': made.userAgent,
            'http.client_ip': made.ip,
          }
        : {
            'http.request.method': made.method,
            'url.path': made.path,
            ...(made.query !== '' && { 'url.query': made.query }),
            'server.address': made.host,
            'http.response.status_code': made.status,
            'user_agent.original': made.userAgent,
            'client.address': made.ip,
          };
      const time = { timeUnixNano: `${made.timestampMs}000000` };
      if (form === 'flat') return JSON.stringify({ ...time, ...attributes });
      if (form === 'object') return JSON.stringify({ ...time, severityText: 'INFO', attributes });
      const list = Object.entries(attributes).map(([key, value]) => ({
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
      }));
      return JSON.stringify({ ...time, severityNumber: 9, body: { stringValue: 'request' }, attributes: list });
    }),
    tells: [...common, 'host', 'userAgent'],
    stepMs: 1,
  }));

/** Wrappers of container runtimes, service managers and shippers. */
const wrappers: Readonly<Record<string, (line: string) => string>> = {
  none: (line) => line,
  docker: (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-20T10:00:05.123456789Z' }),
  kubernetes: (line) => `2026-11-20T10:00:05.123456789Z stdout F ${line}`,
  compose: (line) => `web-1  | ${line}`,
  syslog: (line) => `<134>Nov 20 10:00:05 web1 server[812]: ${line}`,
  'new syslog': (line) => `<134>1 2026-11-20T10:00:05.123Z web1 server 812 - - ${line}`,
  journal: (line) => JSON.stringify({ __REALTIME_TIMESTAMP: '1795341605000000', MESSAGE: line, _PID: '812' }),
  shipper: (line) => JSON.stringify({ message: line, host: { name: 'web1' }, '@timestamp': '2026-11-20T10:00:06Z' }),
};
export const anyWrapper = fc.constantFrom(...Object.entries(wrappers));

interface ServerLog {
  readonly writer: fc.Arbitrary<Writer>;
  readonly request: fc.Arbitrary<MadeRequest>;
}

/** Servers and services, each with the requests that its log can represent. */
export const serverLogs: Readonly<Record<string, ServerLog>> = {
  Caddy: { writer: caddy, request: madeRequest() },
  // It escapes no quotes, and one before a space could end the text.
  'Traefik, common': { writer: traefikCommon, request: madeRequest({ notInHeaders: /" +|"+$/g }) },
  'Traefik, JSON': { writer: traefikJson, request: madeRequest() },
  'HAProxy, HTTP': { writer: haproxy, request: madeRequest() },
  'HAProxy, log-format': { writer: haproxyDescribed, request: madeRequest({ notInHeaders: /"/g }) },
  'HAProxy, JSON': { writer: haproxyJson, request: madeRequest() },
  IIS: { writer: iis, request: madeRequest({ notInHeaders: /[+]/g }) },
  CloudFront: { writer: cloudFront, request: madeRequest() },
  'AWS load balancers': { writer: alb, request: madeRequest() },
  S3: { writer: s3, request: madeRequest({ notInHeaders: /"/g }) },
  'Google Cloud Storage': { writer: gcs, request: madeRequest() },
  Bunny: { writer: bunny, request: madeRequest({ notInHeaders: /[|]/g, notInUrls: /[|]/g }) },
  Fastly: { writer: fastly, request: madeRequest() },
  'Azure Front Door': { writer: frontDoor, request: madeRequest() },
  'ingress-nginx': { writer: ingressNginx, request: madeRequest() },
  Envoy: { writer: envoy, request: madeRequest({ notInHeaders: /"/g }) },
  logfmt: { writer: logfmt, request: madeRequest() },
  OpenTelemetry: { writer: openTelemetry, request: madeRequest() },
};
