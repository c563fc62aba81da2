import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ severity, path, line }) => `${severity} ${path}:${line ?? ''}`);
}

const toctree = '.. toctree::\n   :glob:\n\n   */Index\n';
const page = `Part\n====\n\n.. _part:\n\nOf it\n-----\n\n${':ref:`part`\n\n'.repeat(40)}`;

describe('a folder that phpDocumentor renders', () => {
  for (const settings of ['guides.xml', 'Settings.cfg']) {
    it(`is a site by its ${settings}, whose first page has a capital`, async () => {
      const index = `Home\n====\n\n${toctree}\n:ref:\`part\` :ref:\`gone\` :doc:\`Part/Index\` :doc:\`Gone/Index\`\n`;
      const files = { 'Documentation/Index.rst': index, 'Documentation/Part/Index.rst': page };
      const all = { ...files, [`Documentation/${settings}`]: '<guides/>' };
      const line = 'warning Documentation/Index.rst:9';
      expect(await said(all)).toEqual([line, line]);
      expect(await said(files)).toEqual([]);
    });
  }

  it('has targets in its parts, and names those of others by their project', async () => {
    const index = `Home\n====\n\n.. include:: Parts/_*.rst.txt\n\n${toctree}\n:ref:\`shown\` :ref:\`other:gone\`\n\n:ref:\`gone\`\n`;
    const files = { 'Documentation/Index.rst': index, 'Documentation/Part/Index.rst': page };
    const part = {
      'Documentation/Parts/_Part.rst.txt': '.. _shown:\n\n.. literalinclude:: Code/a.php\n',
      'Documentation/Code/a.php': '',
    };
    expect(await said({ ...files, ...part, 'Documentation/guides.xml': '<guides/>' })).toEqual([
      'warning Documentation/Index.rst:13',
    ]);
  });

  it('gives what it describes an anchor of its own', async () => {
    const described = `${page}\n.. confval:: part\n   :name: part\n\n   Text.\n`;
    const index = `Home\n====\n\n${toctree}\n:ref:\`part\` :ref:\`confval-part\` :ref:\`gone\`\n`;
    const files = { 'Documentation/Index.rst': index, 'Documentation/Part/Index.rst': described };
    expect(await said({ ...files, 'Documentation/guides.xml': '<guides/>' })).toEqual([
      'warning Documentation/Index.rst:9',
    ]);
  });
});

describe('a folder of pages whose list lies beside its first page', () => {
  it('is a project without its settings', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const pages = Object.fromEntries(names.map((name) => [`docs/en/${name}.rst`, 'Part\n====\n']));
    const list = `:orphan:\n\n.. toctree::\n\n${names.map((name) => `   ${name}\n`).join('')}`;
    const index = 'Home\n====\n\n:doc:`a` :doc:`gone`\n';
    expect(await said({ ...pages, 'docs/en/index.rst': index, 'docs/en/sidebar.rst': list })).toEqual([
      'warning docs/en/index.rst:4',
    ]);
    expect(await said({ ...pages, 'docs/en/index.rst': index, 'docs/en/list.rst': list })).toEqual([]);
  });
});
