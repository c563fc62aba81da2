import { expect, it } from 'vitest';
import { deadLinksOf } from '../../test/dead-links.ts';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const nextra = (page: string, base = '/docs', more: Readonly<Record<string, string>> = {}) =>
  deadLinksOf({
    'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({ theme: 'nextra-theme-docs' })({ basePath: '${base}' });\n`,
    'pages/index.mdx': page,
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`pages/${name}.mdx`, '# A\n'])),
    ...more,
  });
const right = '[a](/a) [b](/b) [c](/c)\n';

it('tells addresses with the base of Nextra, which Next.js puts before them once more, where others have none', async () => {
  expect(await nextra(`${right}\n[d](/docs/d) <a href="/docs/d">d</a> [e](/docs)\n`)).toEqual([
    'warning pages/index.mdx:3 /docs/d',
  ]);
  expect(await nextra(`${right}\n[d](/docs/d)\n`, '/tool')).toEqual([]);
  expect(await nextra(`${right}\n[d](/docs/d)\n`, '/docs', { 'pages/docs/d.mdx': '# D\n' })).toEqual([]);
  expect(await nextra('[a](/a) [b](/docs/b) [c](/docs/c) [d](/docs/d)\n')).toEqual([]);
});

it('tells those of VitePress in the frontmatter of a first page, before which its theme puts the base', async () => {
  const vitepress = async (link: string): Promise<string[]> => {
    const tree = createMemoryTree({
      '.vitepress/config.mts': "export default { title: 'A', base: '/tool/' };\n",
      'index.md': `---\nlayout: home\nhero:\n  actions:\n    - text: A\n      link: ${link}\n---\n\n[b](/b) [c](/c)\n`,
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, '# A\n'])),
    });
    const { findings } = await createDocsCheck().check({ tree });
    return findings.map(({ message }) => /looked for [^)]*/u.exec(message)?.[0] ?? message);
  };
  expect(await vitepress('/a')).toEqual([]);
  expect(await vitepress('/tool/a')).toEqual(['looked for /tool/a']);
});
