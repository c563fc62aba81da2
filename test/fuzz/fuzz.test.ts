// A minute of what `npm run fuzz` does for as long as it is told, so that it goes on working.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fuzz, makeInput } from './fuzz-server.ts';
import { inputSchema } from './input.ts';
import { createRandom } from './random.ts';
import { operationsOf, type ApiDocument } from './request-inputs.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-fuzz-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as ApiDocument;
const api = { document, operations: operationsOf(document) };
const inputs = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => makeInput(createRandom(seed + index), api));

describe('inputs', () => {
  it('are the same from the same seed, and others from another', () => {
    expect(inputs(1, 50)).toEqual(inputs(1, 50));
    expect(inputs(1, 50)).not.toEqual(inputs(1_000, 50));
  });

  it('are of every kind, and the same when they are read again', () => {
    const made = inputs(7, 300);
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(['request', 'socket', 'documentation', 'log']));
    for (const input of made) expect(inputSchema.parse(JSON.parse(JSON.stringify(input)))).toEqual(input);
  });
});

it('finds nothing in a few inputs', async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const found = await fuzz({ milliseconds: 90_000, most: 120, seed: 4, folder, print });
  expect(found, lines.join('\n')).toBe(0);
  expect(lines.at(-1)).toMatch(/^120 inputs of seed 4/);
}, 150_000);
