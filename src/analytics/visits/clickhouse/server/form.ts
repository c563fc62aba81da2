import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Rendered, RenderedValue } from './sql.ts';

/** Of values in a URL, as the client itself has it for questions: proxies refuse URLs that are longer than some 8 KB. */
const longestInUrl = 4_096;

interface Sendable {
  readonly query: string;
  readonly query_params?: Rendered['query_params'];
  readonly values?: Readable;
  readonly http_headers?: Record<string, string>;
}

/** The statement as it is, or with its values in the body of the request where they are long, which the client does for questions only. */
export function withLongValuesInBody(statement: Rendered): Sendable {
  const parts = Object.entries(statement.query_params).map(
    ([name, value]) => [`param_${name}`, textOf(value)] as const,
  );
  if (new URLSearchParams(Object.fromEntries(parts)).toString().length <= longestInUrl) {
    return statement;
  }
  const boundary = randomUUID();
  const fields = [['query', statement.query] as const, ...parts].map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    // Not in the URL either.
    query: '',
    values: Readable.from([`${fields.join('')}--${boundary}--\r\n`], { objectMode: false }),
    http_headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const escapes = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** As a server reads a value: a list in brackets, its texts in quotation marks. */
function textOf(value: RenderedValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(value);
  return `[${value.map((item) => (typeof item === 'number' ? String(item) : `'${escaped(item)}'`)).join(',')}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\'\t\n\r]/g, (character) => escapes.get(character) ?? character);
}
