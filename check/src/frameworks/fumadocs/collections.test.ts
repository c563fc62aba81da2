import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const redirectTo = (destination: string): string =>
  `export default { async redirects() { return [{ source: '/old', destination: '${destination}' }, { source: '/older', destination: '/docs/a' }]; } };\n`;

async function rulesOf(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.filter(({ severity }) => severity !== 'notice').map(({ rule, severity }) => `${severity} ${rule}`);
}

/** A site whose documents are a part of what `defineDocs` gives, beside a collection of its own. */
const site = (config: string, loaders: string, to: string): Files => ({
  'source.config.ts': `${config}\nexport const blog = defineCollections({ type: 'doc', dir: 'content/blog' });\n`,
  'lib/source.ts': loaders,
  'next.config.mjs': redirectTo(to),
  'app/docs/[...slug]/page.tsx': '',
  'content/docs/a/index.mdx': '# A\n',
  'content/blog/b.mdx': '# B\n',
});
const loaders = `import { docs, meta, blog as posts } from '@/.source';
export const source = loader({ baseUrl: '/docs', source: createMDXSource(docs, meta) });
export const blogs = loader({ baseUrl: '/blog', source: createMDXSource(posts, []) });
`;

it.each([
  ['without a folder', 'export const { docs, meta } = defineDocs({ docs: { async: true } });'],
  ['with one', "export const { docs, meta } = defineDocs({ dir: 'content/docs' });"],
])('a collection that is a part of what defineDocs gives is read, %s', async (_, config) => {
  expect(await rulesOf(site(config, loaders, '/docs/a'))).toEqual([]);
  expect(await rulesOf(site(config, loaders, '/docs/gone'))).toEqual(['warning redirect-to-nowhere']);
});

it('a collection that is imported under another name has the address of its loader', async () => {
  const config = "export const { docs, meta } = defineDocs({ dir: 'content/docs' });";
  expect(await rulesOf(site(config, loaders, '/blog/b'))).toEqual([]);
});

it('a loader whose source is made by a function of the site has the address of the one collection that it names', async () => {
  const made = (name: string, more = ''): string => `loader({
  baseUrl: '/${name === 'docs' ? 'docs' : 'blog'}', // where docs and posts lie
  source: { files: resolveFiles(${name}${more}) as any, docs: 'posts' },
});
`;
  const files = (more: string): Files =>
    site(
      "export const docs = defineDocs({ dir: 'content/docs' });",
      `import { docs, blog as posts } from '@/.source';
export const source = ${made('docs')}export const blogs = ${made('posts', more)}`,
      '/blog/b',
    );
  expect(await rulesOf(files(''))).toEqual([]);
  expect(await rulesOf(files(', docs'))).toEqual(['warning redirect-to-nowhere']);
});

it('below the folder of the language every route has every language, also those of a program', async () => {
  const links = [
    '/zh/blog',
    '/en/blog',
    '/blog',
    '/zh/shop/one',
    '/en/shop/one',
    '/zh/docs/a',
    '/zh/gone',
    '/zh/docs/gone',
  ];
  const files = {
    'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });",
    'lib/source.ts': "export const source = loader({ baseUrl: '/docs', i18n, source: docs.toFumadocsSource() });",
    'lib/i18n.ts':
      "export const i18n = defineI18n({ languages: ['zh', 'en'], defaultLanguage: 'zh', hideLocale: 'never', parser: 'dir' });",
    'app/[lang]/docs/[[...slug]]/page.tsx': '',
    'app/[lang]/blog/page.tsx': '',
    'app/[lang]/shop/[id]/page.tsx': '',
    'content/docs/zh/a.mdx': `---\ntitle: A\n---\n\n${links.map((to) => `[x](${to})`).join('\n')}\n`,
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  expect(findings.filter(({ rule }) => rule === 'broken-link').map(({ line }) => links[(line ?? 0) - 5])).toEqual([
    '/zh/gone',
    '/zh/docs/gone',
  ]);
});

it('routes that React Router has in a module, in a folder of the name that Next.js gives it, are not called missing', async () => {
  const files = (more: Files): Files => ({
    'source.config.ts': "export const { docs, meta } = defineDocs({ dir: 'content/docs' });",
    'app/lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });",
    'app/docs/page.tsx': '',
    'content/docs/a.mdx': '---\ntitle: A\n---\n\n[x](/playground) [y](/docs/gone)\n',
    ...more,
  });
  expect(await rulesOf(files({ 'app/layout.tsx': '' }))).toEqual(['error broken-link', 'warning broken-link']);
  expect(await rulesOf(files({ 'app/lib/routes.ts': '' }))).toEqual(['error broken-link', 'warning broken-link']);
  expect(await rulesOf(files({ 'app/routes.ts': '' }))).toEqual(['error broken-link']);
});

it.each([
  ['at the top of the host', '', '/p1', '/de/p1'],
  ['where its options tell', "loaderOptions: { baseUrl: '/guide' },", '/guide/p1', '/de/guide/p1'],
])('Fumapress publishes pages %s, in the languages that its own settings tell', async (_, options, address, german) => {
  const names = Array.from({ length: 8 }, (_page, index) => `p${String(index)}`);
  const at = (name: string): string => address.replace('p1', name);
  const files = {
    'source.config.ts': "export const docs = defineDocs({ dir: 'content' });",
    'press.config.tsx': `import { docs } from './.source/server';
const languages: Language[] = ['en', 'de'];
const i18n = defineI18n({ languages, defaultLanguage: 'en', parser: 'dir' });
export default defineConfig({ i18n, ${options} content: docs.toFumadocsSource() }).adapters(
  fumadocsMdx({ getMdxComponents: () => ({ Mermaid }) }),
);`,
    'content/en/index.mdx': `---\ntitle: Home\n---\n\n${names.map((name) => `[x](${at(name)})`).join(' ')}\n`,
    'content/de/p1.mdx': `---\ntitle: P\n---\n\n[x](${address}) [y](${german})\n\n<Mermaid />\n`,
    ...Object.fromEntries(names.map((name) => [`content/en/${name}.mdx`, '---\ntitle: P\n---\n'])),
  };
  expect(await rulesOf(files)).toEqual([]);
  const slip = { ...files, 'content/de/p2.mdx': `---\ntitle: P\n---\n\n[x](${at('gone')})\n` };
  expect((await rulesOf(slip)).map((said) => said.replace(/^\w+ /u, ''))).toEqual(['broken-link']);
});

it('settings of Fumapress that begin the same again and again hold nobody', async () => {
  const files = {
    'source.config.ts': "export const docs = defineDocs({ dir: 'content' });",
    'press.config.ts': `defineI18n();\n${'loaderOptions:{'.repeat(100_000)}\n${'languages:['.repeat(100_000)}`,
    'content/a.mdx': '---\ntitle: A\n---\n',
  };
  expect(await rulesOf(files)).toContain('error settings-syntax');
});

it('a redirect that puts a language before all addresses leads to the pages that are known without it', async () => {
  const settings = (to: string): Files => ({
    'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });\n",
    'lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });\n",
    'next.config.mjs': `export default { async redirects() { return [{ source: '/docs/:path*', destination: '${to}' }]; } };\n`,
    'app/[lang]/docs/[[...slug]]/page.tsx': '',
    'content/docs/a.mdx': '---\ntitle: A\n---\n\n[b](/docs/b) [gone](/docs/gone)\n',
    'content/docs/b.mdx': '---\ntitle: B\n---\n\n# B\n',
  });
  expect(await rulesOf(settings('/en/docs/:path*'))).toEqual(['error broken-link']);
  expect(await rulesOf(settings('/other/:path*'))).toEqual([]);
});

it('components of the theme have no anchors but the ids that a page gives them, whatever gives them to pages', async () => {
  const page = (anchor: string): Files => ({
    'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });\n",
    'lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });\n",
    'app/docs/[[...slug]]/page.tsx': '',
    'mdx-components.tsx':
      "import * as theirs from 'some-ui';\nexport const getMDXComponents = (more) => ({ ...theirs, ...more });\n",
    'content/docs/a.mdx': `---\ntitle: A\n---\n\n[x](#${anchor})\n\n<Tabs items={['One']}>\n<Tab value="One" id="one">\n\nText.\n\n</Tab>\n</Tabs>\n`,
  });
  expect(await rulesOf(page('one'))).toEqual([]);
  expect(await rulesOf(page('gone'))).toEqual(['error broken-anchor']);
});
