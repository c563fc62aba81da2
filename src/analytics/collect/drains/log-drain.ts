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
import { drainEventId, linesOf, toldReading, type DrainFormat } from './drain-format.ts';

/** Lines that the format is recognised by, and characters of them: nothing pauses meanwhile. */
const sampleLines = 200;
const sampleLength = 65_536;

/** Bytes of an object that holds many lines, as those of the collector of OpenTelemetry do. */
const longestBatch = 1024 * 1024;

/** What shippers such as Fluent Bit, Vector or Logstash send of access logs: lines, or JSON that holds or is one. */
export const logDrain: DrainFormat = {
  name: 'logs',
  read: (body, format) => readLogRecords('logs', body, format),
};

/** Reads access logs in a body as an import reads a file. Left out, the format is recognised from the body. */
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
    const found = read === undefined ? detectLogFormat(sample) : undefined;
    // One line that fits is worth more than many that no format knows.
    if (found !== undefined && found.understood > 0) read = createDrainReader(drain, found.format);
    const tell = read ?? createRefusingReader(found?.format);
    for (const item of held) yield typeof item === 'string' ? toldReading(tell(item)) : item;
    held = [];
  }

  for (const item of textsOf(body)) {
    if (item === pause) yield pause;
    else if (read !== undefined && held.length === 0) yield typeof item === 'string' ? toldReading(read(item)) : item;
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

/** Each line as text: those of a body of lines, texts and records of JSON. */
function* textsOf(body: Buffer): Generator<string | RecordReading | typeof pause, void> {
  if (!isJson(body)) {
    for (const line of linesOf(body)) {
      if (line === undefined) yield toldReading({ rejected: 'too_long' });
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
          yield line.length > longestLine ? toldReading({ rejected: 'too_long' }) : line;
      }
    }
  }
}

/** Lines may begin with a bracket, too. */
function isJson(body: Buffer): boolean {
  const start = skipSpace(body, 0);
  if (body[start] !== openBracket) return body[start] === openBrace;
  const next = body[skipSpace(body, start + 1)];
  return next === openBrace || next === 34 || next === 93;
}

/** Reads lines of a delivery; the same line of the next delivery is the same event, since shippers send again. */
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
