import { createHash } from 'node:crypto';
import openApi from '../openapi.json' with { type: 'json' };
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';

it('finds every generated file up to date (`npm run generate` writes them)', async () => {
  for (const { path, content } of await generatedFiles()) {
    const committed = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    expect(committed === content, `${path} is stale: run npm run generate`).toBe(true);
  }
});

it('publishes patterns that a client can use as they are: no flag of ours, which would stand for text', () => {
  const patterns = [...JSON.stringify(openApi).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
  expect(patterns.length).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(pattern).toMatch(/^\^.*\$$/);
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
  }
});

it('finds the code that counts visitors compiled from its source (`npm run marks` does)', async () => {
  const source = await readFile(join(import.meta.dirname, 'visitor-marks/visitor-marks.as'));
  const compiled = join(import.meta.dirname, '../src/analytics/visits/embedded/count/visitor-marks.generated.ts');
  expect(await readFile(compiled, 'utf8')).toContain(createHash('sha256').update(source).digest('hex'));
});
