import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderTree } from './folder-tree.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-tree-'));
  for (const folder of ['docs/build', 'node_modules/x', 'out']) await mkdir(join(root, folder), { recursive: true });
  const files = { '.gitignore': '/out/\n', 'docs/.gitignore': 'build\n', 'docs/a.md': 'A', 'docs/build/b.md': 'B' };
  for (const [path, text] of Object.entries({ ...files, 'out/c.md': 'C', 'node_modules/x/d.md': 'D' })) {
    await writeFile(join(root, path), text);
  }
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

it('lists what git would keep', async () => {
  expect((await createFolderTree(root).list()).toSorted()).toEqual(['.gitignore', 'docs/.gitignore', 'docs/a.md']);
});

it('reads files of the folder and nothing else', async () => {
  const tree = createFolderTree(join(root, 'docs'));
  expect(new TextDecoder().decode(await tree.read('a.md'))).toBe('A');
  expect(await tree.read('none.md')).toBeUndefined();
  expect(await tree.read('../.gitignore')).toBeUndefined();
  expect(await tree.read('build')).toBeUndefined();
});
