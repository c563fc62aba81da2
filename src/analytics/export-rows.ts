import type { ExportTable } from './export-tables.ts';

/** Formats in which an export can be streamed whole, by the media type that asks for them. */
export const exportFormats = ['text/csv', 'application/x-ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const jsonTypes = ['application/json', 'application/*', '*/*'];

/** The format that an `Accept` header likes best, the first of several; undefined means JSON, whatever else is wanted. */
export function requestedFormat(accept = ''): ExportFormat | undefined {
  const acceptedTypes = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const supportedTypes = acceptedTypes.filter(
    ({ type, quality }) => quality > 0 && [...exportFormats, ...jsonTypes].some((candidate) => candidate === type),
  );
  const best = supportedTypes.toSorted((a, b) => b.quality - a.quality)[0];
  return exportFormats.find((format) => format === best?.type);
}

/** What stands before the first row. */
export function formatHeader({ columns }: Pick<ExportTable<never>, 'columns'>, format: ExportFormat): string {
  return format === 'text/csv' ? `${columns.join(',')}\r\n` : '';
}

export function formatRow<Row>({ cells, record }: ExportTable<Row>, format: ExportFormat, row: Row): string {
  return format === 'text/csv' ? `${cells(row).map(csvField).join(',')}\r\n` : `${JSON.stringify(record(row))}\n`;
}

/**
 * A field of RFC 4180. Values come from strangers, and a spreadsheet takes a field that begins with one of `=+-@`, also
 * in full width, for a formula: a quote in front makes it text (OWASP, CSV injection).
 */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
