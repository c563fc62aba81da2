import { readMoment } from '../../contract/moment.ts';
import { ServerEvent } from '../../contract/server-event.ts';
import { addressKey, addressText } from '../../http/address.ts';
import { sentenceOf } from '../../http/errors.ts';
import { faultsOf } from '../../http/schema-faults.ts';
import type { RejectionReason } from '../drop-reason.ts';
import type { Hit } from '../hit.ts';
import { pause } from '../in-turns.ts';
import { readJsonRecords } from './json-records.ts';
import { createPlainServerEventCheck } from './plain-server-event.ts';
import type { RecordReading } from './read-delivery.ts';

/** Bytes: three times what servers take for the headers of a request. */
const longestEvent = 64 * 1024;
/** Faults of one event that are told; the others are only counted. */
const toldFaults = 5;
/** Characters of one: names of fields come from outside. */
const longestFault = 300;

/**
 * Makes the reader of bodies of server events, JSON array or NDJSON; the reader never throws. Events of the plain shape
 * that middleware sends are checked by hand, several times faster; whatever that check does not take goes to the schema
 * of the contract, which alone refuses.
 */
export function createServerEventReader(): (body: Buffer) => Generator<RecordReading | typeof pause, void> {
  const isPlain = createPlainServerEventCheck();
  const read = (value: unknown): RecordReading => {
    if (isPlain(value)) return { hit: hitOf(value, value.method ?? 'GET', value.status ?? 200) };
    const result = ServerEvent.safeParse(withPlainAddress(value));
    if (result.success) {
      const ignoredFields = Object.keys(value as object).filter((name) => !Object.hasOwn(ServerEvent.shape, name));
      return { hit: hitOf(result.data, result.data.method, result.data.status), ignoredFields };
    }
    const faults = faultsOf(result.error, { input: value, part: 'event' });
    const messages = faults.slice(0, toldFaults).map((fault) => sentenceOf(fault).slice(0, longestFault));
    const omitted = faults.length - messages.length;
    const [field = ''] = faults[0]?.field?.split('.') ?? [];
    return {
      rejected: messages.join(' ') + (omitted > 0 ? ` And ${omitted} more.` : ''),
      reason: reasonOf[field] ?? 'rejected_field',
    };
  };
  return function* (body) {
    for (const record of readJsonRecords(body, { longest: longestEvent, encoding: 'strict' })) {
      if (record === pause || record.broken !== undefined) yield record;
      else if (record.fault !== undefined) yield { rejected: record.fault, reason: 'rejected_form' };
      else for (const value of record.values) yield read(value);
    }
  };
}

/** By the field of the first fault; what has no field is no object. */
const reasonOf: Readonly<Record<string, RejectionReason>> = {
  event: 'rejected_form',
  timestamp: 'rejected_time',
  url: 'rejected_request',
  path: 'rejected_request',
  method: 'rejected_request',
  status: 'rejected_request',
  ip: 'rejected_identity',
  visitorId: 'rejected_identity',
  userId: 'rejected_identity',
};

/** Takes the address in every form that servers know it in: with a port, a zone, brackets. */
function withPlainAddress(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('ip' in value) || typeof value.ip !== 'string') return value;
  const key = addressKey(value.ip.trim());
  return key === undefined ? value : { ...value, ip: addressText(key) };
}

function hitOf(event: Omit<ServerEvent, 'method' | 'status'>, method: string, status: number): Hit {
  return {
    source: 'server',
    timestampMs:
      typeof event.timestamp === 'number' ? event.timestamp : (readMoment(event.timestamp)?.at ?? Number.NaN),
    url: event.url ?? event.path ?? '/',
    host: event.headers?.['host'],
    ip: event.ip,
    userAgent: event.userAgent,
    method: method.toUpperCase(),
    status,
    accept: event.accept,
    contentType: event.contentType,
    referrer: event.referrer,
    headers: event.headers,
    headersComplete: event.headersComplete,
    signedBy: event.signedBy,
    visitorId: event.visitorId,
    userId: event.userId,
    country: event.country,
    eventId: event.id,
  };
}
