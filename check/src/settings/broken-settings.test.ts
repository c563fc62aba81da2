import { describe, expect, it } from 'vitest';
import { createCheck } from '../create-check.ts';
import type { DocsTree, Finding } from '../finding.ts';

const treeOf = (files: Record<string, string>): DocsTree => ({
  list: () => Promise.resolve(Object.keys(files)),
  read: (path) => Promise.resolve(files[path] === undefined ? undefined : Buffer.from(files[path])),
});
const places = (findings: readonly Finding[]) =>
  findings.map(({ path, line, rule, severity }) => `${path}:${line ?? ''} ${rule} ${severity}`);
const check = async (files: Record<string, string>, docsFolder = '') =>
  places((await createCheck().check({ tree: treeOf(files), docsFolder })).findings);

const page = '# Hello\n';
const broken = {
  'docusaurus.config.ts': 'export default {\n  title: "Docs",\n  url: ,\n};\n',
  'sidebars.js': 'module.exports = {\n  docs: [\n};\n',
  '.vitepress/config.mts':
    'import { defineConfig } from "vitepress";\nexport default defineConfig({ themeConfig: { nav: [} });\n',
  'astro.config.mjs': 'export default defineConfig({\n  integrations: [starlight({ title: "x" )],\n});\n',
  'mkdocs.yml': 'site_name: Docs\nnav:\n  - Home: index.md\n - Guide: guide.md\n',
  '_toc.yml': 'root: [a\nchapters: }\n',
  'hugo.toml': 'title = "Docs"\n[params\nx = 1\n',
};

describe('settings and navigation that do not parse', () => {
  it.each(Object.entries(broken))('are an error with its place: %s', async (path, text) => {
    const found = await check({ [path]: text, 'docs/index.md': page, 'index.md': page });
    expect(found.filter((place) => place.startsWith(`${path}:`))).toEqual([
      expect.stringMatching(/:[234] settings-syntax error$/),
    ]);
  });

  it.each(Object.entries(broken))('are told right after an edit: %s', async (path, text) => {
    const findings = await createCheck().checkFile(path, text, treeOf({ [path]: text }));
    expect(places(findings)).toEqual([expect.stringMatching(/:[234] settings-syntax error$/)]);
    expect(findings[0]!.message).toMatch(/^This is (?:not valid (?:YAML|TOML)|no valid (?:Java|Type)Script): .+\.$/);
  });

  it('passes over decorators where its parser knows none', async () => {
    const text = 'type A = B<C>\n\n@d()\nexport class E {}\nexport default {};\n';
    expect(await check({ 'docs/index.md': page, 'docs/next.config.ts': text })).toEqual([]);
  });

  it.each([
    'a/config.toml',
    'docs/sidebar-part.js',
    'docs/_meta.js',
    'authors.yml',
    'tailwind.config.js',
    'src/cache.config.ts',
  ])('are a warning where another file may have the name: %s', async (path) => {
    const text = path.endsWith('js') ? broken['sidebars.js'] : 'a: [x\n';
    expect(await check({ [path]: text })).toEqual([expect.stringMatching(/settings-syntax warning$/)]);
  });

  it('may have a function with the name of a type that they import, in TypeScript', async () => {
    const text = "import { Item } from './item';\nfunction Item(): Item {\n  return {};\n}\nexport default [Item()];\n";
    expect(await check({ 'sidebars.ts': text })).toEqual([]);
    expect(await check({ 'sidebars.js': text.replace(': Item', '') })).toEqual(['sidebars.js:2 settings-syntax error']);
  });

  it('are a warning below settings of that name, which is all that a program looks for', async () => {
    const text = broken['mkdocs.yml'];
    const site = { 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': page };
    expect(await check({ ...site, 'docs/mkdocs.yml': text })).toEqual(['docs/mkdocs.yml:4 settings-syntax warning']);
    expect(await check({ 'docs/mkdocs.yml': text, 'docs/docs/index.md': page })).toEqual([
      'docs/mkdocs.yml:4 settings-syntax error',
    ]);
  });

  it('are none where YAML alone forbids what programs read: lines in quotes and brackets that are indented less', async () => {
    const text = "root: index\na:\n  b: '1\n2\n 3''\n'\n  c: [x,\ny, {z: \"\n\"}]\n";
    expect(await check({ '_toc.yml': text, 'index.md': page })).toEqual([]);
    const long = `${text}\n# ${'x'.repeat(200_000)}\n`;
    expect(await check({ '_toc.yml': long, 'index.md': page })).toEqual(['_toc.yml:3 settings-syntax error']);
    expect(await check({ '_toc.yml': text.replace("''", "' x"), 'index.md': page })).toEqual([
      expect.stringMatching(/^_toc\.yml:3 settings-syntax error$/),
    ]);
  });

  it('are none in data of tests, unless the documentation is there', async () => {
    const data = { 'tests/data/mkdocs.yml': broken['mkdocs.yml'], 'tests/data/docs/index.md': page };
    expect((await check(data)).filter((place) => place.includes('settings-syntax'))).toEqual([]);
    expect((await check(data, 'tests/data')).filter((place) => place.includes('settings-syntax'))).toEqual([
      'tests/data/mkdocs.yml:4 settings-syntax error',
    ]);
  });

  it('are none where the language is only used to the full', async () => {
    const good = {
      'docusaurus.config.ts':
        'import type { Config } from "x";\nconst a = <T,>(b: T): T => b;\nenum E { A }\nexport default { title: a("Docs")!, e: E.A as unknown } satisfies Config;\n',
      'sidebars.js': '#!/usr/bin/env node\nmodule.exports = { docs: require("./more.js") };\nreturn;\n',
      'theme.config.jsx': 'export default { logo: <span>Docs</span> };\n',
      'mkdocs.yml':
        'site_name: !ENV [NAME, "Docs"]\nplugins: [a]\nplugins: [b]\nx: !!python/name:material.emoji.twemoji\n---\ny: 1\n',
      'hugo.toml': 'title = "Docs"\nwhen = 1979-05-27T07:32:00Z\n[[a]]\nb = 1\n',
      'empty.config.js': '',
    };
    expect(await check({ ...good, 'docs/index.md': page, 'index.md': page })).toEqual([]);
    for (const [path, text] of Object.entries(good)) expect(await createCheck().checkFile(path, text)).toEqual([]);
  });

  it('count in and above the documentation folder, and not beside it or in packages', async () => {
    const text = broken['docusaurus.config.ts'];
    const files = { 'astro.config.ts': text, 'docs/next.config.ts': text, 'other/next.config.ts': text };
    const found = await check({ ...files, 'docs/node_modules/x/x.config.js': text, 'docs/index.md': page }, 'docs');
    expect(found).toEqual(['astro.config.ts:3 settings-syntax error', 'docs/next.config.ts:3 settings-syntax error']);
  });

  it('are known to be old where they stood before', async () => {
    const files = { 'mkdocs.yml': broken['mkdocs.yml'], 'docs/index.md': page };
    const tree = treeOf({ ...files, 'docs/new.md': page });
    const { findings } = await createCheck().check({ tree, base: treeOf(files), changed: ['docs/new.md'] });
    expect(findings.map(({ rule, introduced }) => [rule, introduced])).toEqual([
      ['settings-syntax', false],
      ['unreachable-page', true],
    ]);
  });
});

describe('VitePress', () => {
  const site = (config: string) => ({
    '.vitepress/config.ts': config,
    'index.md': 'See [one](/one).\n',
    'one.md': page,
    'two.md': page,
    'lost.md': page,
  });
  const sidebar = `sidebar: [{ text: 'Two', link: '/two' }]`;

  it.each([
    [
      'settings that only running them could tell',
      `search: { options: { key: process.env.KEY, ...options() } }, ${sidebar}`,
    ],
    ['a navigation of its own for each locale', `nav: [{ text: 'One', link: '/one' }], ${sidebar}`],
  ])('has its unreachable pages found beside %s', async (_, theme) => {
    const config = `export default { head: analytics(), themeConfig: { ${theme} }, locales: { root: { label: text() } } };`;
    expect(await check(site(config))).toEqual(['lost.md: unreachable-page warning']);
  });

  it.each([
    ['the sidebar', `export default { themeConfig: { sidebar: makeSidebar() } };`],
    ['a part of the sidebar', `export default { themeConfig: { sidebar: [...makeSidebar(), { link: '/two' }] } };`],
    ['what the theme is made of', `export default { themeConfig: { ...theme(), ${sidebar} } };`],
    ['the theme of a locale', `export default { themeConfig: { ${sidebar} }, locales: { fr: french() } };`],
    ['what it extends', `export default { extends: base, themeConfig: { ${sidebar} } };`],
  ])('has none where %s cannot be told', async (_, config) => {
    expect(await check(site(config))).toEqual([]);
  });
});

describe('llms.txt and its kin', () => {
  const link = 'See [all](/llms.txt), [more](/llms-full.txt) and [this](/llms-other/x.txt).\n';

  it.each([
    ['a plugin of npm', { 'package.json': '{"devDependencies": {"vitepress-plugin-llms": "1"}}' }],
    ['a plugin of Python', { 'requirements.txt': 'mkdocs-llmstxt==0.2\n' }],
    ['Mintlify itself', { 'docs.json': '{"name": "x", "navigation": {"pages": ["index"]}}' }],
  ])('are no broken links where %s makes them, though other files are', async (_, files) => {
    const found = await check({ ...files, 'index.md': link });
    expect(found.filter((place) => place.includes('broken-link') || place.includes('missing-file'))).toHaveLength(1);
  });

  it('are broken links where nothing makes them', async () => {
    expect(await check({ 'package.json': '{}', 'index.md': link })).toHaveLength(3);
  });
});
