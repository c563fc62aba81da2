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
