import { isRecord } from '../formats/json-log.ts';
import { lineRejections, type LineReading } from '../formats/log-format.ts';
import { readNamedRecord, type NamedRecord } from '../formats/named-record.ts';
import { cloudFrontLog, percentDecoded } from '../formats/w3c-log.ts';
import { drainEventId, readDrainRecords, type DrainBatch, type DrainFormat } from './drain-format.ts';

/**
 * CloudFront over Kinesis Firehose (`{requestId, timestamp, records: [{data}]}`, base64) or as plain lines. Real-time
 * logs are columns without a header: name them with `fields`, in the order of the log configuration.
 */
export function createCloudFrontDrain(options: { fields?: readonly string[] } = {}): DrainFormat {
  const { fields } = options;
  return {
    name: 'cloudfront',
    read(body) {
      const lines = linesOf(body);
      if (lines.some((line) => line.startsWith('{'))) return readDrainRecords(lines.join('\n'), readJson);
      return readColumns(fields === undefined ? lines : [`#Fields: ${fields.join(' ')}`, ...lines]);
    },
  };
}

/** What Firehose must be answered with; undefined when the body is no delivery of Firehose. */
export function firehoseAnswer(body: string, nowMs: number): { requestId: string; timestamp: number } | undefined {
  const requestId = envelopeOf(body)?.['requestId'];
  return typeof requestId === 'string' ? { requestId, timestamp: nowMs } : undefined;
}

function linesOf(body: string): string[] {
  const records = envelopeOf(body)?.['records'];
  if (!Array.isArray(records)) return body.split('\n').map((line) => line.trimEnd());
  return records.flatMap((record: unknown) => {
    const data = isRecord(record) ? record['data'] : undefined;
    return typeof data === 'string' ? Buffer.from(data, 'base64').toString('utf8').trimEnd().split('\n') : [];
  });
}

function envelopeOf(body: string): NamedRecord | undefined {
  if (!body.trimStart().startsWith('{') || !body.includes('"records"')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readJson(value: unknown): LineReading {
  if (!isRecord(value)) return { rejected: 'form' };
  return identified(
    readNamedRecord(value, { source: 'drain', decode: (text) => (text.startsWith('/') ? text : percentDecoded(text)) }),
  );
}

function readColumns(lines: readonly string[]): DrainBatch {
  const read = cloudFrontLog.createReader();
  const readings = lines.map((line) => identified(read(line)));
  return {
    hits: readings.flatMap((reading) => (reading?.hit ? [reading.hit] : [])),
    ignored: 0,
    rejected: readings.flatMap((reading, index) =>
      reading?.rejected ? [{ index, message: lineRejections[reading.rejected] }] : [],
    ),
  };
}

function identified(reading: LineReading): LineReading {
  if (!reading?.hit) return reading;
  return { hit: { ...reading.hit, source: 'drain', eventId: drainEventId('cloudfront', reading.hit.eventId) } };
}
