import { forwardingHeaders } from '../../../http/client-address.ts';
import type { HitSource } from '../../hit.ts';
import { peersOf } from './forwarded-chain.ts';
import type { LineHit, LineReading } from './log-format.ts';
import { logTime } from './log-time.ts';

/** A record whose values have names: an object of JSON, or a line with a header. */
export type NamedRecord = Readonly<Record<string, unknown>>;

/** Names under which servers and CDNs write the parts of a request; the first that is there counts. */
const names = {
  time: [
    'timestamp',
    'time',
    'ts',
    '@timestamp',
    'StartUTC',
    'EdgeStartTimestamp',
    'time_iso8601',
    'msec',
    'datetime',
    'start_time',
    'time_local',
    'timestamp(ms)',
  ],
  ip: [
    'client_ip',
    'ClientIP',
    'remote_addr',
    'remote_ip',
    'ClientHost',
    'c-ip',
    'clientIp',
    'clientip',
    'ip',
    'remoteAddress',
    'host_ip',
    'fastly_client_ip',
  ],
  method: ['method', 'request_method', 'RequestMethod', 'ClientRequestMethod', 'cs-method', 'http_method'],
  url: [
    'uri',
    'request_uri',
    'RequestPath',
    'ClientRequestURI',
    'url',
    'cs-uri-stem',
    'path',
    'request_url',
    'uri_path',
  ],
  query: ['cs-uri-query'],
  status: [
    'status',
    'status_code',
    'DownstreamStatus',
    'EdgeResponseStatus',
    'sc-status',
    'statusCode',
    'response_status',
    'fastly_status',
  ],
  host: [
    'x-host-header',
    'host',
    'RequestHost',
    'ClientRequestHost',
    'cs(Host)',
    'cs-host',
    'http_host',
    'request_host',
    'server_name',
  ],
  userAgent: [
    'http_user_agent',
    'user_agent',
    'request_User-Agent',
    'ClientRequestUserAgent',
    'cs(User-Agent)',
    'cs-user-agent',
    'userAgent',
    'request_user_agent',
    'agent',
    'User-Agent',
  ],
  referrer: [
    'http_referer',
    'referer',
    'referrer',
    'request_Referer',
    'ClientRequestReferer',
    'cs(Referer)',
    'cs-referer',
    'request_referer',
  ],
  accept: ['http_accept', 'accept', 'request_Accept', 'cs-accept', 'cs(Accept)', 'request_accept'],
  contentType: [
    'sent_http_content_type',
    'EdgeResponseContentType',
    'sc-content-type',
    'downstream_Content-Type',
    'response_content_type',
    'resp_content_type',
    'contentType',
  ],
  country: ['country', 'ClientCountry', 'c-country', 'geo_country', 'client_geo_country', 'country_code'],
  /** Of one request each, by the server that writes them. */
  id: ['request_id', 'requestId', 'RayID', 'x-edge-request-id', 'RequestID', 'event_id'],
  /** May be of anything: of the site, the deployment, the connection. */
  anyId: ['id'],
  line: ['request'],
} as const;

/** The names under which servers write the headers that forward an address. */
const forwardingNames = new Map(
  forwardingHeaders.flatMap((header) => {
    const snake = header.replaceAll('-', '_');
    const written = [`http_${snake}`, snake, header, `request_${header}`, `cs(${header})`];
    return written.map((name) => [name.toLowerCase(), header] as const);
  }),
);

/** `chain` is what stood in place of the address, which `X-Forwarded-For` overrules. */
function forwardingHeadersOf(
  record: NamedRecord,
  { decode, chain }: { decode: (text: string) => string; chain: string | undefined },
): Record<string, string> | undefined {
  let headers: Record<string, string> | undefined = chain === undefined ? undefined : { 'x-forwarded-for': chain };
  for (const name of Object.keys(record)) {
    const header = forwardingNames.get(name.toLowerCase());
    const value = header === undefined ? undefined : record[name];
    if (header === undefined || typeof value !== 'string' || value === '' || value === '-') continue;
    headers ??= {};
    headers[header] = decode(value);
  }
  return headers;
}

/** How to read a record that names its values. */
export interface NamedRecordOptions {
  readonly source: HitSource;
  /** Undoes what the format did to its texts. */
  readonly decode?: (text: string) => string;
}

/** One line in which everything is found by name. Logs write `-` for nothing. */
export function readNamedRecord(record: NamedRecord, options: NamedRecordOptions): LineReading {
  const decode = options.decode ?? ((text: string) => text);
  const text = (candidates: readonly string[]): string | undefined => {
    for (const name of candidates) {
      const value = record[name];
      if (typeof value === 'number') return String(value);
      if (typeof value === 'string' && value !== '' && value !== '-') return decode(value);
    }
    return undefined;
  };

  const timestampMs = timeOf(record);
  if (Number.isNaN(timestampMs)) return { rejected: 'time' };
  // nginx people like to log the whole request line.
  const words = text(names.line)?.split(' ') ?? [];
  const method = text(names.method) ?? words[0];
  const url = text(names.url) ?? words[1];
  const status = Number(text(names.status));
  if (method === undefined || url === undefined) return { rejected: 'request' };
  if (Number.isNaN(status)) return { rejected: 'form' };

  const query = text(names.query);
  const peers = peersOf(text(names.ip));
  const hit: LineHit = {
    source: options.source,
    timestampMs,
    url: query === undefined ? url : `${url}?${query}`,
    host: text(names.host),
    ip: peers.ip,
    userAgent: text(names.userAgent),
    method: method.toUpperCase(),
    status,
    accept: text(names.accept),
    contentType: text(names.contentType),
    referrer: text(names.referrer),
    headers: forwardingHeadersOf(record, { decode, chain: peers.forwarded }),
    country: text(names.country)?.toUpperCase(),
    eventId: undefined,
  };
  hit.eventId = text(names.id) ?? eventOf(text(names.anyId), hit);
  return { hit };
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
function timeOf(record: NamedRecord): number {
  const { date, time } = record;
  if (typeof date === 'string' && typeof time === 'string') return logTime(`${date}T${time}Z`);
  for (const name of names.time) {
    const value = record[name];
    if (value !== undefined && value !== null) return logTime(value);
  }
  return Number.NaN;
}
