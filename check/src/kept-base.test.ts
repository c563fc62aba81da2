import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../test/memory-tree.ts';
import type { CheckedTree } from './checked-tree.ts';
import type { CheckRequest } from './docs-check.ts';
import { keepBase } from './kept-base.ts';
import { createFileIndex } from './site/file-index.ts';

const committed: Files = { 'a.md': 'a', 'b.md': 'b' };

function requestOf(now: Files, changed: readonly string[], { id = 'commit', docsFolder = '' } = {}): CheckRequest {
  return { tree: createMemoryTree(now), base: { ...createMemoryTree(committed), id }, changed, docsFolder };
}

it('reads what it does not know yet as it was, whatever became of the files meanwhile', async () => {
  const bases = keepBase(({ docsFolder = '' }) => docsFolder);
  const written: Record<string, string> = { ...committed, 'b.md': 'changed' };
  const first = { ...requestOf(written, ['b.md']), tree: createMemoryTree(written) };
  expect(bases.find(first)).toBeUndefined();
  const nothing = { sites: [], checked: [], problems: [], factsOf: () => undefined, settingsRead: () => false };
  const checkFiles = async (files: Parameters<typeof createFileIndex>[0]): Promise<CheckedTree> => ({
    ...nothing,
    files: await createFileIndex(files),
  });
  await bases.check(first, checkFiles);
  written['a.md'] = 'changed too';
  const known = bases.find(requestOf(written, ['a.md', 'b.md']));
  expect(await known?.files.readPage('a.md')).toBe('a');
  expect(await known?.files.readPage('b.md')).toBe('b');
  expect(bases.find(requestOf(written, ['a.md', 'b.md'], { id: 'other' }))).toBeUndefined();
  expect(bases.find(requestOf(written, ['a.md', 'b.md'], { docsFolder: 'docs' }))).toBeUndefined();
});
