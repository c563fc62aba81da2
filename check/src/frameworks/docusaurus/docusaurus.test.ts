import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const settings = (more: string): string =>
  `export default { title: 'A', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]], ${more} };\n`;

async function said(slug: string, more = ''): Promise<string[]> {
  const tree = createMemoryTree({
    'docusaurus.config.js': settings(more),
    'docs/introduction.md': `---\nslug: ${slug}\n---\n\n# A\n\n[a](./concepts/terms) [b](concepts/terms)\n`,
    'docs/concepts/terms.md': '# Terms\n\n[a](../introduction.md)\n',
    'docs/more.md': '# More\n\n[a](/docs/concepts/terms)\n',
  });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1] ?? message);
}

describe('a page of Docusaurus whose address ends in a slash', () => {
  it('has relative addresses below it where nothing sets how addresses end', async () => {
    expect(await said('/')).toEqual([]);
    expect(await said('/first/')).toEqual(['The link ./concepts/terms', 'The link concepts/terms']);
    expect(await said('/', 'trailingSlash: false')).toEqual(['The link ./concepts/terms', 'The link concepts/terms']);
  });
});

it('looks for files in every folder that a setting of static ones may mean', async () => {
  const missing = async (more: string): Promise<string[]> => {
    const tree = createMemoryTree({
      'docusaurus.config.js': settings(more),
      'docs/a.md': '# A\n\n![a](/one.png) ![b](/two.png) ![c](/gone.png)\n',
      'static/one.png': '',
      'images/two.png': '',
    });
    const { findings } = await createCheck().check({ tree });
    return findings.map(({ message }) => /The file \S+/u.exec(message)?.[0] ?? message);
  };
  expect(await missing('')).toEqual(['The file /two.png', 'The file /gone.png']);
  const either = "staticDirectories: process.env.X ? ['static', process.env.X] : ['static', '../images']";
  expect(await missing(either)).toEqual(['The file /gone.png']);
  expect(await missing('staticDirectories: folders()')).toEqual(['The file /gone.png']);
});

async function judged(files: Record<string, string>, more = ''): Promise<string[]> {
  const tree = createMemoryTree({ 'docusaurus.config.js': settings(more), ...files });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ severity, path, message }) => `${severity} ${path} ${message}`);
}

it('takes no page for one that stands in a folder which is left out', async () => {
  const files = { 'docs/shared/part.md': '# A\n\n[a](../gone.md)\n', 'docs/b.md': '# B\n\n[a](gone.md)\n' };
  const without = `presets: [['classic', { docs: { exclude: ['**/shared'] } }]]`;
  const left = (await judged(files, without)).filter((one) => one.startsWith('error'));
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(/^error docs\/b\.md The link gone\.md /u);
});

it('gives a title no anchor, unless the theme of the site shows headings by a component of its own', async () => {
  const files = { 'docs/a.md': '# Rights\n\n[a](#rights)\n' };
  const told = ['error docs/a.md This page has no anchor #rights.'];
  expect(await judged(files)).toEqual(told);
  for (const path of ['Heading/index.tsx', 'MDXComponents/Heading.tsx', 'MDXComponents.js', 'MDXComponents/index.ts'])
    expect(await judged({ ...files, [`src/theme/${path}`]: '' })).toEqual([]);
  expect(await judged({ ...files, 'src/theme/MDXComponents/Code.js': '' })).toEqual(told);
});

it('doubts what stands behind the name of a file, which Docusaurus 2 puts an address in place of', async () => {
  const files = { 'docs/a.md': '# A\n\n[a](./b.md/more)\n', 'docs/b.md': '# B\n' };
  expect((await judged(files)).map((one) => one.split(' ', 1)[0])).toEqual(['warning']);
});

it('passes over a folder that has no page but may have those of a submodule', async () => {
  const tree = createMemoryTree({
    'docusaurus.config.js': settings(''),
    '.gitmodules': '[submodule "ui"]\n\tpath = docs/external/ui\n',
    'docs/a.md': '# A\n\n[b](/docs/web/start) [c](/docs/more/c)\n',
    'docs/web/index.md': '# Web\n',
    'docs/more/d.md': '# D\n',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1])).toEqual(['The link /docs/more/c']);
});

describe('the list of posts of Docusaurus', () => {
  const footer = `themeConfig: { footer: { links: [{ items: [{ label: 'Blog', to: '/blog' }] }] } }`;
  const page = { 'docs/a.md': '# A\n\n[posts](/blog) [old ones](/blog/archive)\n' };

  it('is nowhere without a post', async () => {
    const told = await judged(page, footer);
    expect(told).toEqual([
      expect.stringMatching(/^warning docs\/a\.md The link \/blog /u),
      expect.stringMatching(/^warning docs\/a\.md The link \/blog\/archive /u),
      expect.stringMatching(/^warning docusaurus\.config\.js The link \/blog /u),
    ]);
  });

  it('is told where the settings name it, and not where a comment of them does', async () => {
    const commented = `themeConfig: {\n  // { to: '/blog' }\n  footer: { links: [{ items: [{ to: '/blog' }] }] },\n}`;
    const tree = createMemoryTree({ ...page, 'docusaurus.config.js': settings(commented) });
    const { findings } = await createCheck().check({ tree });
    expect(findings.find(({ path }) => path === 'docusaurus.config.js')?.line).toBe(3);
  });

  it('may be there with a folder for posts, also of a translation or of another repository', async () => {
    expect(await judged({ ...page, 'blog/authors.yml': '' }, footer)).toEqual([]);
    expect(await judged({ ...page, 'i18n/fr/docusaurus-plugin-content-blog/a.md': '# A\n' }, footer)).toEqual([]);
    expect(await judged({ ...page, 'content/blog/a.md': '' }, footer)).toEqual([]);
    expect(await judged({ ...page, 'src/theme/BlogListPage/index.tsx': '' }, footer)).toEqual([]);
    expect(await judged({ ...page, '.gitmodules': '[submodule "blog"]\n\tpath = blog\n' }, footer)).toEqual([]);
  });
});

it('has a list of a category only where sidebars or the file of a folder make one', async () => {
  const pages = {
    'docs/guide/one.md': '# One\n\n[all](/docs/category/guide)\n',
    'docs/guide/two.md': '# Two\n\n[one](/docs/guide/one)\n',
    'sidebars.js':
      "export default { docs: [{ type: 'category', label: 'Guide', items: ['guide/one', 'guide/two'] }] };\n",
  };
  const withSidebars = {
    'docusaurus.config.js':
      "export default { title: 'A', url: 'https://a.example', baseUrl: '/', presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };\n",
  };
  const told = async (more: Record<string, string>) => (await judged({ ...pages, ...withSidebars, ...more })).length;
  expect(await told({})).toBe(1);
  expect(await told({ 'docs/guide/_category_.json': '{ "label": "Guide" }' })).toBe(1);
  expect(await told({ 'docs/guide/_category_.json': '{ "link": { "type": "generated-index" } }' })).toBe(0);
  const list = pages['sidebars.js'].replace("label: 'Guide'", "label: 'Guide', link: { type: 'generated-index' }");
  expect(await told({ 'sidebars.js': list })).toBe(0);
  expect(await told({ 'sidebars.js': 'export default make();\n' })).toBe(0);
});

it('tells addresses for changes that are those of a new site, or that lack the folder of the site', async () => {
  const withUrl = (url: string, root = ''): Record<string, string> => ({
    [`${root}docusaurus.config.js`]: `export default { title: 'A', url: 'https://a.example', baseUrl: '/', organizationName: 'acme', projectName: 'Tool', presets: [['classic', { docs: { editUrl: '${url}' } }]] };\n`,
    [`${root}docs/a.md`]: '# A\n',
  });
  const told = async (files: Record<string, string>): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.map(({ severity, path }) => `${severity} ${path}`);
  };
  const ofTemplate = 'https://github.com/facebook/docusaurus/tree/main/packages/create-docusaurus/templates/shared/';
  expect(await told(withUrl(ofTemplate))).toEqual(['warning docusaurus.config.js']);
  expect(await told({ ...withUrl(ofTemplate), 'packages/docusaurus/package.json': '{}' })).toEqual([]);
  expect(await told(withUrl('https://github.com/acme/tool/tree/main', 'web/'))).toEqual([
    'warning web/docusaurus.config.js',
  ]);
  expect(await told(withUrl('https://github.com/acme/tool/edit/main/web/', 'web/'))).toEqual([]);
  expect(await told(withUrl('https://github.com/acme/other/tree/main', 'web/'))).toEqual([]);
});

it('makes the anchor of a heading with a parameter with it or without, as its version reads directives', async () => {
  const tree = createMemoryTree({
    'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };\n",
    'docs/a.md': '# A\n\n[a](#get-runsidreport) [b](#get-runsreport) [c](#get-runs)\n\n## GET /runs/:id/report\n',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ message }) => /#\S+/u.exec(message)?.[0])).toEqual(['#get-runs.']);
});
