import { isUtf8 } from 'node:buffer';
import { pause } from '../in-turns.ts';
import { elementsOf, openBrace, openBracket, scanValue, skipSpace, type Range } from './json-ranges.ts';

/**
 * The next records of a body: their values, why the next one cannot be read, or that the body as a whole cannot, whatever
 * came before; nobody can tell where the elements of a broken array end.
 */
export type JsonRecords =
  | { readonly values: readonly unknown[]; readonly fault?: never; readonly broken?: never }
  | { readonly fault: string; readonly values?: never; readonly broken?: never }
  | { readonly broken: string; readonly values?: never; readonly fault?: never };

export interface RecordOptions {
  /** Longest record that is parsed, in bytes: a parser keeps the event loop to itself until it has read all of it. */
  readonly longest: number;
  /** Whether a byte that is not UTF-8 costs its record, or becomes U+FFFD. */
  readonly encoding: 'strict' | 'lenient';
}

type Records = Generator<JsonRecords | typeof pause, void>;

/**
 * Reads a body that is a JSON array, one JSON value, or one JSON value per line (NDJSON; empty lines do not count). What
 * is not asked for is not parsed.
 */
export function* readJsonRecords(body: Buffer, { longest, encoding }: RecordOptions): Records {
  // Looked at once and whole, and record by record only where there is something to be found.
  const options = { longest, encoding: isUtf8(body) ? 'lenient' : encoding } as const;
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const start = skipSpace(body, hasMark ? 3 : 0);
  if (start === body.length) return;
  if (body[start] === openBracket) yield* readArray(body, start, options);
  else if (yield* isOneObject(body, start)) yield parse(body, { start, end: body.length }, options);
  else yield* readLines(body, start, options);
}

/** Whether the object that begins there is all there is, on however many lines. */
function* isOneObject(body: Buffer, start: number): Generator<typeof pause, boolean> {
  if (body[start] !== openBrace) return false;
  const end = yield* scanValue(body, start);
  return end !== -1 && skipSpace(body, end) === body.length;
}

function* readArray(body: Buffer, start: number, options: RecordOptions): Records {
  const broken = { broken: 'The body starts like a JSON array but is not valid JSON.' };
  const before = yield* readTogether(body, start, options);
  const elements = elementsOf(body, before);
  for (;;) {
    const element = elements.next();
    if (element.done === true) {
      if (element.value === -1 || skipSpace(body, element.value) < body.length) yield broken;
      return;
    }
    if (element.value === pause) {
      yield pause;
      continue;
    }
    const record = parse(body, element.value, options);
    yield record.fault === faults.json ? broken : record;
  }
}

/**
 * Reads as many objects at the beginning of an array as it can find without looking at each byte: several together, where the
 * bytes up to one that seems to be the last are an array by themselves. Whether they are is for the parser to say; nothing
 * that it takes as a whole ends within a text or an object. Answers the bracket or comma after which the rest begins.
 */
function* readTogether(
  body: Buffer,
  start: number,
  { longest, encoding }: RecordOptions,
): Generator<JsonRecords, number> {
  let place = start;
  while (encoding === 'lenient') {
    const end = body.lastIndexOf(betweenObjects, place + longest) + 1;
    const values = end > place + 1 ? parseArray(body, place + 1, end) : undefined;
    if (values === undefined) break;
    yield { values };
    place = end;
  }
  return place;
}

const betweenObjects = Buffer.from('},{');

function parseArray(body: Buffer, start: number, end: number): unknown[] | undefined {
  try {
    return JSON.parse(`[${body.toString('utf8', start, end)}]`) as unknown[];
  } catch {
    return undefined;
  }
}

function* readLines(body: Buffer, first: number, options: RecordOptions): Records {
  for (let start = first; start < body.length;) {
    const lineEnd = body.indexOf(0x0a, start);
    const end = lineEnd === -1 ? body.length : lineEnd;
    yield parse(body, { start, end }, options);
    start = skipSpace(body, end);
  }
}

const faults = {
  json: 'The line is not valid JSON in UTF-8.',
  utf8: 'It is not UTF-8.',
};

function parse(body: Buffer, { start, end }: Range, { longest, encoding }: RecordOptions): JsonRecords {
  if (end - start > longest) return { fault: `It is longer than ${longest / 1024} KiB.` };
  if (encoding === 'strict' && !isUtf8(body.subarray(start, end))) return { fault: faults.utf8 };
  try {
    return { values: [JSON.parse(body.toString('utf8', start, end))] };
  } catch {
    return { fault: faults.json };
  }
}
