import { pause } from '../in-turns.ts';

/** Where a value stands in a body of JSON: bytes from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
export const openBracket = 0x5b;
export const openBrace = 0x7b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** The first place from `at` on that is no white space; the length of the body when there is none. */
export function skipSpace(body: Uint8Array, position: number): number {
  let place = position;
  while (place < body.length && isSpace(body[place])) place += 1;
  return place;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * The elements of the array that begins at `at`, one after the other, so that a reader can stop at any, with pauses within
 * long ones. Only strings and brackets are looked at: whether an element is JSON is for its parser to say. Returns where
 * the array ends; -1 when what stands there is no array.
 */
export function* elementsOf(body: Uint8Array, position: number): Generator<Range | typeof pause, number> {
  let place = skipSpace(body, position + 1);
  if (body[place] === closeBracket) return place + 1;
  for (;;) {
    const end = yield* scanValue(body, place);
    if (end === -1) return -1;
    yield { start: place, end };
    const next = skipSpace(body, end);
    if (body[next] === closeBracket) return next + 1;
    if (body[next] !== comma) return -1;
    place = skipSpace(body, next + 1);
  }
}

/** Members of an object that are looked through for one. */
const mostMembers = 100;
/** Bytes of a name, which is compared with one of ours. */
const longestName = 100;

/** Where the value of a member of the object that begins at `at` begins, with pauses within what is long. */
export function* memberOf(body: Buffer, position: number, name: string): Generator<typeof pause, number | undefined> {
  let place = skipSpace(body, position + 1);
  for (let count = 0; count < mostMembers && body[place] === quote; count += 1) {
    const endOfName = yield* scanValue(body, place);
    const between = skipSpace(body, endOfName);
    if (endOfName === -1 || body[between] !== colon) return undefined;
    const start = skipSpace(body, between + 1);
    if (body.toString('latin1', place + 1, Math.min(endOfName - 1, place + longestName)) === name) return start;
    const end = yield* scanValue(body, start);
    const next = skipSpace(body, end);
    if (end === -1 || body[next] !== comma) return undefined;
    place = skipSpace(body, next + 1);
  }
  return undefined;
}

/** The text that stands at `start`, of at most `longest` bytes; undefined for anything else. */
export function textAt(body: Buffer, start: number, longest: number): string | undefined {
  if (body[start] !== quote) return undefined;
  const end = endOfValue(body.subarray(0, start + longest), start);
  try {
    return end === -1 ? undefined : (JSON.parse(body.toString('utf8', start, end)) as string);
  } catch {
    return undefined;
  }
}

/** Where the value that begins at `start` ends; -1 when it does not, or none begins there. */
export function endOfValue(body: Uint8Array, start: number): number {
  const scan = scanValue(body, start);
  for (;;) {
    const step = scan.next();
    if (step.done === true) return step.value;
  }
}

/** Bytes after which a scan pauses: a fraction of a millisecond. */
const bytesPerStep = 128 * 1024;

/** `endOfValue`, with pauses within what is long. */
export function* scanValue(body: Uint8Array, start: number): Generator<typeof pause, number> {
  const scan: Scan = { place: start, depth: 0, isInString: false };
  for (;;) {
    const end = scanUpTo(Math.min(body.length, scan.place + bytesPerStep), body, scan);
    if (end !== undefined) return end === start ? -1 : end;
    if (scan.place >= body.length) return scan.depth > 0 || scan.isInString || start >= body.length ? -1 : body.length;
    yield pause;
  }
}

interface Scan {
  place: number;
  depth: number;
  isInString: boolean;
}

/**
 * Goes on with a scan; undefined when the value does not end before `stop`. No generator, and a loop of its own for what is
 * most of every body, the inside of strings: together they take a third of the time.
 */
function scanUpTo(stop: number, body: Uint8Array, scan: Scan): number | undefined {
  let { place, depth, isInString } = scan;
  for (; place < stop; place += 1) {
    if (isInString) {
      while (place < stop && body[place] !== quote && body[place] !== backslash) place += 1;
      if (place >= stop) break;
      if (body[place] === backslash) place += 1;
      else {
        isInString = false;
        if (depth === 0) return place + 1;
      }
      continue;
    }
    const byte = body[place];
    if (byte === quote) isInString = true;
    else if (byte === openBracket || byte === openBrace) depth += 1;
    else if (depth === 0) {
      if (byte === comma || byte === closeBracket || byte === closeBrace || isSpace(byte)) return place;
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  scan.place = place;
  scan.depth = depth;
  scan.isInString = isInString;
  return undefined;
}
