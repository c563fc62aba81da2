import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

/** Strays by the pages that they are on. */
async function straysOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ message }) => message.includes('of this site into that folder'))
    .map(({ path, message }) => `${path} ${/The link (\S+)/u.exec(message)?.[1] ?? ''}`);
}

/** Nobody knows what the plugin publishes, and where. */
const config: Files = {
  'astro.config.mjs':
    "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'S', plugins: [own] })] };\n",
};
const site: Files = {
  ...config,
  ...page('guide/first/a', '/guide/first/b/', '/api/'),
  ...page('guide/first/b', '/guide/first/a/', '/api/one/'),
  ...page('guide/first/more'),
};

function page(route: string, ...links: readonly string[]): Files {
  return { [pathOf(route)]: `---\ntitle: T\n---\n\n${links.map((link) => `[x](${link})\n`).join('\n')}` };
}

function pathOf(route: string): string {
  return `src/content/docs/${route}.md`;
}

it('links into a folder of which the others are found are told, whatever plugin may publish more', async () => {
  expect(await straysOf({ ...site, ...page('c', '/guide/first/gone/#x') })).toEqual([
    `${pathOf('c')} /guide/first/gone/#x`,
  ]);
});

it('links into a folder of which several are not found are not told, nor what several pages say', async () => {
  const several = page('c', '/guide/first/x/', '/guide/first/y/');
  expect(await straysOf({ ...site, ...several })).toEqual([]);
  const four = ['c', 'd', 'e', 'f'].map((name) => page(name, '/guide/first/gone/'));
  expect(await straysOf(Object.assign({}, site, ...four) as Files)).toEqual([]);
  expect(await straysOf(Object.assign({}, site, ...four.slice(1)) as Files)).toHaveLength(3);
});

it('links to the top, to that of a language, and into a folder at the top with a few pages are not told', async () => {
  const few = { ...page('fr/a'), ...page('fr/b'), ...page('fr/c'), ...page('top/a'), ...page('top/b') };
  expect(await straysOf({ ...site, ...few, ...page('q', '/gone/', '/fr/gone/', '/top/gone/') })).toEqual([]);
  const names = Array.from({ length: 7 }, (_, at) => `top/p${at}`);
  const many = Object.assign({}, few, ...names.map((name) => page(name))) as Files;
  expect(await straysOf({ ...site, ...many, ...page('q', '/top/gone/') })).toEqual([`${pathOf('q')} /top/gone/`]);
});

it('links to pages of another ending than they have are told', async () => {
  const mkdocs: Files = {
    'mkdocs.yml': 'site_name: x\n',
    'docs/a.md': '[x](/docs/part/one.md)\n',
    'docs/part/one.md': '[x](/docs/part/two.md)\n',
    'docs/part/two.md': '[x](/docs/part/three.md)\n',
    'docs/part/three.md': 'x\n',
    'docs/q.md': '[x](/docs/part/one.mdx)\n',
  };
  expect(await straysOf(mkdocs)).toEqual(['docs/q.md /docs/part/one.mdx']);
});

it('links to the top are told where nearly all that are written so are found, if the name is nearly that of a page', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `page-${String.fromCharCode(97 + at).repeat(4)}`);
  const pages = Object.assign({}, ...names.map((name) => page(name))) as Files;
  const linked = page('z', ...names.map((name) => `/${name}/`));
  const told = await straysOf({ ...config, ...pages, ...linked, ...page('q', '/pgae-aaaa/') });
  expect(told).toEqual([`${pathOf('q')} /pgae-aaaa/`]);
  expect(await straysOf({ ...config, ...pages, ...linked, ...page('q', '/pricing/') })).toEqual([]);
  expect(await straysOf({ ...config, ...pages, ...page('q', '/pgae-aaaa/') })).toEqual([]);
});

it('links to the top are told where many are found and hardly one is not', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `page-${at}`);
  const pages = Object.assign({}, ...names.map((name) => page(name))) as Files;
  const [first = '', ...others] = names.map((name) => `/${name}/`);
  const one = page('q', '/pricing/');
  expect(await straysOf({ ...config, ...pages, ...page('z', first, ...others), ...one })).toEqual([
    `${pathOf('q')} /pricing/`,
  ]);
  expect(await straysOf({ ...config, ...pages, ...page('z', ...others.slice(1)), ...one })).toEqual([]);
});

it('links into a folder whose others are found are told where a plugin may publish what is not', async () => {
  const docusaurus: Files = {
    'docusaurus.config.js':
      'module.exports = { plugins: ["./own"], presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]] };',
    'docs/a/part/one.md': '[x](/a/part/two)\n',
    'docs/a/part/two.md': 'x\n',
    'docs/a/part/three.md': '[x](/a/part/gone)\n',
    'docs/q.md': '[x](/a/api/gone)\n',
  };
  expect(await straysOf(docusaurus)).toEqual(['docs/a/part/three.md /a/part/gone']);
  expect(await straysOf({ ...docusaurus, 'docs/a/part/one.md': '[x](./two.md)\n' })).toEqual([]);
});

it('looks at what posts write from the top, and not at what they write from their own folder', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const links = names.map((name) => `[x](/guide/${name}.html)`).join(' ');
  const tree = createMemoryTree({
    '_config.yml': 'title: x\nsource_dir: src\nrender_drafts: false\n',
    'package.json': '{ "dependencies": { "hexo": "7.0.0" } }',
    ...Object.fromEntries(names.map((name) => [`src/guide/${name}.md`, `# ${name}\n`])),
    'src/_posts/first.md': `# First\n\n${links} [y](/guide/gone.html) [z](lost.html)\n`,
  });
  const { findings } = await createDocsCheck().check({ tree });
  expect(findings.map(({ severity, message }) => `${severity} ${/link (\S+)/u.exec(message)?.[1] ?? message}`)).toEqual(
    ['warning /guide/gone.html'],
  );
});

it('takes what a post writes from its own folder for no slip, although nearly all of the other pages are found', async () => {
  const names = Array.from({ length: 16 }, (_, index) => `p${index}`);
  const tree = createMemoryTree({
    '_config.yml': 'title: x\nsource_dir: src\nrender_drafts: false\n',
    'package.json': '{ "dependencies": { "hexo": "7.0.0" } }',
    ...Object.fromEntries(
      names.map((name, index) => [`src/guide/${name}.md`, `# ${name}\n\n[x](${names[index - 1] ?? 'p15'}.html)\n`]),
    ),
    'src/_posts/first.md': '# First\n\n[z](../../../../guide/p3.html)\n',
  });
  const { findings } = await createDocsCheck().check({ tree });
  expect(findings.map(({ message }) => message)).toEqual([]);
});
