import { relativePath } from '../src/site/paths.ts';
import type { Files } from './memory-tree.ts';

/** Pages of every sample site, by the address that they have in the site. */
export const pageIds = [
  'index',
  'guide/install',
  'guide/configure',
  'guide/deploy',
  'reference/cli',
  'reference/api',
  'about',
];

/** How one framework lays out the same small site. */
export interface SampleSite {
  readonly framework: string;
  readonly mdx: boolean;
  path(id: string): string;
  /** The address that page `from` writes to reach page `to`. */
  link(from: string, to: string): string;
  image(from: string): string;
  readonly imagePath: string;
  settings(ids: readonly string[]): Files;
  /** True when a page that nothing names is hidden from readers. */
  readonly namesEveryPage: boolean;
  /** True when the settings name pages one by one. */
  readonly hasNavigation: boolean;
  /** A line that shows a file which does not exist, and the rule that says so. */
  readonly brokenInclude: readonly [line: string, rule: string];
  /** What to put into the settings so that a bar of every page leads to an address, in place of what, and the rule. */
  readonly bar?: (address: string) => readonly [from: string, to: string, rule: string];
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const route = (id: string): string => (id === 'index' ? '/' : `/${id}`);
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const module = (value: unknown): string => `export default ${json(value)};\n`;
const brokenImport = ['import Part from "./no-such-part.mdx";', 'broken-import'] as const;

/** Links and images name files beside the page. */
function byFile(
  path: SampleSite['path'],
  imagePath: string,
): Pick<SampleSite, 'path' | 'link' | 'image' | 'imagePath'> {
  return {
    path,
    imagePath,
    link: (from, to) => relativePath(folderOf(path(from)), path(to)),
    image: (from) => relativePath(folderOf(path(from)), imagePath),
  };
}

export const sampleSites: readonly SampleSite[] = [
  {
    framework: 'mintlify',
    mdx: true,
    path: (id) => `${id}.mdx`,
    link: (_from, to) => route(to),
    image: () => '/images/logo.png',
    imagePath: 'images/logo.png',
    settings: (ids) => ({
      'docs.json': json({ name: 'Sample', navigation: { groups: [{ group: 'All', pages: ids }] } }),
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: brokenImport,
    bar: (to) => ['"name"', `"navbar": { "links": [{ "label": "x", "href": "${to}" }] }, "name"`, 'broken-link'],
  },
  {
    framework: 'docusaurus',
    mdx: true,
    ...byFile((id) => `docs/${id}.mdx`, 'docs/logo.png'),
    settings: (ids) => ({
      'docusaurus.config.js': `module.exports = { baseUrl: '/', presets: [['classic', { docs: { sidebarPath: './sidebars.js' }, blog: false }]] };\n`,
      'sidebars.js': `module.exports = { docs: ${json(ids)} };\n`,
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: brokenImport,
    bar: (to) => ['baseUrl', `themeConfig: { navbar: { items: [{ to: '${to}' }] } }, baseUrl`, 'broken-link'],
  },
  {
    framework: 'vitepress',
    mdx: false,
    path: (id) => `${id}.md`,
    link: (from, to) => relativePath(folderOf(from), to),
    image: () => '/logo.png',
    imagePath: 'public/logo.png',
    settings: (ids) => ({
      '.vitepress/config.ts': `import { defineConfig } from 'vitepress';\nexport default defineConfig(${json({
        themeConfig: { sidebar: [{ text: 'All', items: ids.map((id) => ({ text: id, link: route(id) })) }] },
      })});\n`,
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: ['<!--@include: ./no-such-part.md-->', 'broken-include'],
    bar: (to) => ['"sidebar"', `nav: [{ text: 'x', link: '${to}' }], "sidebar"`, 'navigation-missing-page'],
  },
  {
    framework: 'mkdocs',
    mdx: false,
    ...byFile((id) => `docs/${id}.md`, 'docs/logo.png'),
    settings: (ids) => ({
      'mkdocs.yml': `site_name: Sample\nmarkdown_extensions:\n  - pymdownx.snippets\nnav:\n${ids.map((id) => `  - ${id}.md\n`).join('')}`,
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: ['--8<-- "no-such-part.md"', 'broken-include'],
  },
  {
    framework: 'starlight',
    mdx: true,
    path: (id) => `src/content/docs/${id}.mdx`,
    link: (_from, to) => `${route(to)}/`.replace('//', '/'),
    image: () => '/logo.png',
    imagePath: 'public/logo.png',
    settings: (ids) => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [starlight({ title: 'Sample', sidebar: ${json(ids)} })] });\n`,
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: brokenImport,
    bar: (to) => ["title: 'S", `social: [{ label: 'x', href: '${to}/' }], title: 'S`, 'broken-link'],
  },
  {
    framework: 'nextra',
    mdx: true,
    path: (id) => `content/${id}.mdx`,
    link: (_from, to) => route(to),
    image: () => '/logo.png',
    imagePath: 'public/logo.png',
    settings: (ids) => ({
      'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({})({});\n`,
      'content/_meta.js': module(
        Object.fromEntries([...new Set(ids.map((id) => id.split('/')[0] ?? id))].map((key) => [key, key])),
      ),
    }),
    namesEveryPage: false,
    hasNavigation: true,
    brokenInclude: brokenImport,
  },
  {
    framework: 'fumadocs',
    mdx: true,
    path: (id) => `content/docs/${id}.mdx`,
    link: (_from, to) => (to === 'index' ? '/docs' : `/docs/${to}`),
    image: () => '/logo.png',
    imagePath: 'public/logo.png',
    settings: (ids) => ({
      'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n`,
      'lib/source.ts': `export const source = loader({\n  baseUrl: '/docs',\n  source: docs.toFumadocsSource(),\n});\n`,
      'app/(home)/page.tsx': 'export default () => null;\n',
      'app/docs/[[...slug]]/page.tsx': 'export default () => null;\n',
      'content/docs/meta.json': json({ pages: ids }),
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: brokenImport,
  },
  {
    framework: 'sphinx-myst',
    mdx: false,
    ...byFile((id) => `${id}.md`, 'logo.png'),
    settings: (ids) => ({
      'conf.py': `extensions = ["myst_parser"]\nmyst_heading_anchors = 3\n`,
      'contents.md': `# Contents\n\n\`\`\`{toctree}\n${ids.join('\n')}\ncontents\n\`\`\`\n`,
    }),
    namesEveryPage: true,
    hasNavigation: true,
    brokenInclude: ['```{include} no-such-part.md\n```', 'broken-include'],
  },
  {
    framework: 'markdown',
    mdx: false,
    ...byFile((id) => `${id}.md`, 'logo.png'),
    settings: () => ({}),
    namesEveryPage: false,
    hasNavigation: false,
    brokenInclude: ['A [part].\n\n[part]: ./no-such-part.md', 'broken-link'],
  },
];

/** The clean site: every page links to the next one, to an anchor of another one, to itself, and shows an image. */
export function writeSite(site: SampleSite): Files {
  const pages = pageIds.map((id, index) => {
    const next = pageIds[(index + 1) % pageIds.length] ?? 'index';
    const other = pageIds[(index + 3) % pageIds.length] ?? 'index';
    const text = [
      `---\ntitle: Page ${id}\ndescription: About ${id}\n---\n`,
      `Go on with [the next](${site.link(id, next)}) or [more](${site.link(id, other)}#second-part).\n`,
      `## First part\n\nA list:\n\n- one, see [below](#second-part)\n- two with \`code <b> {c}\`\n`,
      '```js\nconst answer = { value: [1](2) };\n```\n',
      `## Second part\n\n![The logo](${site.image(id)})\n\n| a | b |\n| - | - |\n| [cell](${site.link(id, next)}) | 2 |\n`,
    ].join('\n');
    return [site.path(id), text] as const;
  });
  return { ...Object.fromEntries(pages), ...site.settings(pageIds), [site.imagePath]: 'PNG' };
}
