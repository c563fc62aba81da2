import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMissingAt, readRevisionNames } from './git-revisions.ts';

let root = '';
let first = '';
const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args]).toString();
const commit = (message: string) => {
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', message);
};
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'git-revisions-'));
  git('init', '--quiet', '--initial-branch=main');
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/a.js'), 'a');
  await symlink('src', join(root, 'link'));
  commit('one');
  git('tag', 'v1.0');
  git('branch', 'dev/2.0');
  first = git('rev-parse', 'HEAD').trim();
  git('mv', 'src/a.js', 'src/b.js');
  commit('two');
  git('update-ref', 'refs/remotes/origin/next', 'HEAD');
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

it('tells what a tag, a branch or a commit does not have', async () => {
  const there = ['v1.0/src/a.js', 'v1.0/src', 'next/src/b.js', 'dev/2.0/src/a.js', `${first}/src/a.js`];
  const gone = ['v1.0/src/b.js', 'v1.0/src/a.js/b', 'next/src/a.js', 'dev/2.0/gone', `${first.slice(0, 9)}/src/*.js`];
  expect(await readMissingAt(root, [...there, ...gone])).toEqual(gone);
  expect(await readMissingAt(join(root, 'src'), [...there, ...gone])).toEqual(gone);
});

it('tells nothing that one of two readings of the address finds', async () => {
  git('tag', 'release');
  git('branch', 'release/src', first);
  expect(await readMissingAt(root, ['release/src/src/a.js', 'release/src/a.js'])).toEqual(['release/src/a.js']);
});

it('tells nothing of a revision that is not at hand, nor of what lies behind a symbolic link', async () => {
  const asked = [
    'v2.0/src/gone.js',
    `${'0'.repeat(40)}/src/gone.js`,
    'v1.0',
    '--all/x',
    'HEAD/gone',
    'v1.0/link/gone.js',
  ];
  expect(await readMissingAt(root, asked)).toEqual([]);
  expect(await readMissingAt(join(root, 'nowhere'), ['v1.0/gone'])).toEqual([]);
});

it('tells what branches and tags are called where all of them are at hand', async () => {
  const sorted = async (folder: string) => {
    const { branches, tags } = (await readRevisionNames(folder)) ?? {};
    return [branches?.filter((name) => name !== 'HEAD').toSorted(), tags?.toSorted()];
  };
  const tags = git('tag').trim().split('\n');
  const branches = git('branch', '--format=%(refname:short)').trim().split('\n');
  expect(await sorted(root)).toEqual([[...branches, 'next'].toSorted(), tags]);
  const clone = async (...more: readonly string[]) => {
    const copy = await mkdtemp(join(tmpdir(), 'git-revisions-'));
    execFileSync('git', ['clone', '--quiet', ...more, `file://${root}`, copy]);
    const found = await sorted(copy);
    await rm(copy, { recursive: true });
    return found;
  };
  expect(await clone()).toEqual([['main', ...branches].toSorted(), tags]);
  expect(await clone('--no-tags')).toEqual([['main', ...branches].toSorted(), []]);
  for (const few of [['--single-branch'], ['--depth=1', '--no-single-branch']])
    expect(await clone(...few)).toEqual([undefined, undefined]);
  expect(await sorted(join(root, 'nowhere'))).toEqual([undefined, undefined]);
});
