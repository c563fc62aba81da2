import { expect, it } from 'vitest';
import type { ExportTable } from './export-tables.ts';
import type { ExportFormat } from './export-rows.ts';
import { systemClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createHttpApp } from '../http/create-http-app.ts';
import { streamAnswer } from '../http/stream-answer.ts';
import { encodeExport } from './export-stream.ts';

const table: ExportTable<number> = {
  columns: ['page'],
  cells: (row) => [`/page/${row}`],
  record: (page) => ({ page }),
};
const rowsPerChunk = 1_000;
const allRows = 300_000;

/** What a caller of an export reads. */
async function exported(
  format: ExportFormat,
  chunks: AsyncIterable<readonly number[]>,
  method = 'GET',
): Promise<Response> {
  const app = createHttpApp({ logger: silentLogger, clock: systemClock, trustedProxies: [] });
  app.get('/', (context) => streamAnswer(context, encodeExport(table, format, chunks)));
  return app.request('/', { method });
}

/** Rows in chunks, noting how many were made, and whether the maker was told to stop. */
function createRows(failing?: { readonly at: number; readonly fault: Error }) {
  const made = { rows: 0, isOver: false };
  async function* make(): AsyncIterable<readonly number[]> {
    try {
      while (made.rows < allRows) {
        if (made.rows === failing?.at) throw failing.fault;
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
  const lines = (await (await exported('text/csv', chunks)).text()).split('\r\n');
  expect(lines.length).toBe(1 + allRows + 1);
  expect([lines[0], lines[1], lines[allRows], lines[allRows + 1]]).toEqual(['page', '/page/0', '/page/299999', '']);
});

it('makes no more rows than are read, and stops when the reader leaves', async () => {
  const { made, chunks } = createRows();
  const { body } = await exported('application/x-ndjson', chunks);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (let read = 0; read < 3; read += 1) {
    const chunk = await reader.read();
    expect(chunk.value?.byteLength).toBeLessThan(70_000);
  }
  expect(made.rows).toBeLessThan(30_000);
  await reader.cancel();
  expect(made.isOver).toBe(true);
});

it('breaks off at a fault in place of ending early', async () => {
  const fault = new Error('gone');
  const { made, chunks } = createRows({ at: 20 * rowsPerChunk, fault });
  await expect((await exported('text/csv', chunks)).text()).rejects.toBe(fault);
  expect(made.isOver).toBe(true);
});

it('answers a fault before the first row as an error, with nothing of the inside', async () => {
  const { chunks } = createRows({ at: 0, fault: new Error('/srv/data/segment-7 is torn') });
  const response = await exported('text/csv', chunks);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('segment-7');
});

it('ends the rows when only the head was asked for', async () => {
  const { made, chunks } = createRows();
  expect((await exported('text/csv', chunks, 'HEAD')).status).toBe(200);
  expect(made.isOver).toBe(true);
});
