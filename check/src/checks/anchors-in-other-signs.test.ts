import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(files: Files): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ severity, message }) => `${severity} ${/mean (\S+)\?/u.exec(message)?.[1] ?? message}`);
}

const page = '---\nlayout: x\n---\n\n## A Part\n\n## Another Part\n\n## More Parts\n\n';

it('tells several with capitals on a site of Hugo, where as many are in small letters', async () => {
  const hugo = { 'hugo.toml': 'baseURL = "https://example.org/"\n', 'content/_index.md': 'x\n' };
  const small = '[a](#a-part) [b](#another-part)';
  expect(await said({ ...hugo, 'content/a.md': `${page}${small} [x](#A-Part) [y](#More-Parts)\n` })).toEqual([
    'warning #a-part',
    'warning #more-parts',
  ]);
  expect(await said({ ...hugo, 'content/a.md': `${page}[a](#a-part) [x](#A-Part) [y](#More-Parts)\n` })).toEqual([]);
  expect(await said({ 'a.mdx': `${page}${small} [x](#A-Part) [y](#More-Parts)\n` })).toEqual([]);
});

it('tells one with capitals on a site of Fern, where as many are in small letters', async () => {
  const fern = {
    'fern/fern.config.json': '{ "organization": "acme", "version": "0.1.0" }\n',
    'fern/docs.yml': 'instances: []\nnavigation:\n  - page: A\n    path: pages/a.mdx\n',
  };
  const text = page.slice(page.indexOf('## A'));
  expect(await said({ ...fern, 'fern/pages/a.mdx': `${text}[a](#a-part) [x](#another-Part)\n` })).toContain(
    'warning #another-part',
  );
  expect(await said({ ...fern, 'fern/pages/a.mdx': `${text}[a](#a-part) [x](#another-part)\n` })).toEqual([]);
});

it('tells an anchor with capitals, where kramdown makes them of small letters', async () => {
  const jekyll = { '_config.yml': 'title: x\n', 'index.md': page };
  expect(await said({ ...jekyll, 'index.md': `${page}[x](#A-Part)\n` })).toEqual(['warning #a-part']);
  expect(await said({ ...jekyll, 'index.md': `${page}[x](#A-Part) [y](#Another-Part)\n` })).toEqual([]);
  expect(await said({ ...jekyll, 'index.md': `${page}<a name="A-Part"></a>[x](#A-Part)\n` })).toEqual([]);
});
