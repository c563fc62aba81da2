import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const project: Files = {
  'docs/conf.py': 'extensions = ["myst_parser", "autodoc2", "sphinx.ext.intersphinx"]\nmyst_heading_anchors = 3\n',
  'docs/index.md': `# Home\n\n${names.map((name) => `[x](./part-${name})\n`).join('')}`,
  ...Object.fromEntries(names.map((name) => [`docs/part-${name}.md`, `# Part ${name}\n\n## More of ${name}\n`])),
};

async function said(page: string): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree({ ...project, 'docs/more.md': page }) });
  return findings
    .filter(({ path }) => path === 'docs/more.md')
    .map(({ severity, message }) => `${severity} ${/\S*gone\S*|\S*part-a\S*/u.exec(message)?.[0] ?? message}`);
}

describe('a project of Sphinx with an extension that makes pages', () => {
  it('lacks a page of a name that another folder has, and may have others there', async () => {
    expect(await said('# More\n\n[x](gone/part-a.md) [y](part-a.mdx) [z](made/other.md)\n')).toEqual([
      'warning gone/part-a.md',
      'warning part-a.mdx',
    ]);
  });

  it('lacks a page without the signs of code beside others, where most that are named so are found', async () => {
    expect(await said('# More\n\n[x](./gone) [y](./api/module)\n')).toEqual(['warning ./gone']);
  });
});

describe('an anchor that another project may have', () => {
  const all = names.map((name) => `## Part ${name}\n\n[x](#part-${name})\n\n`).join('');

  it('is hardly one where nearly all are of their pages', async () => {
    expect(await said(`# More\n\n${all}[x](#gone)\n`)).toEqual(['warning #gone']);
  });

  it('may be one where few are', async () => {
    expect(await said(`# More\n\n[x](#what-is-gone)\n`)).toEqual([]);
    expect(await said(`# More\n\n${all}[x](#what-is-gone) [x](#gone-too) [x](#others)\n`)).toEqual([]);
  });
});

describe('a folder of pages that a build gives its settings', () => {
  it('is a project all the same, where settings lie in a hidden folder at most', async () => {
    const pages = Object.fromEntries(names.map((name) => [`docs/${name}.rst`, 'Part\n====\n']));
    const told = async (settings: string): Promise<readonly string[]> => {
      const index = 'Home\n====\n\n.. toctree::\n   :glob:\n\n   *\n\n:doc:`a` :doc:`gone`\n';
      const tree = createMemoryTree({ 'docs/index.rst': index, ...pages, [settings]: 'project = "A"\n' });
      const { findings } = await createCheck().check({ tree });
      return findings.map(({ severity, path, line }) => `${severity} ${path}:${line ?? ''}`);
    };
    expect(await told('docs/.templates/bare/conf.py')).toEqual(['warning docs/index.rst:9']);
    expect(await told('docs/shared/conf.py')).toEqual([]);
  });
});

describe('a word alone as an address in reStructuredText', () => {
  it('leads nowhere, where no page, folder or file beside its page has that name', async () => {
    const links = ['gone', 'b', 'deep', 'LICENSE', 'genindex'].map((word) => `\`x <${word}>\`__`).join(' ');
    const files = { 'docs/a.rst': `A\n=\n\n${links}\n`, 'docs/b.rst': 'B\n=\n', 'docs/deep/c.rst': 'C\n=\n' };
    const told = async (extensions: string): Promise<readonly string[]> => {
      const tree = createMemoryTree({
        'docs/conf.py': `extensions = [${extensions}]\n`,
        'docs/index.rst': 'Home\n====\n\n.. toctree::\n\n   a\n   b\n   deep/c\n',
        'docs/LICENSE': '',
        ...files,
      });
      const { findings } = await createCheck().check({ tree });
      return findings.map(({ severity, message }) => `${severity} ${/link \S+/u.exec(message)?.[0] ?? message}`);
    };
    expect(await told('')).toEqual(['warning link gone']);
    expect(await told('"autoapi.extension"')).toEqual([]);
  });
});

it('an address in reStructuredText leads to no source of a page, and begins with no bracket', async () => {
  const links = ['b.rst', 'b.html', 'code.rst', '(https://a.example/b', 'https://a.example'].map(
    (url) => `\`x <${url}>\`__`,
  );
  const tree = createMemoryTree({
    'docs/conf.py': 'extensions = []\nexclude_patterns = ["code.rst"]\n',
    'docs/index.rst': `Home\n====\n\n.. toctree::\n\n   b\n\n${links.join('\n')}\n`,
    'docs/b.rst': 'B\n=\n',
    'docs/code.rst': 'B\n=\n',
    'README.rst': 'A\n=\n\n`x <docs/b.rst>`__\n',
  });
  const { findings } = await createCheck().check({ tree });
  expect(
    findings.map(({ severity, message }) => `${severity} ${/(?:link|address) \S+/u.exec(message)?.[0] ?? message}`),
  ).toEqual(['error address (https://a.example/b', 'warning link b.rst']);
});

it('an address in reStructuredText is no title of its page, and on Read the Docs none from the top of the host', async () => {
  const told = async (files: Files = {}): Promise<readonly string[]> => {
    const tree = createMemoryTree({
      'docs/conf.py': 'extensions = []\n',
      'docs/index.rst':
        'Home\n====\n\n.. toctree::\n\n   b\n\n`x <#The parts>`_ `y <#the-\nparts>`_ `z </b.html#c>`_ `z </c.html>`_\n\nThe parts\n---------\n',
      'docs/b.rst': 'B\n=\n',
      ...files,
    });
    const { findings } = await createCheck().check({ tree });
    return findings.map(({ severity, message }) => `${severity} ${/link (.*?) leads/u.exec(message)?.[1] ?? message}`);
  };
  expect(await told()).toEqual(['warning #The parts']);
  expect(await told({ '.readthedocs.yaml': 'version: 2\n' })).toEqual(['warning #The parts', 'warning /b.html#c']);
});
