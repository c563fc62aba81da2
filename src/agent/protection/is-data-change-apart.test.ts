import { expect, it } from 'vitest';
import { isDataChangeApart } from './is-data-change-apart.ts';

it('is no change of data where the thread that compares could not come to its end', async () => {
  const settings = (title: string) => JSON.stringify({ title, links: Array.from({ length: 1_000 }, () => '/a/page') });
  const change = { before: settings('Docs'), after: settings('Guide') };
  expect(await isDataChangeApart(change, 'json')).toBe(true);
  expect(await isDataChangeApart(change, 'json', { milliseconds: 1, memoryMegabytes: 256 })).toBe(false);
});
