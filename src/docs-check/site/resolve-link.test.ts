import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(files: Files): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ rule, message }) => `${rule} ${/`\S*`|@\S+|\S+\.png/u.exec(message)?.[0] ?? message}`);
}

const site = { 'docusaurus.config.js': 'export default { presets: [["classic", {}]] };\n', 'docs/a.md': '# A\n' };

it('passes over a name before all folders, which a plugin puts a folder for', async () => {
  expect(await said({ ...site, 'docs/b.md': '![x](@images/a.png) [y](@parts/a.md)\n' })).toEqual([]);
  expect(await said({ ...site, 'docs/b.md': '![x](@site/static/a.png)\n' })).toEqual([
    'missing-file @site/static/a.png',
  ]);
});

it('takes no address for one between signs of code', async () => {
  expect(await said({ ...site, 'docs/b.md': '[x](`/docs/a`)\n' })).toEqual(['malformed-link `/docs/a`']);
});
