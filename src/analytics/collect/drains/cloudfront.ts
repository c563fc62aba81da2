import { takeTurns, pause, type Metered } from '../../in-turns.ts';
import { isRecord, readJsonLine } from '../formats/json-log.ts';
import { lineRejections, type LineReader, type LineReading } from '../formats/log-format.ts';
import { createNamedRecordReader } from '../formats/named-record.ts';
import { createColumnReader, percentDecoded } from '../formats/column-log.ts';
import { elementsOf, memberOf, openBrace, openBracket, skipSpace, textAt } from '../json-ranges.ts';
import { drainEventId, readDrainLines, type DrainFormat } from './drain-format.ts';
import { createDrainReader } from './log-drain.ts';

/** Bytes of a record: Firehose takes 1,000 KiB, which base64 makes a third longer. Nothing pauses while one is decoded. */
const longestRecord = 1_400 * 1024;
/** Bytes of the id of a request, which is sent back. */
const longestRequestId = 200;

/**
 * CloudFront over Kinesis Firehose (`{requestId, timestamp, records: [{data}]}`, base64) or as plain lines, of JSON or of
 * columns. Real-time logs are columns without a header: `#Fields:` as the format names them, in the order of the log configuration.
 */
export const cloudFrontDrain: DrainFormat = {
  name: 'cloudfront',
  *read(body, format) {
    const readColumns = createColumnReader({ isTabbed: true });
    const readLine: LineReader =
      format === undefined
        ? (line) => (line.startsWith('{') ? readJsonLine(line, readJson) : identified(readColumns(line)))
        : createDrainReader('cloudfront', format);
    for (const data of deliveredData(body)) {
      if (data === pause) yield pause;
      else if (typeof data === 'string') yield { rejected: data, reason: 'rejected_form' };
      else yield* readDrainLines(data, readLine);
    }
  },
};

/** What Firehose must be answered with; undefined when the body is no delivery of Firehose. */
export async function firehoseAnswer(
  body: Buffer,
  nowMs: number,
  metered?: Metered,
): Promise<{ requestId: string; timestamp: number } | undefined> {
  let requestId: string | undefined;
  const take = (value: string): void => {
    requestId = value;
  };
  await takeTurns(requestIdsOf(body), take, metered);
  return requestId === undefined ? undefined : { requestId, timestamp: nowMs };
}

function* requestIdsOf(body: Buffer): Generator<string | typeof pause, void> {
  if ((yield* recordsOf(body)) === undefined) return;
  const place = yield* memberOf(body, skipSpace(body, 0), 'requestId');
  const requestId = place === undefined ? undefined : textAt(body, place, longestRequestId);
  if (requestId !== undefined) yield requestId;
}

/** The log in a body, piece by piece: what an envelope of Firehose holds, or why not; else the body itself. */
function* deliveredData(body: Buffer): Generator<Buffer | string | typeof pause, void> {
  const records = yield* recordsOf(body);
  if (records === undefined) {
    yield body;
    return;
  }
  for (const record of elementsOf(body, records)) {
    if (record === pause) yield pause;
    else if (record.end - record.start > longestRecord) yield `It is longer than ${longestRecord / 1024} KiB.`;
    else yield (yield* dataOf(body, record.start)) ?? lineRejections.form;
  }
}

function* dataOf(body: Buffer, start: number): Generator<typeof pause, Buffer | undefined> {
  const place = body[start] === openBrace ? yield* memberOf(body, start, 'data') : undefined;
  const data = place === undefined ? undefined : textAt(body, place, longestRecord);
  return data === undefined ? undefined : Buffer.from(data, 'base64');
}

/** Where the records of an envelope begin. */
function* recordsOf(body: Buffer): Generator<typeof pause, number | undefined> {
  const start = skipSpace(body, 0);
  const records = body[start] === openBrace ? yield* memberOf(body, start, 'records') : undefined;
  return records !== undefined && body[records] === openBracket ? records : undefined;
}

const readRecord = createNamedRecordReader({
  source: 'drain',
  decode: percentDecoded,
});

function readJson(value: unknown): LineReading {
  if (!isRecord(value)) return { rejected: 'form' };
  return identified(readRecord(value));
}

function identified(reading: LineReading): LineReading {
  if (!reading?.hit) return reading;
  return { hit: { ...reading.hit, source: 'drain', eventId: drainEventId('cloudfront', reading.hit.eventId) } };
}
