import { expect, it } from 'vitest';
import { deadLinksOf } from '../../test/dead-links.ts';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const both = '[b](b.md) <a href="b.md#x">b</a>\n';

it('tells sources of pages that a site of Starlight names, which changes no address', async () => {
  const starlight = (settings: string, more = '', files: Readonly<Record<string, string>> = {}) =>
    deadLinksOf({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\n${more}\nexport default { ${settings} integrations: [starlight({})] };\n`,
      'src/content/docs/index.md': `[b](./b.md#x) [b](b/)\n`,
      'src/content/docs/b.md': '# B\n\n## X\n',
      ...files,
    });
  const told = ['warning src/content/docs/index.md:1 ./b.md#x'];
  expect(await starlight('')).toEqual(told);
  expect(await starlight("markdown: { rehypePlugins: ['rehype-slug'] },", "import s from 'rehype-slug';")).toEqual(
    told,
  );
  const led = "redirects: { '/b.md': '/b/', '/gone.md': '/b/' },";
  expect(await starlight(led, '', { 'src/content/docs/index.md': '[b](/b.md) [c](gone.md)\n' })).toEqual([]);
  // A plugin may make it the address of the page.
  expect(await starlight("markdown: { rehypePlugins: ['rehype-astro-relative-markdown-links'] },")).toEqual([]);
  expect(await starlight('markdown: { rehypePlugins: [own] },', "import own from './own.mjs';")).toEqual([]);
  expect(await starlight('', "import own from './src/remark-own.mjs';")).toEqual([]);
  // A program publishes the text of each page.
  expect(await starlight('', '', { 'src/pages/[...slug].md.ts': '' })).toEqual([]);
});

it('tells them in HTML on a site of Docusaurus and VitePress, which change those of Markdown alone', async () => {
  const docusaurus = (files: Readonly<Record<string, string>>) =>
    deadLinksOf({
      'docusaurus.config.js': "module.exports = { url: 'https://a.dev', baseUrl: '/', presets: [['classic', {}]] };\n",
      'docs/a.md': both,
      'docs/b.md': '# B\n\n## X\n',
      ...files,
    });
  expect(await docusaurus({})).toEqual(['warning docs/a.md:1 b.md#x']);
  expect(await docusaurus({ 'src/theme/MDXComponents/A.js': '' })).toEqual([]);
  const vitepress = { '.vitepress/config.ts': 'export default {};', 'a.md': both, 'b.md': '# B\n\n## X\n' };
  expect(await deadLinksOf(vitepress)).toEqual(['warning a.md:1 b.md#x']);
});

it('tells sources of another part of a site of Docusaurus, of which each plugin knows its own files', async () => {
  const told = (files: Readonly<Record<string, string>>, more = '') =>
    deadLinksOf({
      'docusaurus.config.js': `module.exports = { url: 'https://a.dev', baseUrl: '/', presets: [['classic', {}]], ${more} };\n`,
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n\n[a](a.md) [a](@site/docs/a.md)\n',
      'blog/2024-01-01-post.md': '[a](../docs/a.md) [b](/docs/b)\n',
      ...files,
    });
  expect(await told({})).toEqual(['warning blog/2024-01-01-post.md:1 ../docs/a.md']);
  const others = "plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api' }]],";
  const ofApi = { 'api/c.md': '[a](../docs/a.md) [d](d.md)\n', 'api/d.md': '# D\n', 'blog/2024-01-01-post.md': '' };
  expect(await told(ofApi, others)).toEqual(['warning api/c.md:1 ../docs/a.md']);
  // A plugin of the site's own may find it.
  const own = "import links from './links.js';\n";
  const text = 'visit(tree, (node) => { node.url = x; });';
  const settings = `${own}export default { url: 'https://a.dev', baseUrl: '/', presets: [['classic', { blog: { remarkPlugins: [links] } }]] };\n`;
  expect(await told({ 'docusaurus.config.js': settings, 'links.js': text })).toEqual([]);
});

it('tells sources that are found by the address of a page alone, since a plugin of Docusaurus looks for files', async () => {
  const told = (link: string, more = '', files: Readonly<Record<string, string>> = {}) =>
    deadLinksOf({
      ...files,
      'docusaurus.config.js': `module.exports = { url: 'https://a.dev', baseUrl: '/', presets: [['classic', {}]], ${more} };\n`,
      'docs/a.md': `# A\n\n${link}\n`,
      'docs/guides/index.md': '# Guides\n',
      'docs/b c.md': '# B\n',
    });
  expect(await told('[g](./guides.md)')).toEqual(['warning docs/a.md:3 ./guides.md']);
  expect(await told('[g](guides/index.md) [b](b%20c.md) [b](/docs/guides/index.md) [g](./guides)')).toEqual([]);
  // The address is that of a version, and the file one of the document itself.
  const versions = { 'versions.json': '["1"]', 'versioned_docs/version-1/c.md': '# C\n', 'docs/c.md': '# C\n' };
  expect(await told('[c](/docs/c.md)', '', versions)).toEqual([]);
  // The sources may be published beside the pages.
  expect(await told('[g](./guides.md)', "plugins: ['docusaurus-plugin-llms'],")).toEqual([]);
});

it('says nothing where a site has very many', async () => {
  const names = Array.from({ length: 31 }, (_, index) => `b${String(index)}`);
  const files = {
    '.vitepress/config.ts': 'export default {};',
    'a.md': names.map((name) => `<a href="${name}.md">b</a>\n`).join('\n'),
    ...Object.fromEntries(names.map((name) => [`${name}.md`, '# B\n'])),
  };
  expect(await deadLinksOf(files)).toEqual([]);
});

it('does not doubt those in HTML of a site of MkDocs, however many there are', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `b${String(index)}`);
  const site = async (settings: string) => {
    const files = {
      'guide/mkdocs.yml': `site_name: A\n${settings}`,
      'guide/docs/index.md': `<div>\n${names.map((name) => `<a href="${name}.md">b</a>\n`).join('')}</div>\n`,
      ...Object.fromEntries(names.map((name) => [`guide/docs/${name}.md`, '# B\n'])),
    };
    const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
    return findings.filter(({ severity }) => severity !== 'notice').map(({ rule }) => rule);
  };
  expect(await site('')).toEqual(names.map(() => 'broken-link'));
  expect(await site('plugins: [rewrites-html]\n')).toEqual(['doubted']);
});
