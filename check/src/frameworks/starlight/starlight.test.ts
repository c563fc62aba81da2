import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function severities(page: string): Promise<string[]> {
  const tree = createMemoryTree({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'A' })] };\n`,
    'src/content/docs/index.mdx': '---\ntitle: A\n---\n\n[a](/guide/gone/)\n',
    'src/content/docs/guide/c.md': '---\ntitle: C\n---\n',
    'src/content/docs/b.md': '---\ntitle: B\n---\n\n[a](/)\n',
    [page]: '<a href="/b/">B</a>\n',
  });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ severity, path }) => `${severity} ${path}`);
}

it('publishes no page at an address at which a page of the site itself lies', async () => {
  expect(await severities('src/pages/about.astro')).toEqual(['error src/content/docs/index.mdx']);
  expect(await severities('src/pages/index.astro')).toEqual(['warning src/content/docs/index.mdx']);
});
