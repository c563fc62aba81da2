import type { CountRow } from './visits/visit-store.ts';

/** Formats in which an export can be streamed whole, by the media type that asks for them. */
export const exportFormats = ['text/csv', 'application/x-ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The format that an `Accept` header asks for by name; undefined means JSON pages. */
export function requestedFormat(accept: string | undefined): ExportFormat | undefined {
  const wanted = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return exportFormats.find((format) => wanted.includes(format));
}

/** Writes rows as text. `column` is the name of the first column: `path`, or `value` of another dimension. */
export function* formatRows(format: ExportFormat, column: string, rows: readonly CountRow[]): Iterable<string> {
  for (const { value, human, ai, total } of rows) {
    yield format === 'text/csv'
      ? `${csvField(value)},${human},${ai},${total}\r\n`
      : `${JSON.stringify({ [column]: value, human, ai, total })}\n`;
  }
}

/** What stands before the first row. */
export function formatHeader(format: ExportFormat, column: string): string {
  return format === 'text/csv' ? `${column},human,ai,total\r\n` : '';
}

/**
 * A field of RFC 4180. Values come from strangers, and a spreadsheet takes a field that begins with one of `=+-@` for a
 * formula: a quote in front makes it text (OWASP, CSV injection).
 */
function csvField(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
