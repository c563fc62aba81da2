import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function findingsOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule }) => rule !== 'missing-alt')
    .map(
      ({ severity, path, line, message }) =>
        `${severity} ${path}:${line ?? 0} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`,
    );
}

describe('the name of a host without its scheme', () => {
  it('is told although git leaves out what ends like it', async () => {
    const pictures = '![a](upload.example.org/b.svg) ![c](https://upload.example.org/d.svg) ![e](made.org)\n';
    const site = { 'book.toml': '', 'src/SUMMARY.md': pictures, '.gitignore': '*.org\n' };
    expect(await findingsOf(site)).toEqual([
      'error src/SUMMARY.md:1 upload.example.org/b.svg',
      'error src/SUMMARY.md:1 made.org',
    ]);
  });
});

describe('a folder that git leaves out', () => {
  it('is taken back by the patterns of a deeper folder', async () => {
    const left = { 'packages/.gitignore': 'docs\n', 'packages/a/docs/index.md': '[x](gone.md)\n' };
    const taken = { 'packages/b/.gitignore': '!docs\n', 'packages/b/docs/index.md': '[x](gone.md)\n' };
    expect(await findingsOf({ ...left, ...taken })).toEqual(['error packages/b/docs/index.md:1 gone.md']);
  });
});

describe('a template that begins a line', () => {
  it('makes no code of what follows it', async () => {
    const front = '---\nlayout: a\n---\n\n';
    const site = {
      '_config.yml': 'title: a\n',
      'index.md': `${front}{% include must.html %} use [a](gone.md).\n\n- {% include may.html %} [b](lost.md)\n`,
      'code.md': `${front}Text\n\n    {% x %} [code](gone.md)\n\n{% include box.html %}\n---\n`,
    };
    expect(await findingsOf(site)).toEqual(['error index.md:5 gone.md', 'error index.md:7 lost.md']);
  });
});

it('an address of an element that leads nowhere is none', async () => {
  const page =
    '<details href="#none"><summary>A</summary></details>\n<a href="#lost">b</a> <div href="gone.md"></div>\n';
  expect(await findingsOf({ 'README.md': page })).toEqual(['error README.md:2 #lost']);
});
