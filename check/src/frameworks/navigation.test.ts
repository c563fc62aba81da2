import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function errors(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, path, line, message }) => `${path}:${line ?? ''} ${rule} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`);
}

const titled = '---\ntitle: T\n---\n';
const lessons: Readonly<Record<string, readonly [files: Files, found: readonly string[]]>> = {
  'nav of MkDocs': [
    { 'mkdocs.yml': 'site_name: x\nnav:\n  - index.md\n  - Setup: gone.md\n', 'docs/index.md': 'x\n' },
    ['mkdocs.yml:4 navigation-missing-page gone.md'],
  ],
  '.pages of awesome-pages': [
    {
      'mkdocs.yml': 'site_name: x\nplugins: [awesome-pages]\n',
      'docs/index.md': 'x\n',
      'docs/.pages': 'nav:\n  - index.md\n  - Setup: gone.md\n  - ...\n  - Site: https://example.org\n',
      'docs/sub/a.md': 'x\n',
      'docs/sub/.pages': 'nav: [a.md\n',
    },
    ['docs/.pages:3 navigation-missing-page gone.md', 'docs/sub/.pages:2 settings-syntax '],
  ],
  '_meta of Nextra': [
    {
      'next.config.mjs': 'import nextra from "nextra"; export default nextra({})({});',
      'content/index.mdx': 'x\n',
      'content/_meta.js':
        'export default {\n  index: "Start",\n  gone: "Gone",\n  out: { title: "x", href: "https://example.org" },\n};\n',
    },
    ['content/_meta.js:3 navigation-missing-page gone'],
  ],
  'meta.json of Fumadocs': [
    {
      'source.config.ts': 'import { defineDocs } from "fumadocs-mdx/config"; export const docs = defineDocs({});',
      'app/docs/[[...slug]]/page.tsx': '',
      'content/docs/index.mdx': titled,
      'content/docs/meta.json': '{\n  "pages": ["index", "---More---", "gone", "..."]\n}\n',
      'content/docs/sub/a.mdx': titled,
      'content/docs/sub/meta.json': '{ "pages": [ }\n',
    },
    ['content/docs/meta.json:2 navigation-missing-page gone', 'content/docs/sub/meta.json:2 settings-syntax '],
  ],
  'toctree of Sphinx': [
    {
      'conf.py': 'extensions = []\n',
      'index.rst': 'A\n=\n\n.. toctree::\n\n   a\n   gone\n',
      'a.rst': 'A\n=\n',
    },
    ['index.rst:7 navigation-missing-page gone'],
  ],
  'SUMMARY.md of mdBook': [
    {
      'book.toml': '[book]\n',
      'src/SUMMARY.md': '- [A](a.md)\n- [Gone](gone.md)\n- [Bare](b)\n- [Draft]()\n',
      'src/a.md': 'x\n',
      'src/b.md': 'x\n',
    },
    ['src/SUMMARY.md:2 broken-link gone.md', 'src/SUMMARY.md:3 navigation-missing-page '],
  ],
  'docs.json of Mintlify': [
    {
      'one/docs.json': '{\n  "name": "x",\n  "navigation": { "pages": ["a",\n    "gone"] }\n}\n',
      'one/a.mdx': titled,
      'two/docs.json': '{\n  "name": "x",\n  "navigation": { "pages": ["a"] },\n  "redirects": "/b"\n}\n',
      'two/a.mdx': titled,
    },
    ['one/docs.json:4 navigation-missing-page gone', 'two/docs.json:4 settings redirects'],
  ],
  'sidebars of Docusaurus and of VitePress': [
    {
      'do/docusaurus.config.js':
        'module.exports = { presets: [["classic", { docs: { sidebarPath: "sidebars.js" } }]] };',
      'do/sidebars.js': 'module.exports = { a: ["a",\n  "gone"] };\n',
      'do/docs/a.md': '# A\n\n[no](./lost.md) ![no](./lost.png) [no](#lost)\n',
      'vp/.vitepress/config.ts':
        'export default { themeConfig: { sidebar: [{ text: "A", link: "/a" },\n { text: "x", link: "/gone" }] } };\n',
      'vp/a.md': '# A\n\n[no](/lost) ![no](./lost.png) [no](#lost)\n',
      'vp/index.md': '[a](/a)\n',
    },
    [
      'do/docs/a.md:3 broken-anchor #lost',
      'do/docs/a.md:3 broken-link ./lost.md',
      'do/docs/a.md:3 missing-file ./lost.png',
      'do/sidebars.js:2 navigation-missing-page gone',
      'vp/.vitepress/config.ts:2 navigation-missing-page /gone',
      'vp/a.md:3 broken-anchor #lost',
      'vp/a.md:3 broken-link /lost',
      'vp/a.md:3 missing-file ./lost.png',
    ],
  ],
};

it.each(Object.entries(lessons))('%s: what is missing or refused is an error', async (_name, [files, found]) => {
  expect([...(await errors(files))].sort()).toEqual(found);
});
