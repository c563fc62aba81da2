import { createHash } from 'node:crypto';
import { isRecord } from '../formats/json-log.ts';
import type { LineHit, LineReading } from '../formats/log-format.ts';
import { createNamedRecordReader } from '../formats/named-record.ts';
import { openBrace, openBracket, skipSpace } from '../json-ranges.ts';
import { drainEventId, readDrainRecords, textOf, type DrainFormat } from './drain-format.ts';
import { readLogRecords } from './log-drain.ts';

/**
 * Netlify log drain, traffic logs. Functions, deploys and firewall events of the same drain are ignored. With personal
 * data excluded there are neither addresses nor user agents, and nobody can be told apart: such views are dropped.
 */
export const netlifyDrain: DrainFormat = {
  name: 'netlify',
  read: (body) => readDrainRecords(body, (value) => readNamed('netlify', value)),
};

/** Cloudflare Logpush, dataset `http_requests`; custom request headers are read where the job includes them. */
export const cloudflareDrain: DrainFormat = {
  name: 'cloudflare',
  read: (body) =>
    readDrainRecords(body, (value) => {
      const reading = readNamed('cloudflare', value);
      const custom = isRecord(value) ? value['RequestHeaders'] : undefined;
      return reading?.hit && isRecord(custom) ? { hit: withHeaders(reading.hit, custom) } : reading;
    }),
};

/** Fastly HTTPS log streaming: JSON with common names, or lines of any known format, such as Apache's, which is Fastly's default. */
export const fastlyDrain: DrainFormat = {
  name: 'fastly',
  read(body) {
    const first = body[skipSpace(body, 0)];
    const isJson = first === openBracket || first === openBrace;
    return isJson
      ? readDrainRecords(body, (value) => readNamed('fastly', value))
      : readLogRecords('fastly', body, undefined);
  },
};

/**
 * What `GET /.well-known/fastly/logging/challenge` must answer before Fastly sends anything: the SHA-256 of every
 * service id that may send, one per line.
 */
export function fastlyChallenge(serviceIds: readonly string[]): string {
  return serviceIds.map((id) => `${createHash('sha256').update(id).digest('hex')}\n`).join('');
}

const readRecord = createNamedRecordReader({ source: 'drain' });

function readNamed(drain: string, value: unknown): LineReading {
  if (!isRecord(value)) return { rejected: 'form' };
  const reading = readRecord(value);
  if (!reading?.hit) return reading?.rejected === 'request' && !hasRequest(value) ? undefined : reading;
  return { hit: { ...reading.hit, eventId: drainEventId(drain, reading.hit.eventId) } };
}

/** An entry with neither an address of a page nor a status is about something else. */
function hasRequest(value: Readonly<Record<string, unknown>>): boolean {
  return ['url', 'path', 'uri', 'ClientRequestURI', 'status', 'status_code', 'EdgeResponseStatus'].some(
    (name) => name in value,
  );
}

function withHeaders(hit: LineHit, custom: Readonly<Record<string, unknown>>): LineHit {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(custom)) {
    const text = textOf(custom, name);
    if (text !== undefined) headers[name.toLowerCase()] = text;
  }
  return { ...hit, accept: headers['accept'] ?? hit.accept, headers: { ...hit.headers, ...headers } };
}
