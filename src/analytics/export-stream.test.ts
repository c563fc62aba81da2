import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { ExportTable } from './export-rows.ts';
import { exportStream } from './export-stream.ts';

const table: ExportTable<number> = {
  columns: ['page'],
  cells: (row) => [`/page/${row}`],
  record: (page) => ({ page }),
};
const rowsPerChunk = 1_000;
const allRows = 300_000;

/** Rows in chunks, noting how many were made, and whether the maker was told to stop. */
function createRows(fault?: Error) {
  const made = { rows: 0, isOver: false };
  async function* make(): AsyncIterable<readonly number[]> {
    try {
      while (made.rows < allRows) {
        if (fault && made.rows === 20 * rowsPerChunk) throw fault;
        yield await Promise.resolve(Array.from({ length: rowsPerChunk }, (_, index) => made.rows + index));
        made.rows += rowsPerChunk;
      }
    } finally {
      made.isOver = true;
    }
  }
  return { made, chunks: make() };
}

it('streams hundreds of thousands of rows, each once and in order', async () => {
  const { chunks } = createRows();
  const lines = (await text(exportStream(table, 'text/csv', chunks))).split('\r\n');
  expect(lines.length).toBe(1 + allRows + 1);
  expect([lines[0], lines[1], lines[allRows], lines[allRows + 1]]).toEqual(['page', '/page/0', '/page/299999', '']);
});

it('makes no more rows than are read, and stops when the reader leaves', async () => {
  const { made, chunks } = createRows();
  const reader = exportStream(table, 'application/x-ndjson', chunks).getReader();
  for (let read = 0; read < 3; read += 1) {
    const { value } = await reader.read();
    expect(value?.byteLength).toBeLessThan(70_000);
  }
  expect(made.rows).toBeLessThan(30_000);
  await reader.cancel();
  expect(made.isOver).toBe(true);
});

it('breaks off at a fault in place of ending early', async () => {
  const fault = new Error('gone');
  const { made, chunks } = createRows(fault);
  await expect(text(exportStream(table, 'text/csv', chunks))).rejects.toBe(fault);
  expect(made.isOver).toBe(true);
});
