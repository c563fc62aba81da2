import { decodeTwice } from './column-log.ts';
import type { LineHit, LineReading, LineRejection, LogFormat } from './log-format.ts';
import { logTime } from './log-time.ts';
import { createNamedRecordReader, isRecord, type NamedRecord } from './named-record.ts';

export { isRecord } from './named-record.ts';

/** Lines of JSON whose fields are found by their usual names; Traefik's are among them, and CloudFront's, which are encoded. */
export const jsonLines: LogFormat = {
  name: 'json',
  description: 'JSON lines from nginx, Traefik and others, with common field names',
  createReader: () => {
    const read = createNamedRecordReader({ source: 'log' });
    const readEncoded = createNamedRecordReader({ source: 'log', decode: decodeTwice });
    return (line) =>
      withShare(
        readJsonLine(line, (record) => (record['cs(User-Agent)'] === undefined ? read(record) : readEncoded(record))),
      );
  },
};

/** Broken JSON is nearer to JSON of any kind than to that of Caddy. */
function withShare(reading: LineReading): LineReading {
  const isJson = reading?.rejected === 'json' && (reading.expected === 'valid JSON' || reading.expected === oneRecord);
  return isJson ? { ...reading, share: reading.expected === oneRecord ? 0.1 : 0.2 } : reading;
}

/** Caddy nests the request and keeps its headers, `Accept` among them. Its console format has the time in front of the JSON. */
export const caddyLog: LogFormat = {
  name: 'caddy',
  description: 'Caddy access log (JSON or console)',
  createReader: () => readCaddyLine,
};

function readCaddyLine(line: string): LineReading {
  const json = line.indexOf('\t{');
  if (line.charCodeAt(0) === 123 || json < 0) return readJsonLine(line, readCaddyRecord);
  const ts = line.slice(0, line.indexOf('\t'));
  return readJsonLine(line.slice(json + 1), (record) => readCaddyRecord({ ts, logger: '', ...record }));
}

/**
 * Whether a header missing from the log was not sent. Caddy's filters may drop headers, but no filter keeps only
 * `Accept-Encoding`, so a log with it has all. Browsers send client hints only over TLS.
 */
function keepsAllHeaders(headers: Readonly<Record<string, string>>, hasTls: boolean): boolean {
  return headers['accept-encoding'] !== undefined && (hasTls || headers['x-forwarded-proto'] === 'https');
}

/** Exports are often one array. */
const oneRecord = 'the "{" of one record a line, as `jq -c ".[]"` writes them';

/** A line of a JSON object. */
export function readJsonLine(line: string, read: (record: NamedRecord) => LineReading): LineReading {
  if (line === '') return undefined;
  if (line.charCodeAt(0) === 91) return { rejected: 'json', column: 1, expected: oneRecord };
  if (line.charCodeAt(0) !== 123) return { rejected: 'json', column: 1, expected: '"{"' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { rejected: 'json', column: faultyColumn(line, error), expected: 'valid JSON' };
  }
  return isRecord(value) ? read(value) : { rejected: 'json' };
}

/** V8 says where JSON breaks, except at its end and in short texts. */
function faultyColumn(line: string, error: unknown): number {
  const message = String(error);
  const [, position] = / in JSON at position (\d{1,9})/.exec(message) ?? [];
  if (position !== undefined) return Number(position) + 1;
  return message.includes('end of JSON input') ? line.length + 1 : 1;
}

/** JSON of an outside record. A record too deep for the stack becomes an empty one, which is rejected. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '{}';
  }
}

/** Only of texts: an array in an array in an array would be joined until the stack ends. */
export function joinTexts(values: readonly unknown[], separator: string): string {
  return values.filter((value) => typeof value === 'string').join(separator);
}

function readCaddyRecord(record: NamedRecord): LineReading {
  const { request, status } = record;
  // Caddy's own messages stand in the same file where the access log is not split off.
  if (!isRecord(request))
    return record['logger'] === undefined ? misfit('form', 'a record with `request`', 0.1) : undefined;
  const timestampMs = timeOf(record);
  if (Number.isNaN(timestampMs)) return misfit('time', 'a record with a time in `ts`', 0.5);
  const { method, uri } = request;
  if (typeof method !== 'string' || typeof uri !== 'string')
    return misfit('request', 'a record whose `request` has `method` and `uri`', 0.75);
  if (typeof status !== 'number') return misfit('form', 'a record with a number in `status`', 0.8);
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
    headersComplete: keepsAllHeaders(headers, request['tls'] !== undefined),
    eventId: undefined,
  };
  return { hit };
}

/** Of the whole line, since no column of it says that something is missing. */
function misfit(rejected: LineRejection, expected: string, share: number): LineReading {
  return { rejected, column: 1, expected, share };
}

/** The key of the time can be chosen. */
function timeOf(record: NamedRecord): number {
  const key = caddyTimes.find((name) => record[name] !== undefined);
  return key === undefined ? Number.NaN : logTime(record[key]);
}
const caddyTimes = ['ts', 'time', '@timestamp', 'timestamp', 'datetime', 'date'];

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
