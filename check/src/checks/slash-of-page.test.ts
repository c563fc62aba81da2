import { describe, expect, it } from 'vitest';
import { deadLinksOf } from '../../test/dead-links.ts';

describe('relative links that only the other end of the address of their page would make right', () => {
  it('are told on the first page of a folder whose address has no slash at its end', async () => {
    const site = {
      'next.config.mjs': 'import nextra from "nextra";\nexport default nextra({})({});',
      'pages/home/index.mdx': '# Home\n\n[a](./start) [b](home/start) [c](/home/start) [d](./start.mdx) [e](./other)\n',
      'pages/home/start.mdx': '# Start\n\n[a](./other)\n',
      'pages/home/other.mdx': '# Other\n',
      'pages/other.mdx': '# Other\n',
    };
    expect(await deadLinksOf(site)).toEqual(['warning pages/home/index.mdx:3 ./start']);
    const slashed = {
      ...site,
      'next.config.mjs': 'import nextra from "nextra";\nexport default nextra({})({ trailingSlash: true });',
    };
    expect(await deadLinksOf(slashed)).toEqual([]);
  });

  it('are told on a page of Fumadocs, too', async () => {
    const site = {
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });",
      'lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });",
      'app/docs/[[...slug]]/page.tsx': '',
      'next.config.mjs': 'export default {};',
      'content/docs/index.mdx': '---\ntitle: A\n---\n\n[a](./start) [b](docs/start) [c](./start.mdx)\n',
      'content/docs/start.mdx': '---\ntitle: B\n---\n',
    };
    expect(await deadLinksOf(site)).toEqual(['warning content/docs/index.mdx:5 ./start']);
  });

  const docusaurus = {
    'docusaurus.config.js': 'module.exports = { url: "https://a.example", presets: [["classic", {}]] };',
    'docs/a.md': '[b](b) [c](../c) [d](./b.md) [e](/docs/b)\n',
    'docs/b.md': '# B\n',
    'docs/part/index.md': '[x](one) [y](../b)\n',
    'docs/part/one.md': '# One\n',
    'src/pages/c.md': '# C\n',
  };
  const jobs = { '.github/workflows/deploy.yml': 'steps:\n  - uses: peaceiris/actions-gh-pages@v4\n' };

  it('are told of Docusaurus where the host adds a slash as a page is loaded', async () => {
    const told = ['warning docs/a.md:1 b', 'warning docs/a.md:1 ../c'];
    expect(await deadLinksOf(docusaurus)).toEqual([]);
    expect(await deadLinksOf({ ...docusaurus, ...jobs })).toEqual(told);
    expect(await deadLinksOf({ ...docusaurus, 'static/CNAME': 'a.example' })).toEqual(told);
    expect(await deadLinksOf({ ...docusaurus, ...jobs, 'vercel.json': '{}' })).toEqual([]);
    const settings = 'module.exports = { trailingSlash: false, presets: [["classic", {}]] };';
    expect(
      await deadLinksOf({ ...docusaurus, ...jobs, 'docusaurus.config.js': settings.replace('{ t', '{ url: "", t') }),
    ).toEqual([]);
    const many = Array.from({ length: 31 }, (_, index) => `[b](b?${String(index)}) `).join('');
    expect(await deadLinksOf({ ...docusaurus, ...jobs, 'docs/many.md': many })).toEqual([]);
  });

  it('are told of Starlight unless the settings or a plugin say otherwise', async () => {
    const starlight = (more: string) => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { ${more} integrations: [starlight({ title: 'A' })] };`,
      'src/content/docs/index.md': '---\ntitle: A\n---\n\n[a](use/one)\n',
      'src/content/docs/use/one.md': '---\ntitle: A\n---\n\n[a](../use/two) [b](two) [c](../two)\n',
      'src/content/docs/use/two.md': '---\ntitle: A\n---\n',
    });
    const told = ['warning src/content/docs/use/one.md:5 ../use/two', 'warning src/content/docs/use/one.md:5 two'];
    expect(await deadLinksOf(starlight(''))).toEqual(told);
    expect(await deadLinksOf(starlight("trailingSlash: 'never',"))).toEqual([]);
    expect(await deadLinksOf(starlight("build: { format: 'file' },"))).toEqual([]);
    expect(await deadLinksOf(starlight("markdown: { rehypePlugins: ['rehype-relative-links'] },"))).toEqual([]);
  });
});
