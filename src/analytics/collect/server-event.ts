import { readMoment } from '../../contract/moment.ts';
import { ServerEvent } from '../../contract/server-event.ts';
import { sentenceOf } from '../../http/errors.ts';
import { faultsOf } from '../../http/schema-faults.ts';
import type { Hit } from '../hit.ts';
import { readJsonRecords, type RejectedRecord } from './json-records.ts';
import { createPlainServerEventCheck } from './plain-server-event.ts';

export interface ServerEvents {
  readonly hits: readonly Hit[];
  /** Events that the schema refuses, by their place; they never stop their neighbours. */
  readonly rejected: readonly RejectedRecord[];
}

/**
 * Makes the reader of bodies of server events, JSON array or NDJSON; the reader never throws. Events of the plain shape
 * that middleware sends are checked by hand, several times faster; whatever that check does not take goes to the schema
 * of the contract, which alone refuses.
 */
export function createServerEventReader(): (body: string) => ServerEvents {
  const isPlain = createPlainServerEventCheck();
  return (body) => {
    const { records, rejected } = readJsonRecords(body);
    const hits: Hit[] = [];
    const refused = [...rejected];
    for (const { index, value } of records) {
      if (isPlain(value)) {
        hits.push(hitOf(value, value.method ?? 'GET', value.status ?? 200));
        continue;
      }
      const result = ServerEvent.safeParse(value);
      if (result.success) hits.push(hitOf(result.data, result.data.method, result.data.status));
      else
        refused.push({
          index,
          message: faultsOf(result.error, { input: value, part: 'event' }).map(sentenceOf).join(' '),
        });
    }
    return { hits, rejected: refused };
  };
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
