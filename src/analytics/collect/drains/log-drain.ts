import { pause } from '../../in-turns.ts';
import { linesInBatch } from '../formats/batched-lines.ts';
import { jsonText } from '../formats/json-log.ts';
import type { LineReader, LogFormat } from '../formats/log-format.ts';
import { detectLogFormat } from '../formats/log-formats.ts';
import { createUnwrappingReader } from '../formats/unwrap-line.ts';
import { openBrace, openBracket, skipSpace } from '../json-ranges.ts';
import { readJsonRecords } from '../json-records.ts';
import { createLineIds } from '../log-files/line-id.ts';
import { longestLine } from '../log-files/line-splitter.ts';
import type { RecordReading } from '../read-delivery.ts';
import { drainEventId, linesOf, presentReading, type DrainFormat } from './drain-format.ts';

/** Size of the sample for detection, in lines and characters; small, because detection does not yield. */
const sampleLines = 200;
const sampleLength = 65_536;

/** Bytes of a JSON object that holds many lines, such as an OTLP batch. */
const longestBatch = 1024 * 1024;

/** Access logs from shippers such as Fluent Bit, Vector or Logstash: lines, or JSON that contains them. */
export const logDrain: DrainFormat = {
  name: 'logs',
  read: (body, format) => readLogRecords('logs', body, format),
};

/** Reads access logs in a body like an import reads a file. Without `given`, it detects the format. */
export function* readLogRecords(
  drain: string,
  body: Buffer,
  given: LogFormat | undefined,
): Generator<RecordReading | typeof pause, void> {
  let read = given && createDrainReader(drain, given);
  let held: (string | RecordReading)[] = [];
  let heldLength = 0;

  function* flush(): Generator<RecordReading, void> {
    const sample = held.filter((item) => typeof item === 'string');
    const detected = read === undefined ? detectLogFormat(sample) : undefined;
    // A single line that matches is enough.
    if (detected !== undefined && detected.understood > 0) read = createDrainReader(drain, detected.format);
    const present = read ?? createRefusingReader(detected?.format);
    for (const item of held) yield typeof item === 'string' ? presentReading(present(item)) : item;
    held = [];
  }

  for (const item of textsOf(body)) {
    if (item === pause) yield pause;
    else if (read !== undefined && held.length === 0)
      yield typeof item === 'string' ? presentReading(read(item)) : item;
    else {
      held.push(item);
      heldLength += typeof item === 'string' ? item.length : 0;
      if (held.length >= sampleLines || heldLength >= sampleLength) yield* flush();
    }
  }
  yield* flush();
}

/** Says of every line where it leaves the nearest format. */
function createRefusingReader(nearest: LogFormat | undefined): LineReader {
  const read = nearest && createUnwrappingReader(nearest);
  return (line) => {
    if (line === '') return undefined;
    const reading = read?.(line);
    if (reading?.hit !== undefined || reading?.expected === undefined || nearest === undefined)
      return { rejected: 'form' };
    return { ...reading, expected: `${reading.expected} in the nearest format, ${nearest.name}` };
  };
}

/** Each line as text, from a body of lines or from the texts and records of a JSON body. */
function* textsOf(body: Buffer): Generator<string | RecordReading | typeof pause, void> {
  if (!isJson(body)) {
    for (const line of linesOf(body)) {
      if (line === undefined) yield presentReading({ rejected: 'too_long' });
      else yield* linesInBatch(line) ?? [line];
    }
    return;
  }
  for (const record of readJsonRecords(body, { longest: longestBatch, encoding: 'lenient' })) {
    if (record === pause || record.broken !== undefined) yield record;
    else if (record.fault !== undefined) yield { rejected: record.fault, reason: 'rejected_form' };
    else {
      for (const value of record.values) {
        const text = typeof value === 'string' ? value : jsonText(value);
        for (const line of linesInBatch(text) ?? [text])
          yield line.length > longestLine ? presentReading({ rejected: 'too_long' }) : line;
      }
    }
  }
}

/** A log line may also begin with a bracket. */
function isJson(body: Buffer): boolean {
  const start = skipSpace(body, 0);
  if (body[start] !== openBracket) return body[start] === openBrace;
  const next = body[skipSpace(body, start + 1)];
  return next === openBrace || next === 34 || next === 93;
}

/** Reads lines of a delivery. A line of a repeated delivery gets the same event id. */
export function createDrainReader(drain: string, format: LogFormat): LineReader {
  const read = createUnwrappingReader(format);
  const idOf = createLineIds();
  return (line) => {
    const reading = read(line);
    if (!reading?.hit) return reading;
    return {
      hit: { ...reading.hit, source: 'drain', eventId: drainEventId(drain, reading.hit.eventId ?? idOf(line)) },
    };
  };
}
