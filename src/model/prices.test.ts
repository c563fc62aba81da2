import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { costOf, loadPrices } from './prices.ts';

function withFile<T>(content: string, work: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-prices-'));
  const file = join(folder, 'prices.json');
  writeFileSync(file, content);
  try {
    return work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('counts what came from the cache and what went there for what it costs', () => {
  const usage = { inputTokens: 1_000, cachedInputTokens: 600, cacheWriteInputTokens: 300, outputTokens: 10 };
  expect(costOf({ input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 }, usage)).toBe(300 + 180 + 1_125 + 150);
  expect(costOf({ input: 3, output: 15 }, usage)).toBe(3_150);
  expect(costOf({ input: 3, output: 0 }, { inputTokens: 5, cachedInputTokens: 9, outputTokens: 0 })).toBe(27);
});

it('takes the longest name that fits, and the table of the operator first', () => {
  const shipped = loadPrices(undefined);
  expect(shipped('ollama/qwen3')).toEqual({ input: 0, output: 0 });
  expect(shipped('anthropic/claude-opus-5-5')).toMatchObject({ input: 4 });
  expect(shipped('anthropic/claude-opus-5')).toMatchObject({ input: 5 });
  expect(shipped('openai/gpt-5.4')).toMatchObject({ input: 2.5 });
  expect(shipped('openai/gpt-5.4-mini')).toMatchObject({ input: 0.75 });
  expect(shipped('openai-compatible/qwen3-coder')).toBeUndefined();
  const models = {
    'openai-compatible/*': { input: 1, output: 2 },
    'openai-compatible/qwen3-vl*': { input: 3, output: 4 },
    'openai/gpt-5.4': { input: 9, output: 9 },
  };
  withFile(JSON.stringify({ models }), (file) => {
    const own = loadPrices(file);
    expect(own('openai-compatible/qwen3-coder')).toEqual({ input: 1, output: 2 });
    expect(own('openai-compatible/qwen3-vl-8b')).toEqual({ input: 3, output: 4 });
    expect(own('openai/gpt-5.4')).toEqual({ input: 9, output: 9 });
    expect(own('openai/gpt-5.4-mini')).toMatchObject({ input: 0.75 });
  });
});

it.each(['{', '{"models":{"a/b":{"input":-1,"output":1}}}', '{"models":{"a/b":{"input":1}}}', '[]'])(
  'refuses the table %s, and names it',
  (content) => {
    withFile(content, (file) => {
      expect(() => loadPrices(file)).toThrow(`The price table ${file} cannot be read: `);
    });
  },
);

it('refuses a table that is not there', () => {
  expect(() => loadPrices('/nowhere/prices.json')).toThrow('ENOENT');
});
