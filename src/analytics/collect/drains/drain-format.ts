import type { RejectionReason } from '../../drop-reason.ts';
import { pause } from '../../in-turns.ts';
import {
  lineRejections,
  type LineReader,
  type LineReading,
  type LineRejection,
  type LogFormat,
} from '../formats/log-format.ts';
import type { NamedRecord } from '../formats/named-record.ts';
import { withReadableText } from '../formats/readable-text.ts';
import { readJsonRecords } from '../json-records.ts';
import { createLineSplitter, longestLine } from '../log-files/line-splitter.ts';
import type { RecordReading } from '../read-delivery.ts';

/** Bytes: beside the request Vercel tells what a function printed, up to 256 KiB. */
const longestRecord = 320 * 1024;

/** A service that pushes its request log to us. */
export interface DrainFormat {
  /** The last part of the ingest path. */
  readonly name: string;
  /**
   * For services that sign what they send: compares in constant time the signature in the headers with the body as it
   * came over the wire. Where it is missing, the ingest key authenticates the sender.
   */
  readonly verifySignature?: (request: SignedRequest, secret: string) => boolean;
  /** Reads a decompressed delivery, record by record. `format` replaces the service's own if the sender names one. Never throws. */
  read(body: Buffer, format?: LogFormat): Iterable<RecordReading | typeof pause>;
}

export interface SignedRequest {
  readonly rawBody: Uint8Array;
  /** Value of a header, by lower-case name. */
  header(name: string): string | undefined;
}

/** Reads a body of JSON records one by one; `undefined` from `read` marks an entry that is no request. */
export function* readDrainRecords(
  body: Buffer,
  read: (value: unknown) => LineReading,
): Generator<RecordReading | typeof pause, void> {
  // Logs hold whatever a reader sent: a byte that is not UTF-8 must not cost its neighbours.
  for (const record of readJsonRecords(body, { longest: longestRecord, encoding: 'lenient' })) {
    if (record === pause || record.broken !== undefined) yield record;
    else if (record.fault !== undefined) yield { rejected: record.fault, reason: 'rejected_form' };
    else for (const value of record.values) yield presentReading(read(value));
  }
}

/** Reads a body of lines one by one. */
export function* readDrainLines(body: Buffer, read: LineReader): Generator<RecordReading, void> {
  for (const line of linesOf(body))
    yield presentReading(line === undefined ? { rejected: 'too_long' } : withReadableText(read(line)));
}

/** The lines of a body; `undefined` for a line that is too long. */
export function* linesOf(body: Buffer): Generator<string | undefined, void> {
  const splitter = createLineSplitter();
  for (let start = 0; start < body.length; start += longestLine) {
    yield* splitter.push(body.subarray(start, start + longestLine));
  }
  yield splitter.rest();
}

export function presentReading(reading: LineReading): RecordReading {
  if (reading?.rejected === undefined) return reading;
  const { rejected, column, expected } = reading;
  const place = column === undefined || expected === undefined ? '' : ` Column ${column} should be ${expected}.`;
  return { rejected: `${lineRejections[rejected]}${place}`, reason: reasonOf[rejected] };
}

const reasonOf: Readonly<Record<LineRejection, RejectionReason>> = {
  form: 'rejected_form',
  json: 'rejected_form',
  columns: 'rejected_form',
  time: 'rejected_time',
  request: 'rejected_request',
  too_long: 'rejected_too_long',
};

/** An id that no other source can give to another event. */
export function drainEventId(drain: string, id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? `${drain}:${id}` : undefined;
}

export function textOf(record: NamedRecord, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
