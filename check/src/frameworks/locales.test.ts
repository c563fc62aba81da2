import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function broken(files: Files, base?: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({
    tree: createMemoryTree(files),
    ...(base === undefined ? {} : { base: createMemoryTree(base) }),
  });
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, path, message }) => `${path} ${rule} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`);
}

const titled = (body: string): string => `---\ntitle: T\n---\n\n${body}\n`;

describe('each locale is judged by itself', () => {
  it('on Hugo, where no language falls back on another', async () => {
    const languages = ['en', 'fr', 'de', 'es', 'it', 'ja', 'ko', 'pt', 'zh'];
    const settings = languages.map((name) => `[languages.${name}]\ncontentDir = "content/${name}"\n`).join('');
    const links = (at: number): string =>
      titled(`[a](/docs/guides/p${at}/) [b](../../guides/p${at}/) [c]({{< relref "/docs/guides/p${at}" >}})`);
    const pagesOf = (name: string, section: string): Files =>
      Object.fromEntries(
        [0, 1, 2, 3].flatMap((at) => [
          [`content/${name}/docs/${section}/p${at}.md`, titled('## Part')],
          [`content/${name}/docs/start/p${at}.md`, links(at)],
        ]),
      );
    const site = (moved: string): Files => ({
      'hugo.toml': `baseURL = "https://example.org/"\ndefaultContentLanguage = "en"\n${settings}`,
      ...Object.fromEntries(
        languages.flatMap((name) => Object.entries(pagesOf(name, name === 'en' ? moved : 'guides'))),
      ),
    });
    const found = await broken(site('handbook'), site('guides'));
    expect(found).toHaveLength(12);
    expect(found.every((one) => one.startsWith('content/en/docs/start/'))).toBe(true);
  });

  it('on Docusaurus and Starlight, where a page that is not translated is shown in the default language', async () => {
    const docusaurus = {
      'docusaurus.config.js': 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };',
      'docs/a.md': '[no](/fr/docs/gone)\n',
      'docs/b.md': '# B\n',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': '[ok](./b.md) [ok](/docs/b) [no](./gone.md)\n',
    };
    expect(await broken(docusaurus)).toEqual([
      'docs/a.md broken-link /fr/docs/gone',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md broken-link ./gone.md',
    ]);
    const config =
      'import starlight from "@astrojs/starlight"; export default { integrations: [starlight({ title: "x", locales: { root: {}, fr: {} }, sidebar: ["a", "only"] })] };';
    const starlight = {
      'astro.config.mjs': config,
      'src/content/docs/a.md': titled('[ok](/b/) [no](/only/)'),
      'src/content/docs/b.md': titled('x'),
      'src/content/docs/fr/a.md': titled('[ok](/fr/b/) [ok](/fr/only/)'),
      'src/content/docs/fr/only.md': titled('x'),
    };
    expect(await broken(starlight)).toEqual([
      'astro.config.mjs navigation-missing-page only',
      'src/content/docs/a.md broken-link /only/',
    ]);
  });

  it('on VitePress and Nextra, which show a page in its own language alone', async () => {
    const vitepress = {
      '.vitepress/config.ts': 'export default { locales: { root: {}, fr: {} } };\n',
      'a.md': '[ok](/b)\n',
      'b.md': 'x\n',
      'fr/a.md': '[ok](/b) [no](/fr/b)\n',
    };
    expect(await broken(vitepress)).toEqual(['fr/a.md broken-link /fr/b']);
    const nextra = {
      'next.config.mjs':
        'import nextra from "nextra"; export default nextra({})({ i18n: { locales: ["en", "fr"], defaultLocale: "en" } });',
      'content/en/a.mdx': '[ok](/b)\n',
      'content/en/b.mdx': 'x\n',
      'content/fr/a.mdx': '[no](/b) [ok](/en/b)\n',
      'content/fr/_meta.js': 'export default { a: "A", b: "B" };\n',
    };
    expect(await broken(nextra)).toEqual([
      'content/fr/_meta.js navigation-missing-page b',
      'content/fr/a.mdx broken-link /b',
    ]);
  });

  it('on MkDocs and Fumadocs, as the settings say whether a language falls back', async () => {
    const mkdocs = (more: string): Files => ({
      'mkdocs.yml': `site_name: x\nplugins: [{i18n: {docs_structure: folder, ${more}languages: [{locale: en, default: true}, {locale: fr}]}}]\nnav: [a.md, only.md]\n`,
      'docs/en/a.md': 'x\n',
      'docs/en/b.md': 'x\n',
      'docs/fr/a.md': '[b](b.md)\n',
      'docs/fr/only.md': 'x\n',
    });
    expect(await broken(mkdocs(''))).toEqual(['mkdocs.yml navigation-missing-page only.md']);
    expect(await broken(mkdocs('fallback_to_default: false, '))).toContain('docs/fr/a.md broken-link b.md');
    const fumadocs = (more: string): Files => ({
      'source.config.ts': 'import { defineDocs } from "fumadocs-mdx/config"; export const docs = defineDocs({});',
      'lib/i18n.ts': `export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'fr']${more} });`,
      'app/[lang]/docs/[[...slug]]/page.tsx': '',
      'content/docs/a.mdx': titled('x'),
      'content/docs/b.mdx': titled('x'),
      'content/docs/a.fr.mdx': titled('[b](/docs/b)'),
    });
    expect(await broken(fumadocs(''))).toEqual([]);
    expect(await broken(fumadocs(', fallbackLanguage: null'))).toEqual(['content/docs/a.fr.mdx broken-link /docs/b']);
  });
});

describe('aliases of Hugo are redirects', () => {
  const site = (aliases: string, more: Files = {}): Files => ({
    'hugo.toml': 'baseURL = "https://example.org/"\n',
    'content/docs/a.md': `---\ntitle: A\naliases: [${aliases}]\n---\n`,
    'content/docs/b.md': titled('[a](/old/)'),
    ...more,
  });

  it('so that a link to one is a notice, and one that is not there is missing', async () => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(site('/old/')) });
    expect(findings.map(({ rule }) => rule)).toEqual(['redirected-link']);
    expect(await broken(site('/other/'))).toEqual(['content/docs/b.md broken-link /old/']);
  });

  it('and one that comes back to its page, or that two pages have, is an error', async () => {
    expect(await broken(site('/docs/a/, /old/'))).toEqual(['content/docs/a.md redirect-loop ']);
    const twice = { 'content/docs/c.md': '---\ntitle: C\naliases: [/old/, /docs/b/]\n---\n' };
    expect(await broken(site('/old/', twice))).toEqual([
      'content/docs/c.md duplicate-route ',
      'content/docs/c.md duplicate-route ',
    ]);
  });
});
