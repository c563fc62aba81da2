import { expect, it } from 'vitest';
import type { ExportTable } from './export-tables.ts';
import { formatHeader, formatRow, requestedFormat } from './export-rows.ts';

const table: ExportTable<readonly [string, number]> = {
  columns: ['path', 'total'],
  cells: (row) => row,
  record: ([path, total]) => ({ path, total }),
};

it.each([
  [undefined, undefined],
  ['', undefined],
  ['*/*', undefined],
  ['text/html, */*', undefined],
  ['application/json', undefined],
  ['image/png', undefined],
  ['text/csv', 'text/csv'],
  ['TEXT/CSV; header=present', 'text/csv'],
  ['application/x-ndjson', 'application/x-ndjson'],
  ['text/csv, application/json', 'text/csv'],
  ['application/json, text/csv', undefined],
  ['application/json, text/csv;q=0.5', undefined],
  ['application/json;q=0.5, text/csv;q=0.9', 'text/csv'],
  ['text/csv;q=0', undefined],
  ['text/csv;q=0.1, application/x-ndjson;q=0.2, image/png', 'application/x-ndjson'],
])('takes Accept: %s for %s', (accept, format) => {
  expect(requestedFormat(accept)).toBe(format);
});

it.each([
  ['/a', '/a'],
  ['/a,b', '"/a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
])('writes %j as the CSV field %j', (value, field) => {
  expect(formatRow(table, 'text/csv', [value, -1])).toBe(`${field},-1\r\n`);
});

it('writes a header in CSV only, and in NDJSON the value as it is', () => {
  expect(formatHeader(table, 'text/csv')).toBe('path,total\r\n');
  expect(formatHeader(table, 'application/x-ndjson')).toBe('');
  expect(formatRow(table, 'application/x-ndjson', ['=1\n', 2])).toBe('{"path":"=1\\n","total":2}\n');
});
