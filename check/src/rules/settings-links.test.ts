import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

const titled = '---\ntitle: Title\n---\n\nText\n';

/** Settings that name what is there, and what is not: of the latter `gone` is a part of the name. */
const sites: Readonly<Record<string, readonly [files: Files, found: readonly string[]]>> = {
  'the bar, footer, logo, icon and links in sidebars of Docusaurus': [
    {
      'docusaurus.config.js': `import navbar from './navbar';
export default {
  baseUrl: '/site/',
  favicon: 'img/gone.ico',
  presets: [['classic', { docs: { sidebarPath: './sidebars.js' }, blog: {} }]],
  themeConfig: {
    navbar,
    footer: {
      logo: { src: '/img/logo.png', href: 'https://example.com' },
      links: [{ items: [{ to: 'docs/a' }, { to: '/docs/gone-a' }, { href: '/site/docs/a' }] }, { href: '/gone-b' }],
    },
  },
};`,
      'navbar.ts': `export default {
  logo: { src: 'img/logo.png', srcDark: 'img/gone.png' },
  items: [
    { to: '/docs/a#part', items: [{ to: '/blog' }, { to: '/blog/tags' }, { href: '/feed.xml' }, { to: 'gone-c' }] },
    { type: 'doc', docId: 'a' },
    { type: 'doc', docId: 'gone-d' },
    { type: 'docsVersionDropdown', dropdownItemsAfter: [{ to: '/gone-e' }] },
  ],
};`,
      'sidebars.js': `module.exports = { all: ['a', { type: 'link', href: '/docs/a' }, { type: 'link', href: '/docs/gone-f' }] };`,
      'docs/a.md': '# A\n\n## Part\n',
      'static/img/logo.png': '',
      'blog/2020-01-01-first.md': titled,
    },
    [
      'docusaurus.config.js:4 missing-file /img/gone.ico',
      'docusaurus.config.js:10 broken-link /docs/gone-a',
      'navbar.ts:2 missing-file /img/gone.png',
      'navbar.ts:4 unresolved-group /gone-c',
      'navbar.ts:6 navigation-missing-page gone-d',
      'sidebars.js:1 broken-link /docs/gone-f',
    ],
  ],
  'the bar, logo and icon of VitePress': [
    {
      '.vitepress/config.ts': `export default {
  head: [['link', { rel: 'icon', href: '/gone.ico' }], ['link', { rel: 'preload', href: '/made.css' }]],
  themeConfig: {
    logo: { light: '/logo.png', dark: '/gone.png' },
    nav: [{ link: 'a' }, { link: 'gone-a' }, { link: './beside' }, { items: [{ link: '/gone-b' }] }],
    sidebar: [{ link: '/a' }],
  },
};`,
      'a.md': '# A\n',
      'public/logo.png': '',
    },
    [
      '.vitepress/config.ts:2 missing-file /gone.ico',
      '.vitepress/config.ts:4 missing-file /gone.png',
      '.vitepress/config.ts:5 navigation-missing-page gone-a',
      '.vitepress/config.ts:5 navigation-missing-page /gone-b',
    ],
  ],
  'the bar, footer, anchors, logo and icon of Mintlify': [
    {
      'docs.json': `{ "name": "S",
"favicon": "/gone.ico",
"logo": { "light": "/logo.png", "dark": "logo/gone.png", "href": "https://example.com" },
"navbar": { "links": [{ "label": "x", "href": "/a" }, { "label": "y", "href": "/gone-a" }], "primary": { "href": "/gone-b" } },
"footer": { "links": [{ "items": [{ "href": "/gone-c" }, { "href": "mailto:a@example.com" }] }], "socials": {} },
"navigation": { "global": { "anchors": [{ "anchor": "x", "href": "/gone-d" }] }, "tabs": [{ "tab": "A", "pages": ["a"] }, { "tab": "B", "href": "/feed.xml" }] } }`,
      'a.mdx': titled,
      'logo.png': '',
    },
    [
      'docs.json:2 missing-file /gone.ico',
      'docs.json:3 missing-file /logo/gone.png',
      'docs.json:4 unresolved-group /gone-b',
    ],
  ],
  'operations, OpenAPI files and addresses with the ending of a page on Mintlify': [
    {
      'docs.json': `{ "name": "S", "api": { "openapi": ["api.json", "gone.json"] }, "navigation": { "pages": ["a", "b/c",
"GET /users", "DELETE /gone-a", "api.json POST /gone-b", "WEBHOOK made", "elsewhere.json GET /made"] } }`,
      'api.json':
        '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/users": { "get": {} } } }',
      'a.mdx': `${titled}\n[b](/b/c.mdx?of=gone-c#d) [b](b/c) ![p](/p.mdx.png)\n`,
      'b/c.mdx': `${titled}\n[a](d.mdx#gone-d) [ok](../a.mdx)\n`,
      'b/d.mdx': titled,
      'p.mdx.png': '',
    },
    [
      'docs.json:1 missing-file /gone.json',
      'docs.json:2 openapi-missing-operation /gone-a',
      'docs.json:2 openapi-missing-operation /gone-b',
      'a.mdx:7 broken-link /b/c.mdx?of=gone-c#d',
      'b/c.mdx:7 source-ending d.mdx#gone-d',
    ],
  ],
  'logo, icon, styles and components of Starlight': [
    {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';
export default { integrations: [starlight({
  title: 'S',
  logo: { light: './src/assets/logo.png', dark: './src/assets/gone.png' },
  favicon: '/gone.ico',
  customCss: ['./src/gone.css', '@fontsource/roboto/400.css'],
  components: { Header: './src/gone.astro', Footer: './src/footer.astro' },
  social: [{ icon: 'rss', href: '/gone-a/' }, { icon: 'github', href: 'https://example.com' }],
})] };`,
      'src/assets/logo.png': '',
      'public/robots.txt': '',
      'src/footer.astro': '',
      'src/content/docs/index.md': titled,
    },
    [
      'astro.config.mjs:4 missing-file ./src/assets/gone.png',
      'astro.config.mjs:5 missing-file /gone.ico',
      'astro.config.mjs:6 missing-file ./src/gone.css',
      'astro.config.mjs:7 missing-file ./src/gone.astro',
      'astro.config.mjs:8 broken-link /gone-a/',
    ],
  ],
};

it.each(Object.keys(sites))('%s', async (name) => {
  const [files, expected] = sites[name]!;
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  const said = findings
    .filter(({ severity, rule }) => severity !== 'notice' && rule !== 'unreachable-page')
    .map(
      ({ rule, path, line, message }) =>
        `${path}:${line} ${rule} ${/[^\s`]*gone[^\s`,]*/u.exec(message)?.[0] ?? message}`,
    );
  expect(said.toSorted()).toEqual([...expected].toSorted());
});
