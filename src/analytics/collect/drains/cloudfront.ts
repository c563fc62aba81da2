import { pause } from '../../in-turns.ts';
import { isRecord, readJsonLine } from '../formats/json-log.ts';
import { lineRejections, type LineReader, type LineReading } from '../formats/log-format.ts';
import { readNamedRecord } from '../formats/named-record.ts';
import { cloudFrontLog, percentDecoded } from '../formats/w3c-log.ts';
import { elementsOf, memberOf, openBrace, openBracket, skipSpace, textAt } from '../json-ranges.ts';
import { drainEventId, readDrainLines, type DrainFormat } from './drain-format.ts';

/**
 * CloudFront over Kinesis Firehose (`{requestId, timestamp, records: [{data}]}`, base64) or as plain lines, of JSON or of
 * columns. Real-time logs are columns without a header: name them with `fields`, in the order of the log configuration.
 */
export function createCloudFrontDrain(options: { fields?: readonly string[] } = {}): DrainFormat {
  const { fields } = options;
  return {
    name: 'cloudfront',
    *read(body) {
      const readColumns = cloudFrontLog.createReader();
      if (fields !== undefined) readColumns(`#Fields: ${fields.join(' ')}`);
      const readLine: LineReader = (line) =>
        line.startsWith('{') ? readJsonLine(line, readJson) : identified(readColumns(line));
      for (const data of deliveredData(body)) {
        if (data === pause) yield pause;
        else if (data === undefined) yield { rejected: lineRejections.form };
        else yield* readDrainLines(data, readLine);
      }
    },
  };
}

/** What Firehose must be answered with; undefined when the body is no delivery of Firehose. */
export function firehoseAnswer(body: Buffer, nowMs: number): { requestId: string; timestamp: number } | undefined {
  const place = recordsOf(body) && memberOf(body, skipSpace(body, 0), 'requestId');
  const requestId = place === undefined ? undefined : textAt(body, place);
  return requestId === undefined ? undefined : { requestId, timestamp: nowMs };
}

/** The log in a body, piece by piece: what an envelope of Firehose holds, else the body itself. */
function* deliveredData(body: Buffer): Generator<Buffer | typeof pause | undefined, void> {
  const records = recordsOf(body);
  if (records === undefined) {
    yield body;
    return;
  }
  for (const record of elementsOf(body, records)) {
    if (record === pause) yield pause;
    else yield dataOf(body, record.start);
  }
}

function dataOf(body: Buffer, start: number): Buffer | undefined {
  const place = body[start] === openBrace ? memberOf(body, start, 'data') : undefined;
  const data = place === undefined ? undefined : textAt(body, place);
  return data === undefined ? undefined : Buffer.from(data, 'base64');
}

/** Where the records of an envelope begin. */
function recordsOf(body: Buffer): number | undefined {
  const start = skipSpace(body, 0);
  const records = body[start] === openBrace ? memberOf(body, start, 'records') : undefined;
  return records !== undefined && body[records] === openBracket ? records : undefined;
}

function readJson(value: unknown): LineReading {
  if (!isRecord(value)) return { rejected: 'form' };
  return identified(
    readNamedRecord(value, { source: 'drain', decode: (text) => (text.startsWith('/') ? text : percentDecoded(text)) }),
  );
}

function identified(reading: LineReading): LineReading {
  if (!reading?.hit) return reading;
  return { hit: { ...reading.hit, source: 'drain', eventId: drainEventId('cloudfront', reading.hit.eventId) } };
}
