import { CommandInputInvalid } from './errors.ts';

/** A request as text, the way `curl -v` or a proxy shows it. */
export interface RawRequest {
  readonly method: string;
  /** Path or URL as it was sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads a request line and headers; `> ` before a line, as curl prints it, is taken off. Throws `CommandInputInvalid`. */
export function readRawRequest(text: string): RawRequest {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^> ?/, ''));
  const [first = '', ...laterLines] = lines.slice(lines.findIndex((line) => line.trim() !== ''));
  const [, method, target] = /^([A-Za-z]+) (\S+)(?: HTTP\/[0-9.]+)?$/.exec(first.trim()) ?? [];
  if (method === undefined || target === undefined) {
    throw new CommandInputInvalid('--request', 'must start with a request line, such as GET /guide HTTP/1.1.');
  }
  const end = laterLines.findIndex((line) => line.trim() === '');
  const headers = Object.fromEntries((end < 0 ? laterLines : laterLines.slice(0, end)).map(readHeader));
  return { method: method.toUpperCase(), target, headers };
}

/** `Name: value` with the name in lower case. Throws `CommandInputInvalid`. */
export function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1)
    throw new CommandInputInvalid('--header', `must have headers as Name: value, not ${line.slice(0, 60)}.`);
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
