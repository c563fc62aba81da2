import type { Hit } from '../../hit.ts';
import { lineRejections, type LineReading } from '../formats/log-format.ts';
import type { NamedRecord } from '../formats/named-record.ts';
import { readJsonRecords, type RejectedRecord } from '../json-records.ts';

/** What one delivery of a log drain holds. */
export interface DrainBatch {
  readonly hits: readonly Hit[];
  /** Entries that are no requests: builds, functions' output, deploys. */
  readonly ignored: number;
  readonly rejected: readonly RejectedRecord[];
}

/** A service that pushes its request log to us. */
export interface DrainFormat {
  /** The last part of the ingest path. */
  readonly name: string;
  /**
   * For services that sign what they send: compares in constant time the signature in the headers with the body as it
   * came over the wire. Where it is missing, the ingest key authenticates the sender.
   */
  readonly verifySignature?: (request: SignedRequest, secret: string) => boolean;
  /** Reads a delivery after decompression. Never throws. */
  read(body: string): DrainBatch;
}

export interface SignedRequest {
  readonly rawBody: Uint8Array;
  /** Value of a header, by lower-case name. */
  header(name: string): string | undefined;
}

/** Reads a body of JSON records one by one; `undefined` from `read` marks an entry that is no request. */
export function readDrainRecords(body: string, read: (value: unknown) => LineReading): DrainBatch {
  const { records, rejected } = readJsonRecords(body);
  const hits: Hit[] = [];
  const refused = [...rejected];
  let ignored = 0;
  for (const { index, value } of records) {
    const reading = read(value);
    if (reading === undefined) ignored += 1;
    else if (reading.hit) hits.push(reading.hit);
    else refused.push({ index, message: lineRejections[reading.rejected] });
  }
  return { hits, ignored, rejected: refused };
}

/** An id that no other source can give to another event. */
export function drainEventId(drain: string, id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? `${drain}:${id}` : undefined;
}

export function textOf(record: NamedRecord, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
