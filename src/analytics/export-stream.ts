import type { ExportFormat, ExportTable } from './export-rows.ts';
import { formatHeader, formatRow } from './export-rows.ts';

/** Characters gathered before they are written. */
const chunkLength = 64 * 1024;

/**
 * All rows as a stream that is written as fast as it is read: what is not read yet is not made yet. A reader who leaves
 * ends the walk. A fault on the way breaks the stream off, so that half an export is not taken for a whole one.
 */
export function exportStream<Row>(
  table: ExportTable<Row>,
  format: ExportFormat,
  chunks: AsyncIterable<readonly Row[]>,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(encode(table, format, chunks));
}

async function* encode<Row>(
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
