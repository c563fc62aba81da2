import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = [
  'box-index',
  'box-space-insert',
  'box-space-delete',
  'box-space-get_all',
  'file-format',
  'a b scheme',
  'once-long-part',
];
const mapping = 'intersphinx_mapping = {"python": ("https://docs.python.org/3", None)}\n';
const known: Files = {
  'docs/index.rst': `Home\n====\n\n.. toctree::\n   :glob:\n\n   *\n\n${names.map((name) => `:ref:\`${name}\``).join(' ')}\n`,
  'docs/targets.rst': `Targets\n=======\n\n${names.map((name) => `.. _${name}:\n\nPart\n----\n`).join('\n')}`,
};

async function said(extensions: string, page: string): Promise<readonly string[]> {
  const conf = `extensions = ["sphinx.ext.intersphinx"${extensions}]\n${mapping}`;
  const files = { ...known, 'docs/conf.py': conf, 'docs/more.rst': `More\n====\n\n${page}\n` };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ path }) => path === 'docs/more.rst')
    .map(({ severity, message }) => `${severity} ${/target (.+?)\. Not/u.exec(message)?.[1] ?? message}`);
}

const ref = (name: string): string => `:ref:\`${name}\``;

describe('a target that no page has, where other projects have some', () => {
  it('is told where it is nearly one of the project', async () => {
    expect(await said('', ref('file-fromat'))).toEqual(['warning file-fromat']);
    expect(await said('', ref('a c scheme'))).toEqual(['warning a c scheme']);
    expect(await said('', ref('other-target'))).toEqual([]);
  });

  it('is told where some of the project begin with it, or like it', async () => {
    expect(await said('', ref('box-space-get'))).toEqual(['warning box-space-get']);
    expect(await said('', ref('box-space-update'))).toEqual(['warning box-space-update']);
    expect(await said('', ref('file'))).toEqual([]);
    expect(await said('', ref('box-other'))).toEqual([]);
  });

  it('is told where it lacks the first word of several', async () => {
    expect(await said('', `${ref('space-insert')} ${ref('other-space-insert')}`)).toEqual(['warning space-insert']);
    expect(await said('', ref('long-part'))).toEqual([]);
  });

  it('may be one of another project where more that begin so are', async () => {
    expect(await said('', `${ref('box-space-get')} ${ref('box-other')}`)).toEqual([]);
  });

  it('may be one of docstrings where they are shown, unless it is nearly another', async () => {
    const page = `.. automodule:: x\n\n${ref('box-space-get')} ${ref('file-fromat')}`;
    expect(await said(', "sphinx.ext.autodoc"', page)).toEqual(['warning file-fromat']);
  });

  it('is told as it is written, and is another with other numbers', async () => {
    expect(await said('', `${ref('File-Fromat')} ${ref('file-format2')}`)).toEqual(['warning File-Fromat']);
  });
});
