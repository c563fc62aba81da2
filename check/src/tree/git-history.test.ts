import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGitBase, readFormerPaths } from './git.ts';

let root = '';
const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args]).toString();
const commit = (message: string) => {
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', message);
};
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'git-history-'));
  git('init', '--quiet', '--initial-branch=main');
  await mkdir(join(root, 'docs'));
  for (const name of ['moved', 'left', 'edited', 'line\nbreak']) await writeFile(join(root, `docs/${name}.md`), name);
  commit('one');
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

it('tells what commits took away or moved as it was, below a folder, what went last first', async () => {
  git('mv', 'docs/moved.md', 'docs/here.md');
  git('mv', 'docs/line\nbreak.md', 'docs/straight.md');
  commit('two');
  git('mv', 'docs/left.md', 'left.md');
  git('mv', 'docs/edited.md', 'docs/other.md');
  await writeFile(join(root, 'docs/other.md'), 'else');
  commit('three');
  const by = (revision: string) => {
    const [name = '', day = ''] = git('log', '-1', '--format=%h %cs', revision).trim().split(' ');
    return { commit: name, day };
  };
  expect(await readFormerPaths(join(root, 'docs'))).toEqual([
    { path: 'edited.md', by: by('HEAD') },
    { path: 'left.md', by: by('HEAD') },
    { path: 'moved.md', movedTo: 'here.md', by: by('HEAD^') },
    { path: 'line\nbreak.md', movedTo: 'straight.md', by: by('HEAD^') },
  ]);
  expect((await readFormerPaths(root)).map(({ path, movedTo }) => [path, movedTo])).toContainEqual([
    'docs/left.md',
    'left.md',
  ]);
});

it('tells nothing where there is no history', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'git-history-'));
  expect(await readFormerPaths(folder)).toEqual([]);
  execFileSync('git', ['-C', folder, 'init', '--quiet']);
  expect(await readFormerPaths(folder)).toEqual([]);
  expect(await readFormerPaths(join(folder, 'nowhere'))).toEqual([]);
  await rm(folder, { recursive: true });
});

it('passes over the submodules of a commit, whose entries are no files', async () => {
  git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},docs/module`);
  await writeFile(join(root, 'docs/beside.md'), 'beside');
  git('add', 'docs/beside.md');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'four');
  await mkdir(join(root, 'docs/module'), { recursive: true });
  const { tree, changed } = await createGitBase(root, 'HEAD');
  const paths = await tree.list();
  expect(paths).toContain('docs/beside.md');
  expect(paths).not.toContain('docs/module');
  expect(await Promise.all(paths.map(async (path) => tree.read(path)))).not.toContain(undefined);
  expect(changed).toEqual([]);
});
