import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

async function said(page: string, { parts = '', prefix = ' = True' } = {}): Promise<readonly string[]> {
  const refs = names.map((name) => `:ref:\`${prefix === '' ? '' : 'theory/Space:'}Part ${name}\`\n`).join('');
  const tree = createMemoryTree({
    'docs/conf.py':
      'extensions = ["sphinx.ext.autosectionlabel", "sphinx.ext.intersphinx"]\nintersphinx_mapping = {"python": ("https://docs.python.org/3", None)}\n' +
      (prefix === '' ? '' : `autosectionlabel_prefix_document${prefix}\n`),
    'docs/index.rst': `Home\n====\n\n.. toctree::\n\n   theory/Space\n   more\n\n${refs}`,
    'docs/theory/Space.rst': `Space\n=====\n\n${names.map((name) => `Part ${name}\n------\n`).join('\n')}\n\nHow to make one\n---------------\n\n${parts}`,
    'docs/more.rst': `More\n====\n\n${page}\n`,
  });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ path }) => path === 'docs/more.rst')
    .map(({ severity, message }) => `${severity} ${/target (.+?)\. Not/u.exec(message)?.[1] ?? message}`);
}

describe('the title of a page as a target', () => {
  it('is looked for on the page that stands before it', async () => {
    expect(await said(':ref:`theory/Space:Gone` :ref:`theory/space:part A`')).toEqual(['warning theory/Space:Gone']);
    expect(await said(':ref:`theory/Space:Gone`', { parts: '.. include:: /elsewhere.rst\n' })).toEqual([]);
  });

  it('is missed with something else before it, where it is long enough to be of this project', async () => {
    expect(await said(':ref:`theory/Spcae:How to make one` :ref:`python:Part a` :ref:`other:Part a`')).toEqual([
      'warning theory/Spcae:How to make one',
    ]);
  });

  it('has the page before it only where the settings say so', async () => {
    expect(await said(':ref:`theory/Space:How to make one`', { prefix: '' })).toEqual([
      'warning theory/Space:How to make one',
    ]);
    expect(await said(':ref:`theory/Space:How to make one`', { prefix: ' = other' })).toEqual([]);
  });

  it('has what is put in place of a name in it, which a role does not', async () => {
    const parts = 'The |X| of it\n-------------\n\nAn :abbr:`Y (why)` of it\n------------------------\n';
    const right = ':ref:`theory/Space:The thing of it` :ref:`theory/Space:An Y of it`';
    expect(await said(right, { parts })).toEqual([]);
    expect(await said(':ref:`theory/Space:The |X| of it`', { parts })).toEqual(['warning theory/Space:The |X| of it']);
    expect(await said(':ref:`theory/Space:How to |make| one`')).toEqual(['warning theory/Space:How to |make| one']);
    expect(await said('| :ref:`theory/Space:How to |make| one`')).toEqual([]);
  });
});
