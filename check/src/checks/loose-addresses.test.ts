import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import { findLooseAddresses } from '../pages/find-loose-addresses.ts';

const site: Files = {
  'docusaurus.config.js':
    "module.exports = { title: 'x', url: 'https://x.example', baseUrl: '/', presets: ['classic'] };\n",
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`docs/${name}.md`, `# ${name}\n\n## Part\n`])),
};

async function slipsOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ ...site, ...files }) });
  return findings
    .filter(({ message }) => message.includes('in such a place'))
    .map(({ path, line, message }) => `${path}:${line ?? 0} ${message.split(' ', 1)[0] ?? ''}`);
}

const written = ['a', 'b', 'c', 'd'].map((name) => `<Link to="/docs/${name}">x</Link>`).join('\n');

describe('addresses where nothing tells that they are ones', () => {
  it('are told in modules of the site, in attributes and in data', async () => {
    expect(
      await slipsOf({ 'src/pages/index.js': `${written}\n`, 'src/other.js': '<Link to="/docs/gone">x</Link>\n' }),
    ).toEqual(['src/other.js:1 /docs/gone']);
    const data = ['a', 'b', 'c', 'gone', 'd'].map((name) => `  { link: '/docs/${name}' },`).join('\n');
    expect(await slipsOf({ 'src/cards.ts': `export const cards = [\n${data}\n];\n` })).toEqual([
      'src/cards.ts:5 /docs/gone',
    ]);
  });

  it('are told in menus of data, whose entries name pages by a `ref`', async () => {
    const menu = ['a', 'b', 'c', 'gone', 'd'].map((name) => `  - name: ${name}\n    ref: "/docs/${name}"`).join('\n');
    expect(await slipsOf({ 'data/menu/main.yaml': `main:\n${menu}\n` })).toEqual(['data/menu/main.yaml:9 /docs/gone']);
    const module = ['a', 'b', 'c', 'gone', 'd'].map((name) => `  { ref: '/docs/${name}' },`).join('\n');
    expect(await slipsOf({ 'src/menu.ts': `export const menu = [\n${module}\n];\n` })).toEqual([]);
  });

  it('are told as links on pages of Hugo that are written in HTML', async () => {
    const pages = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index, all) => [
        `content/docs/${name}.md`,
        `# ${name}\n\n[x](/docs/${all[(index + 1) % 8] ?? ''}/)\n`,
      ]),
    );
    const told = async (home: string): Promise<readonly string[]> => {
      const tree = createMemoryTree({
        'hugo.toml': 'baseURL = "https://example.org/"\n',
        ...pages,
        'content/_index.html': home,
      });
      const { findings } = await createDocsCheck().check({ tree });
      return findings.map(({ severity, path, message }) => `${severity} ${path} ${message.split(' ', 1)[0] ?? ''}`);
    };
    expect(await told('<a href="/docs/gone/">x</a>\n')).toEqual(['warning content/_index.html /docs/gone/']);
    expect(await told('<a href="/docs/a/">x</a>\n')).toEqual([]);
  });

  it('are told where several lead into one folder only if each names a page that lies elsewhere', async () => {
    const many = Array.from({ length: 16 }, (_, index): [string, string] => [`docs/new/p${String(index)}.md`, '# P\n']);
    const cards = many.map((_, index) => `<Card to="/docs/new/p${String(index)}" />\n`).join('\n');
    const moved = [1, 2, 3].map((index) => `<Card to="/docs/old/p${String(index)}" />\n`).join('\n');
    const files = { ...Object.fromEntries(many), 'docs/good.mdx': cards };
    expect(await slipsOf({ ...files, 'docs/bad.mdx': moved })).toHaveLength(3);
    expect(await slipsOf({ ...files, 'docs/bad.mdx': moved.replaceAll('/p', '/none') })).toEqual([]);
  });

  it('are told in attributes, modules and frontmatter of pages', async () => {
    const good = ['a', 'b', 'c', 'd'].map((name) => `<Card to="/docs/${name}" />`).join('\n\n');
    expect(
      await slipsOf({ 'docs/good.mdx': `${good}\n`, 'docs/bad.mdx': '# Bad\n\n<Card to="/docs/gone" />\n' }),
    ).toEqual(['docs/bad.mdx:3 /docs/gone']);
    const fields = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'gone'].map((name) => [`docs/f-${name}.md`, `---\nrelated: /docs/${name}\n---\n\n# x\n`]),
    );
    expect(await slipsOf(fields)).toEqual(['docs/f-gone.md:2 /docs/gone']);
  });

  it('are told in an attribute that a component of the repository hands on to a link, whatever the others are', async () => {
    const card = (body: string): Files => ({
      'src/card.jsx': `import Link from '@docusaurus/Link';\nexport function Card({ to, text }) {\n  ${body}\n}\n`,
      'docs/cards.mdx': `import { Card } from '@site/src/card';\n\n<Card to="/docs/a" text="/docs/none" />\n\n<Card to="/docs/gone" />\n`,
    });
    const told = async (files: Files): Promise<readonly string[]> => {
      const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ ...site, ...files }) });
      return findings.flatMap(({ severity, message }) => (message.includes('hands it on') ? [severity] : []));
    };
    expect(await told(card('return <Link className="x" to={to}>{text}</Link>;'))).toEqual(['warning']);
    expect(await told(card('return <Other to={`/docs${to}`}>{text}</Other>;'))).toEqual([]);
    expect(await told(card('const to = props.to; return <a href={to}>{text}</a>;'))).toEqual([]);
  });

  it('are told with an anchor that the page does not have', async () => {
    const other = '<Link to="/docs/a#part">x</Link>\n<Link to="/docs/a#none">x</Link>\n';
    expect(await slipsOf({ 'src/pages/index.js': `${written}\n`, 'src/other.js': other })).toEqual([
      'src/other.js:2 docs/a.md',
    ]);
  });

  it('are read from the top of the site where a function does so', async () => {
    const based = ['a', 'b', 'c', 'gone', 'd'].map((name) => `<a href={useBaseUrl('docs/${name}')}>x</a>`).join('\n');
    expect(await slipsOf({ 'src/pages/index.js': `${based}\n` })).toEqual(['src/pages/index.js:4 /docs/gone']);
  });

  it('are not told in code, in comments, or as own addresses of a page', async () => {
    const quiet = `# x\n\n\`\`\`jsx\n<Link to="/docs/gone" />\n\`\`\`\n\n{/*\n<Link to="/docs/gone" />\n*/}\n\n\`to="/docs/gone"\`\n`;
    const files = { 'docs/good.mdx': written.replaceAll('Link', 'Card'), 'docs/quiet.mdx': quiet };
    expect(await slipsOf(files)).toEqual([]);
    const module = `${written}\n// to="/docs/gone"\nconst x = { from: '/docs/gone' };\n`;
    expect(await slipsOf({ 'src/pages/index.js': module })).toEqual([]);
  });

  it('are not told where the others in such a place are none, or where a folder is missing as a whole', async () => {
    const routes = ['a', 'u', 'v', 'w'].map((name) => `<Route to="/docs/${name}" />`).join('\n');
    expect(await slipsOf({ 'src/app.js': `${routes}\n` })).toEqual([]);
    const many = ['a', 'b', 'c', 'd', 'e'].map(
      (name) => `<Link to="/docs/${name}" />\n<Link to="/docs/${name}#part" />`,
    );
    const api = (count: number): string =>
      Array.from({ length: count }, (_, index) => `<Link to="/api/p${String(index)}" />`).join('\n');
    expect(await slipsOf({ 'src/app.js': `${many.join('\n')}\n${api(1)}\n` })).toEqual(['src/app.js:11 /api/p0']);
    const more = Array.from({ length: 12 }, (_, index) => [`docs/m${String(index)}.md`, '# m\n']);
    const all = more.map(([path = '']) => `<Link to="/${path.replace('.md', '')}" />`).join('\n');
    const files = Object.fromEntries(more) as Files;
    expect(await slipsOf({ ...files, 'src/app.js': `${all}\n${api(3)}\n` })).toEqual([]);
  });

  it('are not told where a page in a form that is not read has that address', async () => {
    const good = 'docs/a docs/b docs/c docs/d docs/e'.split(' ').map((name) => `<Link to="/${name}">x</Link>`);
    const files = { 'src/app.js': `${good.join('\n')}\n<Link to="/docs/more">x</Link>\n` };
    expect(await slipsOf(files)).toEqual(['src/app.js:6 /docs/more']);
    expect(await slipsOf({ ...files, 'other/pages/docs/more.astro': '<p>x</p>\n' })).toEqual([]);
    expect(await slipsOf({ ...files, 'static-site/docs/more/index.html': '<p>x</p>\n' })).toEqual([]);
  });

  it('are told in a part that defines addresses for other pages', async () => {
    const part = ['a', 'b', 'c', 'gone', 'd'].map((name) => `[${name}]: /docs/${name}\n`).join('');
    expect(
      await slipsOf({ 'docs/_links.md': part, 'docs/a.md': `${part}\n## Part\n\nx\n\ny\n\nz\n\nv\n\nw\n` }),
    ).toEqual(['docs/_links.md:4 /docs/gone']);
  });

  it('are told in modules where no known program publishes the pages, unless the settings of another site stand there', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${String(index)}`);
    const pages = Object.fromEntries(names.map((name) => [`docs/pages/guide/${name}.mdx`, '# P\n']));
    const links = [...names, 'gone'].map((name) => `  { link: '/guide/${name}' },`).join('\n');
    const files = { ...pages, 'package.json': '{}', 'sidebar.ts': `export const sidebar = [\n${links}\n];\n` };
    const toldOf = async (more: Files): Promise<readonly string[]> => {
      const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ ...files, ...more }) });
      return findings.filter(({ message }) => message.includes('in such a place')).map(({ path }) => path);
    };
    expect(await toldOf({})).toEqual(['sidebar.ts']);
    const made = { 'sidebar.ts': files['sidebar.ts'].replace('/guide/gone', '/reference/users/get') };
    expect(await toldOf(made)).toEqual(['sidebar.ts']);
    // A module fills the folder, unless it shows the pages of it.
    expect(await toldOf({ ...made, 'pages/reference/[[...slug]].tsx': '' })).toEqual([]);
    expect(await toldOf({ 'pages/guide/[[...slug]].tsx': '' })).toEqual(['sidebar.ts']);
    // One of a few may be that of another program.
    const few = {
      'sidebar.ts': '',
      'a.ts': ['p1', 'p2', 'p3', 'p4', 'gone'].map((one) => `x({ link: '/guide/${one}' });\n`).join(''),
    };
    expect(await toldOf(few)).toEqual([]);
    expect(await toldOf({ 'mkdocs.yml': 'site_name: x\ndocs_dir: other\n', 'other/index.md': '# A\n' })).toEqual([]);
  });

  it.each([
    ['attributes without end', 'a="/'.repeat(100_000)],
    ['names', 'a:'.repeat(300_000)],
    ['spaces', `a=${' '.repeat(1000)}\n`.repeat(500)],
    ['comments', '<!-- /* '.repeat(100_000)],
    ['definitions', `[${'['.repeat(100_000)}\n${'[a]: /x '.repeat(100_000)}`],
    ['many definitions', '[a]: /x\n'.repeat(50_000)],
    ['lines', 'link: "/a"\n'.repeat(50_000)],
  ])('are looked for in linear time: %s', (_name, text) => {
    expect(findLooseAddresses(text, 'module').length).toBeLessThanOrEqual(50_000);
    expect(findLooseAddresses(text, 'page').length).toBeLessThanOrEqual(50_000);
  });
});
