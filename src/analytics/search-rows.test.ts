import { expect, it } from 'vitest';
import { matchingRows, takePage } from './search-rows.ts';
import type { CountRow } from './visits/visit-store.ts';

const row = (value: string): CountRow => ({ value, human: 1, ai: 0, total: 1 });

async function* inChunks(values: readonly string[], size: number): AsyncIterable<readonly CountRow[]> {
  for (let index = 0; index < values.length; index += size) {
    yield await Promise.resolve(values.slice(index, index + size).map(row));
  }
}

it.each([1, 2, 3, 100])('pages through what matches, in chunks of %i', async (size) => {
  const values = ['/Guide/a', '/x', '/guide/b', '/y', '/GUIDE/c', '/z'];
  const page = async (offset: number, limit: number) => {
    const { rows, hasMore } = await takePage(matchingRows(inChunks(values, size), 'guide'), { offset, limit });
    return [rows.map(({ value }) => value), hasMore];
  };
  expect(await page(0, 2)).toEqual([['/Guide/a', '/guide/b'], true]);
  expect(await page(2, 2)).toEqual([['/GUIDE/c'], false]);
  expect(await page(0, 3)).toEqual([['/Guide/a', '/guide/b', '/GUIDE/c'], false]);
  expect(await page(5, 2)).toEqual([[], false]);
});
