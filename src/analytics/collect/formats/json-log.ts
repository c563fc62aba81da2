import type { LineHit, LineReader, LineReading, LogFormat } from './log-format.ts';
import { logTime } from './log-time.ts';
import { readNamedRecord, type NamedRecord } from './named-record.ts';

/** Lines of JSON whose fields are found by their usual names; Traefik's are among them. */
export const jsonLines: LogFormat = {
  name: 'json',
  description: 'JSON lines from nginx, Traefik and others, with common field names',
  createReader: () => (line) => readJsonLine(line, (record) => readNamedRecord(record, { source: 'log' })),
};

/** Caddy nests the request and keeps its headers, `Accept` among them. */
export const caddyLog: LogFormat = {
  name: 'caddy',
  description: 'Caddy access log (JSON)',
  createReader: createCaddyReader,
};

/**
 * Filters of Caddy leave headers out of the log. A missing one means something only in a log that has shown, in any line so
 * far, that it keeps what browsers send about themselves.
 */
function createCaddyReader(): LineReader {
  let keepsBrowserHeaders = false;
  return (line) => {
    const reading = readJsonLine(line, readCaddyRecord);
    if (reading?.hit === undefined) return reading;
    keepsBrowserHeaders ||= Object.keys(reading.hit.headers ?? {}).some((name) => browserHeader.test(name));
    return { hit: { ...reading.hit, headersComplete: keepsBrowserHeaders } };
  };
}

const browserHeader = /^sec-(?:fetch|ch-ua)/;

/** A line of a JSON object. */
export function readJsonLine(line: string, read: (record: NamedRecord) => LineReading): LineReading {
  if (line === '') return undefined;
  if (line.charCodeAt(0) !== 123) return { rejected: 'json' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { rejected: 'json' };
  }
  return isRecord(value) ? read(value) : { rejected: 'json' };
}

/** Only of texts: an array in an array in an array would be joined until the stack ends. */
export function joinTexts(values: readonly unknown[], separator: string): string {
  return values.filter((value) => typeof value === 'string').join(separator);
}

export function isRecord(value: unknown): value is NamedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readCaddyRecord(record: NamedRecord): LineReading {
  const { request, status } = record;
  // Caddy's own messages stand in the same file where the access log is not split off.
  if (!isRecord(request)) return record['logger'] === undefined ? { rejected: 'form' } : undefined;
  const timestampMs = logTime(record['ts']);
  if (Number.isNaN(timestampMs)) return { rejected: 'time' };
  const { method, uri } = request;
  if (typeof method !== 'string' || typeof uri !== 'string') return { rejected: 'request' };
  if (typeof status !== 'number') return { rejected: 'form' };
  const headers = headersOf(request['headers']);
  const hit: LineHit = {
    source: 'log',
    timestampMs,
    url: uri,
    host: textOf(request['host']),
    // client_ip is what Caddy made of its trusted proxies; older versions know only the peer.
    ip: textOf(request['client_ip']) ?? textOf(request['remote_ip']) ?? textOf(request['remote_addr']),
    userAgent: headers['user-agent'],
    method,
    status,
    accept: headers['accept'],
    contentType: contentTypeOf(record['resp_headers']),
    referrer: headers['referer'],
    headers,
    eventId: undefined,
  };
  return { hit };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Caddy writes the names of what it answers in their usual letters. */
function contentTypeOf(headers: unknown): string | undefined {
  const values = isRecord(headers) ? headers['Content-Type'] : undefined;
  return Array.isArray(values) ? textOf(values[0]) : undefined;
}

/** Lower-case names, values joined as HTTP joins them. */
function headersOf(headers: unknown): Record<string, string> {
  const joined: Record<string, string> = {};
  if (!isRecord(headers)) return joined;
  for (const [name, values] of Object.entries(headers)) {
    if (Array.isArray(values)) joined[name.toLowerCase()] = joinTexts(values, ', ');
  }
  return joined;
}
