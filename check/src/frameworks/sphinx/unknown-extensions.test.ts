import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

async function said(extensions: string, page: string, more = '', files: Files = {}): Promise<string[]> {
  const pages = names.map((name) => [`docs/${name}.rst`, `.. _target-${name}:\n\nPart ${name}\n======\n`] as const);
  const known = names.map((name) => `:ref:\`target-${name}\` :doc:\`${name}\`\n`).join('');
  const tree = createMemoryTree({
    'docs/conf.py': `extensions = [${extensions}]\n${more}`,
    'docs/index.rst': `Home\n====\n\n.. toctree::\n   :glob:\n\n   *\n\n${known}`,
    ...Object.fromEntries(pages),
    'docs/more.rst': `More\n====\n\n${page}\n`,
    ...files,
  });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ path }) => path === 'docs/more.rst')
    .map(({ severity, message }) => `${severity} ${/target \S+\.|link \S+/u.exec(message)?.[0] ?? message}`);
}

it('tells a target that an extension may bring where nearly all others are there', async () => {
  expect(await said('"acme.made"', ':ref:`target-gone`')).toEqual(['warning target target-gone.']);
  expect(await said('"acme.made"', names.map((name) => `:ref:\`other-${name}\``).join(' '))).toEqual([]);
});

it('says nothing of targets of other projects and of titles', async () => {
  const mapping = 'intersphinx_mapping = {"python": ("https://docs.python.org/3", None)}\n';
  expect(await said('"acme.made", "sphinx.ext.intersphinx"', ':ref:`target-gone`', mapping)).toEqual([]);
  expect(await said('"acme.made"', ':ref:`a:part a`')).toEqual([]);
  expect(await said('"sphinx.ext.autodoc"', ':ref:`target-gone`')).toEqual(['warning target target-gone.']);
});

it('takes targets for those of what programs say of themselves from the sixth on', async () => {
  const some = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));
  const there = some(60, (index) => `.. _there-${index}:\n\nPart ${index}\n-------\n\n:ref:\`there-${index}\`\n`).join(
    '\n',
  );
  const page = (missing: number) =>
    `.. automodule:: x\n\n${some(missing, (index) => `:ref:\`gone-${index}\``).join(' ')}\n\n${there}`;
  expect(await said('"sphinx.ext.autodoc"', page(5))).toEqual(some(5, (index) => `warning target gone-${index}.`));
  expect(await said('"sphinx.ext.autodoc"', page(6))).toEqual([]);
  expect(await said('"acme.made"', page(6))).toHaveLength(6);
  expect(await said('"sphinx.ext.autodoc"', `${page(5)}\n\n:ref:\`genindex\` :ref:\`py-modindex\``)).toHaveLength(5);
});

it('reads the targets of code, where all that is shown of it lies in the repository', async () => {
  const page = `.. automodule:: tool\n\n${[...names, 'in-code'].map((name) => `:ref:\`gone-${name}\``).join(' ')}`;
  const told = names.map((name) => `warning target gone-${name}.`);
  const code = { 'src/tool.py': '# Text.\n\n.. _gone-in-code:\n' };
  const autodoc = '"sphinx.ext.autodoc"';
  expect(await said(autodoc, page, '', code)).toEqual(told);
  expect(await said(autodoc, `${page}\n\n.. autofunction:: numpy.sin`, '', code)).toEqual([]);
  expect(await said(`${autodoc}, "sphinx.ext.autosectionlabel"`, page, '', code)).toEqual([]);
});

it('tells a page in a folder without pages, where an extension may make some, as most others are there', async () => {
  expect(await said('"sphinx.ext.autosummary"', ':doc:`made/gone`')).toEqual(['warning link made/gone']);
});

it('tells the name of a host as one, whatever pages an extension may make', async () => {
  const link = '`x <docs.acme.org/en/latest/index.html>`_';
  expect(await said('"sphinx.ext.autosummary"', link)).toEqual(['warning link docs.acme.org/en/latest/index.html']);
});
