import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderTree } from './folder.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-tree-'));
  for (const folder of ['docs/build', 'docs/site/build', 'node_modules/x', 'out'])
    await mkdir(join(root, folder), { recursive: true });
  const files = { '.gitignore': '/out/\n', 'docs/.gitignore': 'build\n', 'docs/a.md': 'A', 'docs/build/b.md': 'B' };
  const below = { 'docs/site/.gitignore': '!build\n', 'docs/site/build/e.md': 'E' };
  for (const [path, text] of Object.entries({ ...files, ...below, 'out/c.md': 'C', 'node_modules/x/d.md': 'D' })) {
    await writeFile(join(root, path), text);
  }
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

it('lists what git would keep', async () => {
  expect((await createFolderTree(root).list()).toSorted()).toEqual([
    '.gitignore',
    'docs/.gitignore',
    'docs/a.md',
    'docs/site/.gitignore',
    'docs/site/build/e.md',
  ]);
});

it('waits for nothing that a link leads to', async () => {
  execFileSync('mkfifo', [join(root, 'out/pipe')]);
  await symlink('out/pipe', join(root, 'page.md'));
  await symlink('/dev/zero', join(root, 'endless.md'));
  const tree = createFolderTree(root);
  expect(await Promise.all(['page.md', 'endless.md', 'gone.md'].map((path) => tree.read(path)))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await Promise.all(['page.md', 'endless.md'].map((path) => rm(join(root, path))));
});

it('lists what git tracks although a pattern names it, and says what is a symbolic link', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'folder-tree-'));
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', repository, ...args]);
  git('init', '--quiet');
  await mkdir(join(repository, 'site/build/deep'), { recursive: true });
  const files = {
    '.gitignore': 'build\n',
    'site/build/deep/kept.md': 'x',
    'site/build/made.md': 'x',
    'site/a.md': 'x',
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(repository, path), text);
  await symlink('a.md', join(repository, 'site/b.md'));
  git('add', '--force', 'site/build/deep/kept.md', 'site/a.md');
  for (const version of ['2', '4']) {
    git('update-index', '--index-version', version);
    const tree = createFolderTree(repository);
    expect((await tree.list()).toSorted()).toEqual(['.gitignore', 'site/a.md', 'site/b.md', 'site/build/deep/kept.md']);
    expect(await tree.symbolicLinks?.()).toEqual(['site/b.md']);
  }
  await rm(repository, { recursive: true });
});

it('reads files of the folder and nothing else', async () => {
  const tree = createFolderTree(join(root, 'docs'));
  expect(new TextDecoder().decode(await tree.read('a.md'))).toBe('A');
  expect(await tree.read('none.md')).toBeUndefined();
  expect(await tree.read('../.gitignore')).toBeUndefined();
  expect(await tree.read('build')).toBeUndefined();
});
