import { isUtf8 } from 'node:buffer';

/** A record that was refused, by its place in the body. */
export interface RejectedRecord {
  readonly index: number;
  readonly message: string;
}

/** The values of a body with their places; what cannot be read stands in `rejected` and stops none of the others. */
export interface JsonRecords {
  readonly records: readonly { readonly index: number; readonly value: unknown }[];
  readonly rejected: readonly RejectedRecord[];
}

/** The text of a body of records. A line that is not UTF-8 becomes one that is not JSON, and its neighbours stay. */
export function textOfRecords(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8');
  const lines = body.toString('latin1').split('\n');
  return lines.map((line) => utf8Of(Buffer.from(line, 'latin1'))).join('\n');
}

function utf8Of(line: Buffer): string {
  return isUtf8(line) ? line.toString('utf8') : 'not UTF-8';
}

/**
 * Reads a body that is a JSON array, one JSON value, or one JSON value per line (NDJSON; empty lines do not count). A
 * broken array is refused whole, since nobody can tell where its elements end.
 */
export function readJsonRecords(body: string): JsonRecords {
  const text = body.trim();
  if (text === '') return { records: [], rejected: [] };
  if (text.startsWith('[')) return readArray(text);
  const records: { index: number; value: unknown }[] = [];
  const rejected: RejectedRecord[] = [];
  let index = 0;
  for (const line of text.split('\n')) {
    const json = line.trim();
    if (json === '') continue;
    const value = parse(json);
    if (value === undefined) rejected.push({ index, message: 'The line is not valid JSON in UTF-8.' });
    else records.push({ index, value });
    index += 1;
  }
  // One value written over several lines.
  if (rejected.length > 0) {
    const whole = parse(text);
    if (whole !== undefined) return { records: [{ index: 0, value: whole }], rejected: [] };
  }
  return { records, rejected };
}

function readArray(text: string): JsonRecords {
  const values = parse(text);
  if (Array.isArray(values))
    return { records: values.map((value: unknown, index) => ({ index, value })), rejected: [] };
  return { records: [], rejected: [{ index: 0, message: 'The body begins like a JSON array and is not valid JSON.' }] };
}

/** Undefined when the text is not JSON; JSON itself has no undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
