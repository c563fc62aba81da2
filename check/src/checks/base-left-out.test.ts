import { expect, it } from 'vitest';
import { deadLinksOf } from '../../test/dead-links.ts';

const pages = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/content/docs/${name}.md`, '# A\n']));
const starlight = (settings: string, index: string) =>
  deadLinksOf({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { ${settings} integrations: [starlight({})] };\n`,
    'src/content/docs/index.md': index,
    ...pages,
  });
const withBase = '[a](/tool/a/) [b](/tool/b/) [c](/tool/c/)\n';

it('tells addresses without the base that others of a site of Starlight have', async () => {
  const told = ['warning src/content/docs/index.md:2 /d/'];
  expect(await starlight("base: '/tool',", `${withBase}[d](/d/) [e](/gone/)\n`)).toEqual(told);
  expect(await starlight('', `[a](/a/)\n[d](/d/)\n`)).toEqual([]);
  // Nothing of the settings adds it, so that no other has to have it.
  expect(await starlight("base: '/tool',", '\n[d](/d/) [e](/gone/)\n')).toEqual(told);
  const own = "base: '/tool', markdown: { rehypePlugins: [own] }, // import own from './own.mjs';\n";
  expect(await starlight(own, '[a](/a/)\n[d](/d/)\n')).toEqual([]);
  expect(await starlight(own, '[a](/tool/a/) [b](/tool/b/)\n[d](/d/)\n')).toEqual([]);
  const rewritten = "base: '/tool', markdown: { rehypePlugins: ['rehype-base-url'] },";
  expect(await starlight(rewritten, `${withBase}[d](/d/)\n`)).toEqual([]);
});

it('tells those of buttons of Starlight, which its theme takes as they are, and of components', async () => {
  const hero = (link: string) => `---\ntitle: A\nhero:\n  actions:\n    - text: B\n      link: ${link}\n---\n`;
  const told = ['warning src/content/docs/index.md:6 /d/'];
  expect(await starlight("base: '/tool',", hero('/d/'))).toEqual(told);
  expect(await starlight("base: '/tool',", hero('/tool/d/'))).toEqual([]);
  const component = await deadLinksOf({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { base: '/tool', integrations: [starlight({})] };\n`,
    'src/content/docs/index.md': '# A\n',
    'src/content/docs/d.md': '# D\n',
    'src/components/Footer.astro': '<a href="/d/">d</a> <a href="/tool/d/">e</a> <a href={base + "/d/"}>f</a>\n',
  });
  expect(component).toEqual(['warning src/components/Footer.astro:1 /d/']);
});

it('tells those of pages that a plugin of Starlight publishes', async () => {
  const site = {
    'astro.config.mjs': `import starlight from '@astrojs/starlight';
import { starlightTypeDoc } from 'starlight-typedoc';
export default { base: '/tool', integrations: [starlight({ title: 'A', plugins: [starlightTypeDoc({ tsconfig: 'a' })] })] };`,
    'src/content/docs/index.md': '[a](/api/a/) [b](/other/a/) [c](/tool/api/a/)\n',
  };
  expect(await deadLinksOf(site)).toEqual(['warning src/content/docs/index.md:1 /api/a/']);
});

it('tells them of a site of Jekyll on GitHub Pages, where none has it', async () => {
  const jekyll = (url: string, links: string) =>
    deadLinksOf({
      '_config.yml': `title: A\nurl: "${url}"\nbaseurl: "/tool"\n`,
      'index.md': `---\ntitle: A\n---\n\n${links}\n`,
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, '---\ntitle: A\n---\n\n# A\n'])),
      'img/a.png': '',
    });
  const picture = ['warning index.md:5 /img/a.png'];
  expect(await jekyll('https://acme.github.io', '![x](/img/a.png)')).toEqual(picture);
  expect(await jekyll('https://docs.acme.dev', '![x](/img/a.png)')).toEqual([]);
  const tags = ['a', 'b', 'c'].map((name) => `[x]({{ site.baseurl }}/${name}.html)`).join(' ');
  expect(await jekyll('https://docs.acme.dev', `![x](/img/a.png) ${tags}`)).toEqual(picture);
});

it('tells them in raw HTML on a site of VitePress, which puts the base before addresses of Markdown alone', async () => {
  const site = (base: string) => ({
    'docs/.vitepress/config.ts': `export default { base: '${base}' };`,
    'docs/index.md': '<a href="/b">x</a> [b](/b) <a href="/tool/b">y</a> <a href="./b">z</a>\n',
    'docs/b.md': '# B\n',
  });
  expect(await deadLinksOf(site('/tool/'))).toEqual(['warning docs/index.md:1 /b']);
  expect(await deadLinksOf(site('/'))).not.toContain('warning docs/index.md:1 /b');
});

it('tells them in raw HTML on a site of Docusaurus 3, whose theme shows no element that is written as one', async () => {
  const site = (version: string, base = '/tool/', settings = '') =>
    deadLinksOf({
      'package.json': `{ "dependencies": { "@docusaurus/core": "${version}" } }`,
      'docusaurus.config.js': `export default { baseUrl: '${base}', presets: [['classic', { docs: { routeBasePath: '/' } }]], ${settings} };`,
      'docs/index.md': '<a href="/b">x</a> [b](/b) <a href="/tool/b">y</a> <Link to="/b">z</Link>\n',
      'docs/b.md': '# B\n',
      'own.js': 'export default () => (tree) => visit(tree, (node) => { node.url = "/tool" + node.url; });\n',
    });
  const told = 'warning docs/index.md:1 /b';
  expect(await site('^3.5.0')).toEqual([told]);
  for (const version of ['^2.4.3', '*']) expect(await site(version)).toEqual([]);
  expect(await site('3.5.0', '/')).not.toContain(told);
  // Of CommonMark, elements of HTML are those of the theme.
  expect(await site('3.5.0', '/tool/', "markdown: { format: 'detect' }")).toEqual([]);
  expect(await site('3.5.0', '/tool/', "own: './own.js'")).toEqual([]);
});
