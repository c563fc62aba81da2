import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const works = [
  'pages, a country',
  'pages, two filters',
  'by hour, two filters',
  'eight goals',
  'funnel of three',
  'entry pages',
  'a walk of 20 pages',
  'first after a start: whole range',
  'events, µs each',
  'beacons, µs each',
  'lines, µs each',
  'POST of a job, wall ms',
  'POST to prLink, wall ms',
];

it('writes a page with every benchmark, its peer and the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
  try {
    const output = join(folder, 'results.md');
    const parameters = ['bench/page.ts', '--views', '3000', '--runs', '2', '--output', output];
    await promisify(execFile)(process.execPath, parameters, { cwd: join(import.meta.dirname, '..') });
    const page = readFileSync(output, 'utf8');
    expect(page).toMatch(/^\d{4}-\d\d-\d\d, \d+ cores .*Node v\d+.*, load \d+\.\d to \d+\.\d\. 3,000 views/m);
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    for (const work of works)
      expect(
        rows.filter((row) => row.startsWith(`| ${work} |`)),
        work,
      ).not.toEqual([]);
    const compared = rows.slice(2).filter((row) => !/first after a start|a poll|, wall ms/.test(row));
    for (const row of compared) expect(row).toMatch(/\| [\d.]+ \| [^|]+ \| [\d.]+ \| \d+\.\d\d \|$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
