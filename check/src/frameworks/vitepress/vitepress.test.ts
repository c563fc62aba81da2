import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(settings: string, index: string): Promise<string[]> {
  const tree = createMemoryTree({
    'docs/.vitepress/config.ts': `export default { ${settings} };\n`,
    'docs/index.md': index,
    'docs/other.md': '# Other\n',
  });
  const { findings } = await createCheck().check({ tree });
  return findings.filter(({ severity }) => severity !== 'notice').map(({ message }) => message.split(' ', 3).join(' '));
}

it('passes over addresses whose beginning `ignoreDeadLinks` names, as they are written', async () => {
  const pages = '[a](./examples/a.html) [b](./gone/a.html)\n';
  const told = 'The link ./gone/a.html';
  expect(await said('', pages)).toEqual(['The link ./examples/a.html', told]);
  expect(await said("ignoreDeadLinks: [(url) => url.toLowerCase().startsWith('./examples')]", pages)).toEqual([told]);
  expect(await said(String.raw`ignoreDeadLinks: [/^\.\/examples\//]`, pages)).toEqual([told]);
});

it('takes any anchor for one of a page that binds an id, or those that begin and end as it does', async () => {
  const page = (element: string) => `${element}\n\n[a](#part-one) [b](#other)\n`;
  expect(await said('', page('<div id="x">x</div>'))).toHaveLength(2);
  for (const bound of ['<div v-for="x in y" :id="slugify(x)">x</div>', '<h2 v-bind:id="x">x</h2>'])
    expect(await said('', page(bound))).toEqual([]);
  expect(await said('', page('<div :id="`part-${x}`">x</div>'))).toEqual(['This page has']);
});

it('looks for what the theme shows of settings and frontmatter among public files only', async () => {
  const settings = "themeConfig: { logo: '/img/a.svg' }";
  const index = '---\nlayout: home\nhero:\n  image: /img/b.svg\n---\n\n![c](/img/c.svg)\n';
  const told = async (files: Readonly<Record<string, string>>) => {
    const tree = createMemoryTree({
      'docs/.vitepress/config.ts': `export default { ${settings} };\n`,
      'docs/index.md': index,
      ...files,
    });
    const { findings } = await createCheck().check({ tree });
    return findings.flatMap(({ rule, message }) => (rule === 'missing-file' ? [message.split(' ', 3)[2]] : []));
  };
  const pictures = (folder: string) =>
    Object.fromEntries(['a', 'b', 'c'].map((name) => [`docs/${folder}${name}.svg`, '<svg/>']));
  expect(await told(pictures('public/img/'))).toEqual([]);
  // Vite finds what Markdown names, as it bundles it.
  expect(await told(pictures('img/'))).toEqual(['/img/a.svg', '/img/b.svg']);
});

it('takes no rule of markdown-it for what is no link for one that rewrites addresses', async () => {
  const told = async (rule: string): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({
      tree: createMemoryTree({
        'docs/.vitepress/config.ts':
          "import own from './own';\nexport default { markdown: { config: (md) => md.use(own) } };\n",
        'docs/.vitepress/own.ts': `export default (md) => {\n  ${rule} = (tokens, at) => { tokens[at].url = '/x'; };\n};\n`,
        'docs/index.md': '[a](./gone.md)\n',
      }),
    });
    return findings.map(({ severity, rule }) => `${severity} ${rule}`);
  };
  for (const name of ['.video', '.container_tabs_open'])
    expect(await told(`md.renderer.rules${name}`)).toEqual(['error broken-link']);
  for (const name of ['.link_open', "['link_open']", '[name]', '.text'])
    expect(await told(`md.renderer.rules${name}`)).toEqual([]);
});
