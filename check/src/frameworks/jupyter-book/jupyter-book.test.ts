import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const pages = {
  'book/index.md': '# A\n',
  'book/start.ipynb': '{"cells": []}',
  'book/guide/setup.md': '# Set up\n',
  'book/guide/deep/run.rst': 'Run\n===\n',
  'book/data/plot.py': '# %% [markdown]\n',
};
const check = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { findings } = await createCheck().check({ tree: createMemoryTree({ ...pages, ...files }) });
  return findings.map(({ severity, rule, path, line, message }) =>
    [severity, rule, `${path}:${line ?? ''}`, /names (\S+),/u.exec(message)?.[1]].join(' '),
  );
};

describe('the table of contents of Jupyter Book', () => {
  it.each([
    ['root: index\nparts:\n- chapters:\n  - file: start\n    sections:\n    - file: guide/setup\n', 'guide/run'],
    ['format: jb-article\nroot: index.md\nsections:\n- file: data/plot\n- glob: guide/*\n', 'guide/deep/start'],
    ['- file: index\n- part: A\n  chapters:\n  - file: guide/deep/run\n  - url: https://a.example\n', 'guide/gone'],
    ['root: index\nsubtrees:\n- entries:\n  - file: start.ipynb\n', 'gone.md'],
  ])('names pages with any ending, in each of its formats', async (toc, gone) => {
    const added = toc.replace(/^( *)- file.*\n/mu, (line, space: string) => `${line}${space}- file: ${gone}\n`);
    expect(await check({ 'book/_toc.yml': toc })).toEqual([]);
    expect(await check({ 'book/_toc.yml': added })).toEqual([
      expect.stringMatching(`^warning navigation-missing-page book/_toc.yml:\\d ${gone}$`),
    ]);
  });

  it('names others that a build writes, in folders of their own or left out by git', async () => {
    const toc = 'root: index\nchapters:\n- file: start\n- file: api/index\n- file: guide/log\n';
    expect(await check({ 'book/_toc.yml': toc, '.gitignore': 'book/guide/log.md\n' })).toEqual([]);
  });

  it('tells pages that have moved, where hardly any is found', async () => {
    const toc = 'root: index\nchapters:\n- file: a/setup\n- file: a/run\n- file: b\n- file: c\n';
    expect(await check({ 'book/_toc.yml': toc })).toEqual([
      'warning navigation-missing-page book/_toc.yml:3 a/setup',
      'warning navigation-missing-page book/_toc.yml:4 a/run',
    ]);
  });

  it('stands in the settings of MyST too, whose pages have targets', async () => {
    const toc = 'project:\n  toc:\n  - file: index.md\n  - title: A\n    children:\n    - file: guide/setup.md\n';
    const page = { 'book/index.md': '# A\n\n[x](#the-part) [y](#no-part)\n\n(the-part)=\n## B\n' };
    expect(await check({ 'book/myst.yml': `${toc}    - file: guide/gone.md\n`, ...page })).toEqual([
      'warning broken-anchor book/index.md:3 ',
      'warning navigation-missing-page book/myst.yml:7 guide/gone.md',
    ]);
  });
});
