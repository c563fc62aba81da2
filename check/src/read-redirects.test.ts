import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../test/memory-tree.ts';
import { readRedirects } from './find-sites.ts';

const read = (files: Files) => readRedirects(createMemoryTree(files), '');
const module = (value: unknown) => `export default ${JSON.stringify(value)};\n`;

it.each<[string, Files, readonly string[]]>([
  [
    'Docusaurus, below its base',
    {
      'docusaurus.config.js': module({
        baseUrl: '/base/',
        presets: [['classic', {}]],
        plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/old', '/older'], to: '/' }] }]],
      }),
      'docs/a.md': '# A\n',
    },
    ['/old', '/base/old', '/older', '/base/older'],
  ],
  [
    'MkDocs',
    {
      'mkdocs.yml': 'site_name: x\nplugins: {redirects: {redirect_maps: {old/a.md: index.md}}}\n',
      'docs/index.md': '# A\n',
    },
    ['/old/a'],
  ],
  [
    'Starlight',
    {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { redirects: { '/old/[...rest]': '/' }, integrations: [starlight({ title: 'x' })] };\n`,
      'src/content/docs/index.md': '---\ntitle: A\n---\n',
    },
    ['/old/**'],
  ],
  [
    'Next.js, without those on a condition',
    {
      'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({})({ redirects: () => [{ source: '/old/:path*', destination: '/' }, { source: '/host', destination: '/', has: [{ type: 'host' }] }], rewrites: () => [{ source: '/raw', destination: '/' }] });\n`,
      'content/index.mdx': '# A\n',
    },
    ['/old/**'],
  ],
  [
    'VitePress, of its host',
    {
      '.vitepress/config.ts': module({}),
      'index.md': '# A\n',
      'vercel.json': JSON.stringify({
        redirects: [
          { source: '/old(.*)', destination: '/' },
          { source: '/x', destination: '/', missing: [{ type: 'header', key: 'a' }] },
        ],
        headers: [{ source: '/assets/:path*', headers: [] }],
        rewrites: [{ source: '/api/:path*', destination: '/' }],
      }),
      'netlify.toml':
        '[[redirects]]\n  from = "/net/*"\n  to = "/:splat"\n[[redirects]]\n  from = "/app/*"\n  to = "/app"\n  status = 200\n[[headers]]\n  for = "/x"\n',
    },
    ['/old*/**', '/net*/**'],
  ],
])('reads what %s declares', async (_, files, patterns) => {
  const found = await read(files);
  expect(found.patterns.toSorted()).toEqual(patterns.toSorted());
  expect(found.whole).toBe(true);
});

it('says that there may be others where redirects are made by a function, or one cannot be read', async () => {
  const plugin = (options: string) =>
    `module.exports = { presets: [['classic', {}]], plugins: [['client-redirects', ${options}]] };\n`;
  const docusaurus = (options: string) => read({ 'docusaurus.config.js': plugin(options), 'docs/a.md': '# A\n' });
  expect(await docusaurus(`{ redirects: [{ from: '/old', to: '/' }], createRedirects: (path) => [path] }`)).toEqual({
    patterns: ['/old'],
    whole: false,
  });
  expect(await docusaurus(`{ redirects: [{ from: '/old/:a(\\\\d+)', to: '/' }, { from: '/b', to: '/' }] }`)).toEqual({
    patterns: ['/b'],
    whole: false,
  });
  expect((await read({ 'README.md': '# A\n' })).whole).toBe(false);
  const noName = { navigation: { pages: ['a'] }, redirects: [{ source: '/old', destination: '/' }] };
  expect(await read({ 'docs.json': JSON.stringify(noName), 'a.mdx': '' })).toEqual({ patterns: [], whole: false });
  expect((await read({ '.vitepress/config.ts': 'export default {', 'a.md': '' })).whole).toBe(false);
  const many = Array.from({ length: 10_001 }, (_, index) => ({ source: `/old/${index}`, destination: '/' }));
  const broad = await read({
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['a'] }, redirects: many }),
    'a.mdx': '',
  });
  expect([broad.patterns.length, broad.whole]).toEqual([10_000, false]);
});
