import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function straysOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ message }) => message.includes('leads to no file'))
    .map(({ path, message }) => `${path} ${/The link (\S+)/u.exec(message)?.[1] ?? ''}`);
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const links = names.map((name) => `[x](run/${name}.yaml)`).join('\n');

/** Pages of a program that is not known, and files beside them. */
const site: Files = {
  'docs/first.mdx': `---\nsidebar_position: 1\n---\n\n${links}\n`,
  ...Object.fromEntries(names.map((name) => [`docs/run/${name}.yaml`, 'x: 1\n'])),
};

function page(name: string, ...written: readonly string[]): Files {
  return { [`docs/${name}.mdx`]: written.map((url) => `[x](${url})\n`).join('\n') };
}

it('files that are not there are told where nearly all others lie beside their page', async () => {
  expect(await straysOf({ ...site, ...page('q', 'run/gone.yaml') })).toEqual(['docs/q.mdx run/gone.yaml']);
  const fewer = { ...site };
  delete (fewer as Record<string, unknown>)['docs/run/f.yaml'];
  expect(await straysOf(fewer)).toEqual([]);
});

it('files that git leaves out, that many pages name, and that readers download are not told', async () => {
  const ignored = { '.gitignore': '*.log\n', ...page('q', 'run/gone.log') };
  expect(await straysOf({ ...site, ...ignored })).toEqual([]);
  expect(await straysOf({ ...site, ...page('q', 'run/gone.zip', 'v1.2.3', '{x}.yaml') })).toEqual([]);
  const several = Object.assign({}, ...['q', 'r', 's', 't'].map((name) => page(name, 'run/gone.yaml'))) as Files;
  expect(await straysOf({ ...site, ...several })).toEqual([]);
});

it('pictures that lie elsewhere are told where nearly all others lie beside their page', async () => {
  const missing = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
    return findings.filter(({ rule }) => rule === 'missing-file').map(({ path, line }) => `${path}:${line ?? 0}`);
  };
  const shown = names.map((name) => `![x](img/${name}.png)`).join('\n');
  const pictures = Object.fromEntries(names.map((name) => [`docs/img/${name}.png`, '']));
  const pages = { 'docs/first.mdx': `---\nsidebar_position: 1\n---\n\n${shown}\n`, ...pictures };
  const stray = { 'docs/q.mdx': '![x](img/a.png)\n\n![x](docs/img/b.png)\n' };
  expect(await missing({ ...pages, ...stray })).toEqual(['docs/q.mdx:3']);
  const deeper = { 'docs/more/q.mdx': '![x](img/a.png) ![x](img/b.png)\n' };
  expect(await missing({ ...pages, ...deeper })).toEqual(['docs/more/q.mdx:1', 'docs/more/q.mdx:1']);
  const aside = {
    'docs/more/q.mdx': '![x](img/y.png) ![x](img/z.png)\n',
    'docs/aside/y.png': '',
    'docs/aside/z.png': '',
  };
  expect(await missing({ ...pages, ...aside })).toEqual([]);
  const many = names.slice(0, 4).map((name) => `![x](img/${name}.png)`);
  expect(await missing({ ...pages, 'docs/more/q.mdx': many.join('\n') })).toEqual([]);
  // A program may put the folders of several parts together.
  expect(await missing({ ...pages, 'learn/q.mdx': '![x](img/a.png)\n' })).toEqual([]);
  expect(await missing({ ...stray, 'docs/img/a.png': '', 'docs/img/b.png': '' })).toEqual([]);
});
