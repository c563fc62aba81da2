import { longestLine } from '../log-files/line-splitter.ts';
import { bytesAsText } from './escapes.ts';
import { withReadableText } from './readable-text.ts';
import { isRecord, jsonText } from './json-log.ts';
import type { LineReader, LineReading, LogFormat } from './log-format.ts';

/** Layers that a line can have around it: a container runtime, a service manager and a shipper make three. */
const mostLayers = 6;

/**
 * Reads a line, with or without a wrapper of containers, syslog, journals, shippers or terminals. After a wrapped line, the
 * next is unwrapped first. Formats with `holdsAnyText` are always unwrapped first, because they could read a wrapper as a value.
 */
export function createUnwrappingReader(format: LogFormat): LineReader {
  const { holdsAnyText = false } = format;
  const read = format.createReader();
  const unwrap = createUnwrapper();
  let isWrapped = holdsAnyText;

  function readInside(line: string): LineReading | 'bare' {
    let text = line;
    let reading: LineReading | 'bare' = 'bare';
    for (let layer = 0; layer < mostLayers; layer += 1) {
      const inner = unwrap(text);
      if (inner === part) return undefined;
      if (inner === undefined) break;
      text = inner;
      reading = read(text);
      if (reading?.rejected === undefined) {
        isWrapped = true;
        break;
      }
    }
    // Columns count from where the line begins.
    if (reading === 'bare' || reading?.rejected === undefined || reading.column === undefined) return reading;
    return line.endsWith(text) ? { ...reading, column: reading.column + line.length - text.length } : reading;
  }

  return (line) => {
    if (isWrapped) {
      const inside = readInside(line);
      if (inside !== 'bare' && inside?.rejected === undefined) return withReadableText(inside);
    }
    const reading = read(line);
    if (reading?.rejected === undefined) {
      isWrapped = holdsAnyText;
      return withReadableText(reading);
    }
    const inside = isWrapped ? 'bare' : readInside(line);
    if (inside === 'bare' || (inside?.rejected !== undefined && (inside.share ?? 0) < (reading.share ?? 0)))
      return reading;
    return withReadableText(inside);
  };
}

const cri = /^\d{4}-\d\d-\d\dT[0-9:.]{8,20}(?:Z|[+-]\d\d:\d\d) (stdout|stderr) ([FP])(?::[^ ]*)? /;
const syslog = /^(?:\d{1,6} )?<\d{1,3}>1 [^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+ /;
/** What stands in front of a line, and says nothing that the line does not. */
const prefixes = [
  // docker compose, docker service logs, podman-compose
  /^\[?[A-Za-z0-9][A-Za-z0-9_.@-]*\]? +\| /,
  // kubectl logs --prefix
  /^\[(?:pod|container)\/[^ \]]+\] /,
  // syslog as RFC 3164 has it, or with the time of rsyslog; journalctl
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d(?: \d{4})? \d\d:\d\d:\d\d(?:\.\d{1,9})?|\d{4}-\d\d-\d\dT[0-9:.]{8,20}(?:Z|[+-]\d\d:?\d\d)) (?:[^ ]+ )?[^ :]+: /,
  // docker logs --timestamps
  /^\d{4}-\d\d-\d\dT[0-9:.]{8,20}(?:Z|[+-]\d\d:\d\d) /,
];

/** A part of a line whose other parts come later. */
const part = Symbol('part');
type Unwrapped = string | typeof part | undefined;

/** Takes one layer off; holds the parts that a runtime cut a long line into until the last one comes. */
function createUnwrapper(): (line: string) => Unwrapped {
  const held = new Map<string, string>();

  function join(stream: string, text: string, isLast: boolean): Unwrapped {
    const whole = (held.get(stream) ?? '') + text;
    if (isLast) held.delete(stream);
    else held.set(stream, whole.slice(0, longestLine));
    return isLast ? whole : part;
  }

  function fromJson(line: string): Unwrapped {
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch {
      return undefined;
    }
    if (!isRecord(record)) return undefined;
    const { log, stream } = record;
    if (typeof log === 'string' && typeof stream === 'string') {
      const isWhole = log.endsWith('\n') || (!held.has(stream) && Buffer.byteLength(log) < dockerPart);
      return join(stream, log.trimEnd(), isWhole);
    }
    for (const key of textKeys) {
      const value = record[key];
      if (typeof value === 'string' && value !== '') return value.trimEnd();
      // journald writes texts with control characters as bytes.
      if (key === 'MESSAGE' && isBytes(value)) return bytesAsText(Buffer.from(value)).trimEnd();
      if (isRecord(value)) return typeof value['stringValue'] === 'string' ? value['stringValue'] : jsonText(value);
    }
    return undefined;
  }

  return (line) => {
    const first = line.charCodeAt(0);
    if (line.includes('\u001b[')) return withoutColours(line);
    if (first === 123) return fromJson(line);
    const container = cri.exec(line);
    if (container) return join(container[1] ?? '', line.slice(container[0].length), container[2] === 'F');
    const structured = syslog.exec(line);
    if (structured) return behindStructuredData(line, structured[0].length);
    for (const prefix of prefixes) {
      const found = prefix.exec(line);
      if (found) return line.slice(found[0].length);
    }
    return undefined;
  };
}

function isBytes(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((byte) => typeof byte === 'number');
}

/** Docker cuts lines after 16 KiB. */
const dockerPart = 16_384;
/** Under which shippers keep the line. */
const textKeys = ['log', 'message', 'MESSAGE', 'msg', 'textPayload', 'jsonPayload', 'line', '_raw', 'event', 'body'];

function withoutColours(line: string): string {
  // eslint-disable-next-line no-control-regex -- colours are control characters
  return line.replaceAll(/\u001b\[[0-9;]{0,20}[A-Za-z]/g, '').replaceAll('\u001b', '');
}

/** The message of RFC 5424, behind `-` or elements in brackets whose quoted values may hold brackets. */
function behindStructuredData(line: string, start: number): string | undefined {
  let end = start;
  if (line.charCodeAt(end) === 45) end += 1;
  let isQuoted = false;
  while (end < line.length && (isQuoted || line.charCodeAt(end) !== 32 || line.charCodeAt(end - 1) !== 93)) {
    const code = line.charCodeAt(end);
    if (line.charCodeAt(start) === 45 && code === 32) break;
    if (code === 92 && isQuoted) end += 1;
    else if (code === 34) isQuoted = !isQuoted;
    end += 1;
  }
  const text = line.slice(end + 1);
  if (text === '') return undefined;
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
