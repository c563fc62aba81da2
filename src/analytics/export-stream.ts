import type { ExportTable } from './export-tables.ts';
import type { ExportFormat } from './export-rows.ts';
import { formatHeader, formatRow } from './export-rows.ts';

/** Characters gathered before they are written. */
const chunkLength = 64 * 1024;

/** All rows, encoded as fast as they are read. */
export async function* encodeExport<Row>(
  table: ExportTable<Row>,
  format: ExportFormat,
  chunks: AsyncIterable<readonly Row[]>,
): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  let text = formatHeader(table, format);
  for await (const rows of chunks) {
    for (const row of rows) {
      text += formatRow(table, format, row);
      if (text.length < chunkLength) continue;
      yield encoder.encode(text);
      text = '';
    }
  }
  if (text !== '') yield encoder.encode(text);
}
