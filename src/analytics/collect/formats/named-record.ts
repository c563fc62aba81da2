import { forwardingHeaders } from '../../../http/client-address.ts';
import type { HitSource } from '../../hit.ts';
import { peersOf } from './forwarded-chain.ts';
import type { LineHit, LineReading } from './log-format.ts';
import { logTime } from './log-time.ts';

/** A record whose values have names: an object of JSON, or a line with a header. */
export type NamedRecord = Readonly<Record<string, unknown>>;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names that servers and CDNs give to the parts of a request, by priority: its start comes before the time of its log line. */
const names = {
  time: words(`
    StartUTC StartLocal timestamp time ts @timestamp EdgeStartTimestamp time_iso8601 msec datetime start_time
    time_local timestamp(ms) date time_micros timeUnixNano Timestamp observedTimeUnixNano timestamp_ms time_start
    timeStamp requestTime requestTimeEpoch`),
  ip: words(`
    client_ip ClientIP remote_addr remote_ip ClientHost c-ip clientIp clientip ip remoteAddress host_ip
    fastly_client_ip clientIP remoteIp source.ip source.address client.address client.ip http.client_ip
    network.peer.address net.peer.ip net.sock.peer.addr c_ip src remote_host ip_address socketIp forwarded_host ClientAddr
    downstream_remote_address downstream_direct_remote_address`),
  method: words(`
    method request_method RequestMethod ClientRequestMethod cs-method http_method requestMethod httpMethod
    http.request.method http.method cs_method`),
  url: words(`
    uri request_uri RequestPath ClientRequestURI url cs-uri-stem path request_url uri_path requestUrl requestUri
    url.original url.full http.url http.target url.path cs_uri cs-uri request_path document_uri
    x-envoy-origin-path`),
  /** An address and, behind a colon, its port, which IPv6 does not mark. */
  endpoint: words('client_endpoint'),
  /** Beside an address that has none. */
  query: words('cs-uri-query url.query args query_string requestQuery'),
  /** With its question mark. */
  markedQuery: words('marked_query'),
  status: words(`
    status status_code DownstreamStatus EdgeResponseStatus sc-status statusCode response_status fastly_status
    httpStatusCode httpStatus http.response.status_code http.status_code sc_status response_code`),
  host: words(`
    x-host-header host RequestHost ClientRequestHost cs(Host) cs-host http_host request_host server_name
    url.domain server.address http.host cs_host hostName virtual_host headers.host vhost :authority authority`),
  userAgent: words(`
    http_user_agent user_agent request_User-Agent ClientRequestUserAgent cs(User-Agent) cs-user-agent userAgent
    request_user_agent agent User-Agent user_agent.original http.user_agent cs_user_agent useragent
    headers.user-agent ua user-agent`),
  referrer: words(`
    http_referer referer referrer request_Referer ClientRequestReferer cs(Referer) cs-referer request_referer
    http.request.referrer cs_referer Referer headers.referer`),
  accept: words('http_accept accept request_Accept cs-accept cs(Accept) request_accept headers.accept'),
  contentType: words(`
    sent_http_content_type EdgeResponseContentType sc-content-type downstream_Content-Type response_content_type
    resp_content_type contentType http.response.header.content-type`),
  country: words('country ClientCountry c-country geo_country client_geo_country country_code'),
  /** Of one request each: the CDN that writes them makes them. */
  id: words('RayID x-edge-request-id s_request_id trackingReference'),
  /** May be of anything: of the site, the deployment, the connection; or what the client sent as `X-Request-ID`. */
  anyId: words('request_id requestId RequestID event_id req_id id'),
  line: words('request'),
};

/** The names under which servers write the headers that forward an address. */
const forwardingNames = new Map(
  forwardingHeaders.flatMap((header) => {
    const snake = header.replaceAll('-', '_');
    const written = [`http_${snake}`, snake, header, `request_${header}`, `cs(${header})`];
    return written.map((name) => [name.toLowerCase(), header] as const);
  }),
);

/** The meaning of a record's keys, cached because the lines of a log share a few sets of keys. */
interface Keys {
  readonly all: readonly string[];
  readonly by: Readonly<Record<keyof typeof names, readonly string[]>>;
  readonly forwarding: readonly (readonly [key: string, header: string])[];
  /** `date` and `time` in two columns. */
  readonly hasDateAndTime: boolean;
}

function keysOf(all: readonly string[]): Keys {
  const present = new Set(all);
  const by = Object.fromEntries(
    Object.entries(names).map(([name, candidates]) => [name, candidates.filter((key) => present.has(key))]),
  ) as Record<keyof typeof names, string[]>;
  const forwarding = all.flatMap((key) => {
    const header = forwardingNames.get(key.toLowerCase());
    return header === undefined ? [] : [[key, header] as const];
  });
  return { all, by, forwarding, hasDateAndTime: present.has('date') && present.has('time') };
}

/** Number of cached sets of keys, and the length of one in characters. */
const mostSets = 100;
const longestSet = 4096;

function createKeyFinder(): (record: NamedRecord) => Keys {
  const remembered = new Map<string, Keys>();
  let last = keysOf([]);
  return (record) => {
    const all = Object.keys(record);
    if (areSame(all, last.all)) return last;
    const joined = all.join('\n');
    last = remembered.get(joined) ?? keysOf(all);
    if (remembered.size >= mostSets) remembered.clear();
    if (joined.length <= longestSet) remembered.set(joined, last);
    return last;
  };
}

function areSame(keys: readonly string[], others: readonly string[]): boolean {
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index += 1) if (keys[index] !== others[index]) return false;
  return true;
}

/** `chain` is what stood in place of the address, which `X-Forwarded-For` overrules. */
function forwardingHeadersOf(
  record: NamedRecord,
  { keys, decode, chain }: { keys: Keys; decode: (text: string) => string; chain: string | undefined },
): Record<string, string> | undefined {
  let headers: Record<string, string> | undefined = chain === undefined ? undefined : { 'x-forwarded-for': chain };
  for (const [key, header] of keys.forwarding) {
    const value = record[key];
    if (typeof value !== 'string' || value === '' || value === '-') continue;
    headers ??= {};
    headers[header] = decode(value);
  }
  return headers;
}

/** How to read a record that names its values. */
export interface NamedRecordOptions {
  readonly source: HitSource;
  /** Decodes values of headers; URLs are not decoded. */
  readonly decode?: (text: string) => string;
}

/** Creates a reader of records with named values, nested records included. Logs write `-` for an empty value. */
export function createNamedRecordReader(options: NamedRecordOptions): (record: NamedRecord) => LineReading {
  const keysIn = createKeyFinder();
  return (record) => {
    const reading = readFlatRecord(record, { ...options, keys: keysIn(record) });
    if (reading?.hit !== undefined || !Object.values(record).some((value) => typeof value === 'object')) return reading;
    const flat = flatRecord(record);
    const nested = readFlatRecord(flat, { ...options, keys: keysIn(flat) });
    return nested?.hit !== undefined || (nested?.share ?? 0) > (reading?.share ?? 0) ? nested : reading;
  };
}

function readFlatRecord(record: NamedRecord, options: NamedRecordOptions & { readonly keys: Keys }): LineReading {
  const { keys, source } = options;
  const { by } = keys;
  const decode = options.decode ?? asWritten;
  const text = (candidates: readonly string[]): string | undefined => {
    for (const key of candidates) {
      const value = record[key];
      if (typeof value === 'number') return String(value);
      if (typeof value === 'string' && value !== '' && value !== '-') return value;
    }
    return undefined;
  };

  const decoded = (candidates: readonly string[]): string | undefined => {
    const written = text(candidates);
    return written === undefined ? undefined : decode(written);
  };

  const timestampMs = timeOf(record, keys);
  // nginx people like to log the whole request line.
  const words = text(by.line)?.split(' ') ?? [];
  const url = text(by.url) ?? words[1];
  const method = text(by.method) ?? words[0] ?? (hasMethod(keys) || source !== 'log' ? undefined : 'GET');
  const status = Number(text(by.status));
  const hasTime = !Number.isNaN(timestampMs);
  const hasUrl = method !== undefined && url !== undefined;
  const hasStatus = !Number.isNaN(status);
  if (!hasTime || !hasUrl || !hasStatus) {
    const share = (Number(hasTime) + 1.5 * Number(hasUrl) + Number(hasStatus)) / 4;
    if (!hasTime) return { rejected: 'time', column: 1, expected: missing('time', by.time), share };
    if (!hasUrl) return { rejected: 'request', column: 1, expected: missing('url', by.url), share };
    return { rejected: 'form', column: 1, expected: missing('status', by.status), share };
  }

  const query = text(by.query);
  const mark = url.includes('?') ? '' : query === undefined ? (text(by.markedQuery) ?? '') : `?${query}`;
  const endpoint = text(by.endpoint);
  const peers = peersOf(endpoint === undefined ? text(by.ip) : withoutPort(endpoint));
  const hit: LineHit = {
    source,
    timestampMs,
    url: absolute(`${url}${mark}`),
    host: text(by.host),
    ip: peers.ip,
    userAgent: decoded(by.userAgent),
    method: method.toUpperCase(),
    status,
    accept: decoded(by.accept),
    contentType: decoded(by.contentType),
    referrer: decoded(by.referrer),
    headers: forwardingHeadersOf(record, { keys, decode, chain: peers.forwarded }),
    country: text(by.country)?.toUpperCase(),
    eventId: undefined,
  };
  hit.eventId = text(by.id) ?? eventOf(text(by.anyId), hit);
  return { hit };
}

const needed = { time: 'a time', url: 'a method and an address', status: 'a status' };

/** Says which value a record lacks, or cannot have under the name that it has. */
function missing(part: keyof typeof needed, [present]: readonly string[]): string {
  return present === undefined
    ? `a record with ${needed[part]}, such as \`${part}\``
    : `a record with ${needed[part]} in \`${present}\``;
}

/** Bunny and some JSON logs tell no method at all; one that is empty was no request. */
function hasMethod({ by }: Keys): boolean {
  return by.line.length > 0 || by.method.length > 0;
}

const asWritten = (text: string) => text;

export function withoutPort(endpoint: string): string {
  return endpoint.replace(/:\d{1,5}$/, '');
}

/** `docs.example.com/guide` has its host in front. */
function absolute(url: string): string {
  return /^[a-z0-9-]{1,63}\.[a-z0-9.-]{1,190}(:\d{1,5})?\//i.test(url) ? `https://${url}` : url;
}

/** What a key with dots leads to, as one key or through records. */
export function valueAt(record: NamedRecord, path: string): unknown {
  if (path in record) return record[path];
  let value: unknown = record;
  for (const key of path.split('.')) value = isRecord(value) ? value[key] : undefined;
  return value;
}

export function isRecord(value: unknown): value is NamedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Records that say only where the others are. */
const containers = new Set([
  'attributes',
  'Attributes',
  'properties',
  'httpRequest',
  'request',
  'req',
  'response',
  'res',
  'labels',
  'fields',
  'jsonPayload',
  'data',
]);
const deepest = 4;

/** Names with dots for what lies in records, and in lists of `{key, value}` as OpenTelemetry writes them. */
function flatRecord(record: NamedRecord): NamedRecord {
  const flat: Record<string, unknown> = {};
  const add = (value: unknown, path: string, depth: number): void => {
    if (isRecord(value) && depth < deepest) {
      for (const [key, inner] of Object.entries(value))
        add(inner, containers.has(path) || path === '' ? key : `${path}.${key}`, depth + 1);
    } else if (Array.isArray(value) && depth < deepest) {
      for (const item of value as unknown[]) {
        if (!isRecord(item) || typeof item['key'] !== 'string') continue;
        const inner = item['value'];
        flat[item['key']] ??= isRecord(inner) ? Object.values(inner)[0] : inner;
      }
    } else flat[path] ??= value;
  };
  add(record, '', 0);
  return flat;
}

/**
 * An id that says not of what it is tells an event only beside everything that tells requests apart: then a delivery that
 * comes twice counts once, and an id that all lines have makes no two one. In a log the line itself does that better.
 */
function eventOf(
  id: string | undefined,
  { source, timestampMs, ip, method, url, status }: LineHit,
): string | undefined {
  if (id === undefined || source === 'log') return undefined;
  return JSON.stringify([id, timestampMs, ip, method, url, status]);
}

/** Milliseconds; `date` and `time` in two columns are W3C and always UTC. */
function timeOf(record: NamedRecord, { by, hasDateAndTime }: Keys): number {
  if (hasDateAndTime) {
    const { date, time } = record;
    if (typeof date === 'string' && typeof time === 'string' && date.length === 10) return logTime(`${date}T${time}Z`);
  }
  for (const key of by.time) {
    const value = record[key];
    if (value !== undefined && value !== null) return logTime(value);
  }
  return Number.NaN;
}
