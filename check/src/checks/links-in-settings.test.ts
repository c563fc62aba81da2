import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createFileIndex } from '../site/file-index.ts';
import { hostlessAmong, linksInSettings } from './links-in-settings.ts';

const read = async (text: string) =>
  (await linksInSettings(await createFileIndex(createMemoryTree({ 'mkdocs.yml': text })))).map(({ link }) => link);

it('tells addresses of settings with their places', async () => {
  const url = 'https://acme.dev/a';
  expect(await read(`site_name: x\nextra:\n  a: ${url}, ${url} # ${url}\n`)).toEqual([
    { url, line: 3, column: 6 },
    { url, line: 3, column: 26 },
  ]);
});

it('reads no line that a program made', async () => {
  expect(await read('https://acme.dev/ '.repeat(11_000))).toEqual([]);
});

it('tells an address without a host', async () => {
  const links = await linksInSettings(
    await createFileIndex(createMemoryTree({ 'mkdocs.yml': 'a: https://C/\nb: https://c/d\ne: https://x.com/\n' })),
  );
  expect([...hostlessAmong(links)].map(({ line, message }) => `${line} ${message}`)).toEqual([
    '1 The address https://C/ names no host.',
  ]);
});
