import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

/** More than are told one by one. */
const names = [
  'Frame',
  'Page',
  'View',
  'Label',
  'Color',
  'Image',
  ...Array.from({ length: 20 }, (_, index) => `Part${index}`),
];
const into = (folder: string, count = names.length): string =>
  names
    .slice(0, count)
    .map((name) => `- [${name}](${folder}${name})`)
    .join('\n');

function site(home: string, more: Files = {}): Files {
  return {
    'docs/.vitepress/config.ts': 'export default {};',
    'docs/index.md': `# Home\n\n[guide](/guide/start)\n\n${home}\n`,
    // More headings than any test names anchors.
    'docs/guide/start.md': `# Start\n\n${Array.from({ length: 40 }, (_, index) => `## Section ${index}\n`).join('\n')}`,
    ...more,
  };
}

/** Anchors that are found, so that a few which are not are no habit of the site. */
const manyAnchors = {
  headings: names.map((name) => `\n## Right ${name}\n`).join(''),
  links: names.map((name) => `[x](/guide/start#right-${name.toLowerCase()})`).join(' '),
};

async function rulesOf(files: Files, base?: Files): Promise<string[]> {
  const tree = createMemoryTree(files);
  const report = await createDocsCheck().check(base === undefined ? { tree } : { tree, base: createMemoryTree(base) });
  return report.findings
    .filter(({ severity, introduced }) => severity !== 'notice' && introduced !== false)
    .map(({ rule, severity, message }) => `${severity} ${rule} ${/^\d+/u.exec(message)?.[0] ?? ''}`.trim());
}

describe('doubt', () => {
  it('is one warning for many links into a folder of which there is nothing', async () => {
    expect(await rulesOf(site(into('/api/class/')))).toEqual(['warning doubted 26']);
  });

  it('does not doubt pictures of a README, of which a code host makes none', async () => {
    const pictures = Array.from({ length: 30 }, (_, index) => `![x](shots/p${index}.png)`).join(' ');
    const told = await rulesOf({ 'README.md': pictures, 'notes/a.md': pictures });
    expect(told.filter((one) => one === 'error missing-file')).toHaveLength(30);
    expect(told).toContain('warning doubted 30');
  });

  it('tells each by itself where they are all that is doubted of a site, and shows examples where they are many', async () => {
    const shownOf = async (count: number): Promise<string> => {
      const links = Array.from({ length: count }, (_, index) => `[x](/guide/api/p${index})`).join(' ');
      const { findings } = await createDocsCheck().check({ tree: createMemoryTree(site(links)) });
      return findings
        .map(({ message }) => /one: (.*)\.$|Not certain: (.*)$/u.exec(message)?.slice(1).join(''))
        .join(';');
    };
    const why = '5 links of this site lead into /guide/api, of which this repository has nothing.';
    expect(await shownOf(5)).toBe(Array(5).fill(why).join(';'));
    expect(await shownOf(26)).toBe('/guide/api/p0, /guide/api/p1, /guide/api/p2');
    const outside = {
      'a/mkdocs.yml': 'site_name: x\n',
      'a/docs/a.md': names
        .slice(0, 6)
        .map((name) => `[x](../${name}.zip)`)
        .join(' '),
    };
    const files = Object.fromEntries(names.map((name) => [`a/${name}.zip`, '']));
    expect(await rulesOf({ ...outside, ...files })).toEqual(['warning doubted 6']);
    expect(await rulesOf(outside)).toEqual(Array(6).fill('warning broken-link'));
  });

  it('tells what leads nowhere in any reading by itself, where nearly all else is only not published', async () => {
    const files = Object.fromEntries(names.map((name) => [`${name}.cfg`, '']));
    const links = [...names, 'gone'].map((name) => `[x](../${name}.cfg)`).join(' ');
    const mkdocs = { 'mkdocs.yml': 'site_name: x\n', 'docs/a.md': links };
    expect(await rulesOf({ ...mkdocs, ...files })).toEqual([`warning doubted ${names.length}`, 'warning broken-link']);
    const made = ['a', 'b', 'c'].map((name) => `[x](../made/${name}.cfg)`).join(' ');
    expect(await rulesOf({ ...mkdocs, ...files, 'docs/b.md': made })).toEqual([
      `warning doubted ${names.length}`,
      'warning broken-link',
      'warning doubted 3',
    ]);
  });

  it('does not come of a few, nor of the same link again and again', async () => {
    expect(await rulesOf(site(into('/guide/', 2)))).toEqual(Array(2).fill('error broken-link'));
    expect(await rulesOf(site('[x](/guide/Frame)\n\n'.repeat(26)))).toEqual(Array(26).fill('error broken-link'));
  });

  it('tells each where the site has something like them that is right', async () => {
    const more = { 'docs/api/class/Button.md': '# Button\n' };
    expect(await rulesOf(site(`${into('/api/class/')}\n- [x](/api/class/Button)`, more))).toEqual(
      Array(26).fill('warning broken-link'),
    );
  });

  it('does not come where most that is written so is found by its name, of a site whose program is not known', async () => {
    const numbers = Array.from({ length: 3 * names.length }, (_, index) => index);
    const pages = Object.fromEntries(numbers.map((index) => [`a/docs/p${index}.mdx`, '# A\n']));
    const doubtsOf = async (found: number): Promise<readonly string[]> => {
      const links = [...numbers.slice(0, found).map((index) => `p${index}`), ...names].map(
        (name) => `[x](/docs/${name})`,
      );
      return rulesOf({ ...pages, 'a/docs/y.mdx': links.join(' ') });
    };
    expect(await doubtsOf(3 * names.length)).toEqual(Array(names.length).fill('warning broken-link'));
    expect(await doubtsOf(3 * names.length - 1)).toEqual(['warning doubted 26']);
  });

  it('does not come of the name of another host without its scheme', async () => {
    const pictures = names.map((name) => `![x](images.example.cn/a/${name}.png)`).join('\n');
    expect(await rulesOf(site(pictures))).toEqual(Array(26).fill('error missing-file'));
  });

  it('does not come of a picture that names a page, which nothing makes', async () => {
    const pictures = names.map((name) => `![x](/screens/${name}.png)`).join('\n');
    expect(await rulesOf(site(`${pictures}\n![x](/screens/Other.md)`))).toEqual([
      'error missing-file',
      'warning doubted 26',
    ]);
  });

  it('does not come of what a change brings, and tells what it adds to what was doubted before apart from that', async () => {
    const before = site(into('/api/class/'));
    expect(await rulesOf(site(into('/api/class/')), site(''))).toEqual(Array(26).fill('error broken-link'));
    expect(await rulesOf(site(`${into('/api/class/')}\n- [x](/api/class/Other)`), before)).toEqual([
      'warning doubted 1',
    ]);
  });

  it('does not come of files that lie elsewhere, nor of backslashes', async () => {
    const more = Object.fromEntries(names.map((name) => [`docs/classes/${name}.md`, `# ${name}\n`]));
    const links = names.map((name) => `[x](./class/${name}.md)`).join('\n');
    const back = names.map((name) => String.raw`[x](class\\${name}.md)`).join('\n');
    const all = names.map((name) => `[x](/classes/${name})`).join('\n');
    expect(await rulesOf(site(`${links}\n\n${all}`, more))).toEqual(Array(26).fill('error broken-link'));
    expect(await rulesOf(site(back))).toEqual(Array(26).fill('error broken-link'));
  });

  it('comes of a site that has no build of its own where all lead into a folder that the host may make, and of nothing else', async () => {
    const files = (home: string, more: Files = {}): Files => ({
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index', 'guide/start'] } }),
      'index.mdx': `---\ntitle: Home\n---\n\n${home}\n`,
      'guide/start.mdx': '---\ntitle: Start\n---\n',
      ...more,
    });
    expect(await rulesOf(files(into('/api/class/')))).toEqual(['warning doubted 26']);
    expect(await rulesOf(files(into('/api/class/', 4)))).toEqual(Array(4).fill('error broken-link'));
    expect(await rulesOf(files(into('/guide/', 4)))).toEqual(Array(4).fill('error broken-link'));
    expect(await rulesOf(files(into('/api/class/')), files('Home'))).toEqual(Array(26).fill('error broken-link'));
  });

  it('comes of operations that five pages name and no OpenAPI file has', async () => {
    const files = (count: number): Files => ({
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: names.slice(0, count) } }),
      'openapi.json': '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}',
      ...Object.fromEntries(names.slice(0, count).map((name) => [`${name}.mdx`, `---\nopenapi: GET /${name}\n---\n`])),
    });
    expect(await rulesOf(files(4))).toEqual(Array(4).fill('error openapi-missing-operation'));
    const said = await rulesOf(files(5));
    expect(said.filter((one) => one.startsWith('error'))).toEqual([]);
    expect(said.length).toBeGreaterThan(0);
  });

  it('comes of what would stop every build, on three pages', async () => {
    const page = '---\ntitle: x\n---\n\n:::note{open a}\nx {a b}\n:::\n';
    const files = (count: number): Files => ({
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
      ...Object.fromEntries(names.slice(0, count).map((name) => [`docs/${name}.mdx`, page])),
    });
    expect(await rulesOf(files(2))).toEqual(Array(2).fill('warning mdx-syntax'));
    expect(await rulesOf(files(3))).toEqual(['warning doubted 3']);
  });

  it('reaches the few others of a rule that is nearly all doubted, which are told one by one', async () => {
    const many = `${into('/api/class/')}\n\n[x](/guide/gone)`;
    expect(await rulesOf(site(many))).toEqual(['warning doubted 26', 'warning broken-link']);
    // What begins otherwise may be read in another way.
    const others = into('./guide/', 9);
    expect(await rulesOf(site(`${many}\n\n[y](./guide/start)\n\n${others}`))).toEqual([
      'warning doubted 26',
      ...Array<string>(10).fill('warning broken-link'),
    ]);
  });

  it('comes of anchors with signs that none which is found has', async () => {
    const anchors = names.map((name) => `[x](/guide/start#r-${name}.a)`).join('\n');
    const plain = names.map((name) => `[x](/guide/start#${name.toLowerCase()})`).join('\n');
    expect(await rulesOf(site(anchors))).toEqual(['warning doubted 26']);
    expect(await rulesOf(site(plain))).toEqual(Array(26).fill('warning broken-anchor'));
  });

  it('comes of a navigation of which a large part is not found', async () => {
    const items = names.map((name) => `{ text: 'x', link: '/guide/${name}' }`).join(', ');
    const config = `export default { themeConfig: { sidebar: [${items}, { text: 'x', link: '/guide/start' }] } };`;
    expect(await rulesOf({ ...site(''), 'docs/.vitepress/config.ts': config })).toEqual(['warning doubted 26']);
  });

  it('comes of a file that three published pages show', async () => {
    const page = '# x\n\n<!--@include: ./made.md-->\n';
    const more = (count: number): Files =>
      Object.fromEntries(names.slice(0, count).map((name) => [`docs/${name}.md`, page]));
    expect(await rulesOf(site('', more(2)))).toEqual(Array(2).fill('warning broken-include'));
    expect(await rulesOf(site('', more(3)))).toEqual(['warning doubted 3']);
  });

  it('comes of one anchor that its page writes in a way that is not read, unless the change brings it', async () => {
    const more = { 'docs/guide/start.md': '# Start\n\nA term r[start.here] and\n\n```html\n<p id="shown">\n```\n' };
    const home = '[x](/guide/start#start.here)';
    expect(await rulesOf(site(home, more))).toEqual(['warning doubted 1']);
    expect(await rulesOf(site('[x](/guide/start#shown)', more))).toEqual(['error broken-anchor']);
    expect(await rulesOf(site(home, more), site('', more))).toEqual(['error broken-anchor']);
  });

  it('makes warnings of what the program of a site may read otherwise, unless the change brings it', async () => {
    const generated = { 'hugo.toml': 'baseURL = "https://example.com/"\n', 'content/a.md': '# A\n' };
    const broken = { ...generated, 'content/a.md': '# A\n\n[x](#nothing)\n\n```\nopen\n\nThe rest.\n' };
    expect(await rulesOf(broken)).toEqual(['error unclosed-fence', 'warning broken-anchor']);
    expect(await rulesOf(broken, generated)).toEqual(['error broken-anchor', 'error unclosed-fence']);
    // Some programs close a block in a list that CommonMark does not.
    const list = '# A\n\n1. a\n\n   ```\ncode\n';
    expect(await rulesOf({ ...generated, 'content/a.md': list })).toEqual(['warning unclosed-fence']);
    expect(await rulesOf({ 'README.md': list })).toEqual(['error unclosed-fence']);
  });

  it('makes warnings of redirects of which most lead to nothing', async () => {
    const redirect = (to: string): object => ({ source: `/old${to}`, destination: to });
    const files = (...to: string[]): Files => ({
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] }, redirects: to.map(redirect) }),
      'index.mdx': '---\ntitle: x\n---\n',
    });
    const of = (severity: string, count: number): string[] =>
      Array<string>(count).fill(`${severity} redirect-to-nowhere`);
    expect(await rulesOf(files('/docs/a', '/docs/b', '/index'))).toEqual(of('error', 2));
    expect(await rulesOf(files('/docs/a', '/docs/b', '/docs/c', '/index'))).toEqual(of('warning', 3));
    expect(await rulesOf(files('/docs/a', '/docs/b', '/docs/c', '/index', '/', '/index#a'))).toEqual(of('error', 3));
  });

  it('makes warnings of redirects to nowhere where another program of the host may answer, unless the change brings them', async () => {
    const files = (to: string): Files => ({
      'mkdocs.yml': `site_name: x\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: ${to}\n`,
      'docs/index.md': '# A\n',
    });
    expect(await rulesOf(files('gone.md'))).toEqual(['warning redirect-to-nowhere']);
    expect(await rulesOf(files('gone.md'), files('index.md'))).toEqual(['error redirect-to-nowhere']);
  });

  it('makes warnings of anchors of a page that has fewer than links ask of it in vain', async () => {
    const files = (page: string): Files => ({
      'mkdocs.yml': 'site_name: x\n',
      'docs/a.md': '[x](filled.md#one) [x](filled.md#two)\n',
      'docs/filled.md': page,
    });
    expect(await rulesOf(files('# Filled\n'))).toEqual(Array(2).fill('warning broken-anchor'));
    expect(await rulesOf(files('# Filled\n\n## Three\n'))).toEqual(Array(2).fill('error broken-anchor'));
  });

  it('makes a warning of a README that lies in a folder above', async () => {
    const book = {
      'book.toml': '[book]\n',
      'src/SUMMARY.md': '- [x](README.md)\n- [y](gone.md)\n- [a](a.md)\n',
      'src/a.md': '',
    };
    expect(await rulesOf(book)).toEqual(Array(2).fill('error broken-link'));
    expect((await rulesOf({ ...book, 'README.md': '# X\n' })).sort()).toEqual([
      'error broken-link',
      'warning broken-link',
    ]);
  });

  it('makes warnings of an anchor of the page itself that three pages name', async () => {
    const files = (count: number): Files => ({
      'mkdocs.yml': 'site_name: x\n',
      ...Object.fromEntries(names.slice(0, count).map((name) => [`docs/${name}.md`, '# A\n\n[x](#by-hand)\n'])),
    });
    expect(await rulesOf(files(2))).toEqual(Array(2).fill('error broken-anchor'));
    expect(await rulesOf(files(3))).toEqual(Array(3).fill('warning broken-anchor'));
  });

  it('makes warnings of addresses below a folder of the host of which the site has nothing', async () => {
    expect(await rulesOf(site('[x](/pricing/plans)'))).toEqual(['warning broken-link']);
    expect(await rulesOf(site('[x](/guide/gone) [y](/guide/none)'))).toEqual(Array(2).fill('error broken-link'));
  });

  it('makes warnings of addresses at the top of the host, where hardly a page of the site is', async () => {
    const starlight = (pages: number): Files => ({
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'T' })] };\n",
      'src/content/docs/index.md': '---\ntitle: T\n---\n\n[x](/gone/) [y](/guide/gone/)\n',
      'src/content/docs/guide/a.md': '---\ntitle: A\n---\n',
      ...Object.fromEntries(
        names.slice(0, pages).map((name) => [`src/content/docs/${name}.md`, '---\ntitle: A\n---\n']),
      ),
    });
    expect(await rulesOf(starlight(3))).toEqual(['error broken-link', 'warning broken-link']);
    expect(await rulesOf(starlight(4))).toEqual(['error broken-link', 'error broken-link']);
  });

  it('makes warnings of anchors where a patch in the repository may change how they are made', async () => {
    const patched = (line: string): Files => ({
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
      'docs/a.md': '## Some Thing\n\n[x](#Some-Thing) [y](#gone)\n',
      'patches/@docusaurus+mdx-loader+3.10.1.patch': `+  ${line}\n`,
    });
    expect(await rulesOf(patched('slugger.slug(text, true)'))).toEqual(['warning broken-anchor']);
    expect(await rulesOf(patched('cache.clear()'))).toEqual(Array(2).fill('error broken-anchor'));
  });

  it('makes warnings of pages of HTML in a folder that has none', async () => {
    const readme = { 'README.md': '[x](index.html)\n' };
    expect(await rulesOf(readme)).toEqual(['warning broken-link']);
    expect(await rulesOf({ ...readme, 'other.html': '' })).toEqual(['error broken-link']);
  });

  it('makes warnings of anchors in a book of which nothing tells the program', async () => {
    const book = { 'SUMMARY.md': '- [A](a.md)\n', 'a.md': '# A\n\n[x](#sect-a) [x](gone.md)\n' };
    expect((await rulesOf(book)).sort()).toEqual(['error broken-link', 'warning broken-anchor']);
    expect((await rulesOf({ ...book, '.gitbook.yaml': '' })).sort()).toEqual([
      'error broken-anchor',
      'error broken-link',
    ]);
  });

  it('makes warnings of files of a site that has no folder for them', async () => {
    expect(await rulesOf(site('![x](/logo.png)'))).toEqual(['warning missing-file']);
    expect(await rulesOf(site('![x](/logo.png)', { 'docs/public/a.png': '' }))).toEqual(['error missing-file']);
    expect(await rulesOf(site('![x](./logo.png)'))).toEqual(['error missing-file']);
  });

  it('makes warnings of pages of a code host whose addresses begin elsewhere, but not of its READMEs', async () => {
    const links = '[x](/a/b) [x](/a/c) ![x](/d/e.png) [x](gone.md)\n';
    expect(await rulesOf({ 'content/a.md': links, 'README.md': '[x](gone.md)\n' })).toEqual([
      'error broken-link',
      'warning broken-link',
      'warning broken-link',
      'warning missing-file',
      'warning broken-link',
    ]);
    // Even one: any program of the host may answer there, or leave the ending out.
    const pages = { 'content/a.md': '[x](/a) [x](b#y) [x](gone.md)\n', 'content/b.md': '# B\n\n## Y\n' };
    const read = { ...pages, 'README.md': '[x](content/a.md)\n' };
    expect(await rulesOf(read)).toEqual(['error broken-link', 'warning broken-link', 'warning broken-link']);
    expect(await rulesOf(pages)).toEqual(Array(3).fill('warning broken-link'));
  });

  it('makes warnings of places that a script names, and of what is below them where there is nothing', async () => {
    const job = 'run: |\n  rm -rf docs/parts docs/guide\n  rm -f docs/errors.md\n  cp -r vendor/api/* docs/api/\n';
    const right = names
      .slice(0, 6)
      .map((name) => `[x](./${name}.md)`)
      .join(' ');
    const site = {
      'docusaurus.config.js': 'export default { presets: [["classic", {}]] };',
      '.github/workflows/site.yml': job,
      'docs/index.md': ['parts/', 'errors', 'api/a.md', 'api/b/c.md'].map((to) => `[x](./${to})`).join(' '),
      'docs/guide/a.md': `[x](./gone.md) [x](./other/gone.md) ${right}\n`,
      ...Object.fromEntries(names.slice(0, 6).map((name) => [`docs/guide/${name}.md`, ''])),
    };
    const { findings } = await createDocsCheck().check({ tree: createMemoryTree(site) });
    const severityOf = new Map(findings.map(({ message, severity }) => [/\.\/[\w./]+/u.exec(message)?.[0], severity]));
    expect(Object.fromEntries(severityOf)).toMatchObject({
      './parts/': 'warning',
      './errors': 'warning',
      './api/a.md': 'warning',
      './api/b/c.md': 'warning',
      './gone.md': 'error',
      './other/gone.md': 'error',
    });
  });

  it('makes warnings of files that a script names, and of anchors where a plugin rewrites addresses', async () => {
    const book = { 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': '[a](network.md) [b](gone.md)\n' };
    const script = { 'deploy.sh': 'cp core/README.md ./docs/network.md\n' };
    expect(await rulesOf(book)).toEqual(['error broken-link', 'error broken-link']);
    expect(await rulesOf({ ...book, ...script })).toEqual(['error broken-link', 'warning broken-link']);
    const bundle = { 'rollup.config.own.js': "export default { output: { file: 'docs/network.md' } };\n" };
    expect(await rulesOf({ ...book, ...bundle })).toEqual(['error broken-link', 'warning broken-link']);
    expect(await rulesOf({ ...book, ...script }, { ...book, ...script, 'docs/index.md': '' })).toEqual(
      Array(2).fill('error broken-link'),
    );
    const parts = {
      'parts/preamble.md': '[x](./made.md)\n',
      'parts/other.md': '[x](./gone.md)\n',
      'join.sh': 'cat parts/preamble.md parts/other.md > pages/a.md\n',
      'README.md': '[x](parts/preamble.md) [x](parts/other.md)\n',
    };
    expect(await rulesOf(parts)).toEqual(['error broken-link', 'warning broken-link']);
    const copied = {
      'README.md': '[x](book/a.md)\n',
      'book/a.md': '[x](notes/one.md) [y](notes/two.md)\n',
      'kept/notes/one.md': '# One\n',
    };
    expect(await rulesOf({ ...copied, 'build.nix': 'cp -r kept/notes out/notes\n' })).toEqual([
      'error broken-link',
      'warning broken-link',
    ]);
    expect(await rulesOf({ ...copied, 'build.nix': 'ls kept/notes $out/notes notes\n' })).toEqual(
      Array(2).fill('error broken-link'),
    );
    const plugin = (does: string): Files => ({
      'docusaurus.config.js':
        "import fix from './fix.mjs';\nexport default { presets: [['classic', { docs: { beforeDefaultRemarkPlugins: [fix] } }]] };",
      'fix.mjs': `export default () => (tree) => visit(tree, 'link', (node) => { ${does} });\n`,
      'docs/a.md': '---\nslug: /\n---\n\n[a](#SomeThing)\n',
    });
    expect(await rulesOf(plugin('node.url = slug(node.url);'))).toEqual(['warning broken-anchor']);
    expect(await rulesOf(plugin('count += 1;'))).toEqual(['error broken-anchor']);
  });

  it('makes warnings of what a site lacks that changes another, and of what sources of Antora may bring', async () => {
    const en = { 'en/mkdocs.yml': 'site_name: x\nnav: [index.md, b.md]\n', 'en/docs/index.md': '', 'en/docs/b.md': '' };
    const de = { 'de/mkdocs.yml': 'INHERIT: ../en/mkdocs.yml\n', 'de/docs/index.md': '' };
    expect(await rulesOf({ ...en, ...de })).toEqual(['warning navigation-missing-page']);
    expect(
      await rulesOf({
        'antora.yml': 'name: x\nversion: "1"\n',
        'modules/ROOT/pages/index.adoc': '= Index\n\ninclude::partial$made/a.adoc[]\n\nxref:gone.adoc[x]\n',
      }),
    ).toEqual(['error broken-link', 'warning broken-include']);
  });

  it('tells one by one what names a page by its file, where that is published at another address', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e'];
    const pictures = names.map((name) => `![x](/screens/${name}.png)`).join(' ');
    const linksOf = async (file: string): Promise<string[]> => {
      const named = letters.map((name) => [`docs/part/${file}${name}.md`, `---\nid: at-${name}\n---\n`] as const);
      const files = {
        'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
        'docs/home/one.md': `# One\n\n${letters.map((name) => `[x](/docs/part/${name})`).join(' ')}\n`,
        'docs/home/two.md': `# Two\n\n${pictures}\n`,
        ...Object.fromEntries(named),
      };
      return (await rulesOf(files)).filter((one) => one !== 'warning doubted 26');
    };
    expect(await linksOf('')).toEqual(Array(5).fill('warning broken-link'));
    expect(await linksOf('x')).toEqual(['warning doubted 5']);
  });

  it('makes warnings of pictures that git leaves out where a code host shows a README, and says nothing elsewhere', async () => {
    const files = { '.gitignore': 'examples/**/*.png\n', 'examples/a/README.md': '![x](b.png) [y](c.png)\n' };
    expect(await rulesOf(files)).toEqual(['warning missing-file']);
    expect(await rulesOf({ ...files, 'examples/a/b.png': '' })).toEqual([]);
    expect(await rulesOf({ ...files, 'examples/a/README.md': '', 'examples/a/d.md': '![x](b.png)\n' })).toEqual([]);
  });

  it('makes warnings of words that a program replaces, and of pages in folders that a build makes', async () => {
    expect(await rulesOf(site('[x](PAGE_ADDRESS) [y](../java/index.html)'))).toEqual(
      Array(2).fill('warning broken-link'),
    );
  });

  it('makes warnings on pages to which nothing leads, and in a book on those that its summary leaves out', async () => {
    const nav = 'site_name: x\nnav:\n  - index.md\n';
    const mkdocs = (home: string): Files => ({
      'mkdocs.yml': nav,
      'docs/index.md': home,
      'docs/a.md': '[x](gone.md)\n',
    });
    expect(await rulesOf(mkdocs('# Home\n'))).toEqual(['warning unreachable-page', 'warning broken-link']);
    expect(await rulesOf(mkdocs('[a](a.md)\n'))).toEqual(['error broken-link']);
    const book = (summary: string): Files => ({
      'book.toml': '[book]\n',
      'src/SUMMARY.md': `- [Home](home.md)\n${summary}`,
      'src/home.md': '[a](a.md)\n',
      'src/a.md': '[x](gone.md)\n',
    });
    expect(await rulesOf(book(''))).toEqual(['warning broken-link']);
    expect(await rulesOf(book('- [A](a.md)\n'))).toEqual(['error broken-link']);
  });

  it('makes warnings in translations of pages that are not there, unless all of them lie in another repository', async () => {
    const folder = 'i18n/de/docusaurus-plugin-content-docs/current';
    const translated: Files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      [`${folder}/a.md`]: '[b](./b.md) [x](./gone.md)\n',
      [`${folder}/b.md`]: '[a](./a.md)\n',
      'src/pages/index.md': '# Home\n',
    };
    expect(await rulesOf(translated)).toEqual(['error broken-link']);
    expect(await rulesOf({ ...translated, 'docs/b.md': '# B\n' })).toEqual(['warning broken-link']);
  });

  it('makes warnings of addresses of dots alone, which name a folder', async () => {
    const docs = (url: string): Files => site('[a](/guide/start)', { 'docs/guide/start.md': `[x](${url})\n` });
    for (const dots of ['.', './']) expect([dots, await rulesOf(docs(dots))]).toEqual([dots, ['warning broken-link']]);
    expect(await rulesOf(docs('./gone'))).toEqual(['error broken-link']);
  });

  it('makes warnings of addresses that only running the settings tells, and of anchors in a part that nothing shows', async () => {
    const versions = (path: string): Files => ({
      'docusaurus.config.js': `const last = newest(); module.exports = { presets: [['classic', { docs: { versions: ${path} } }]] };`,
      'versions.json': '["1"]',
      'docs/a.md': '[x](gone.md) [y](/docs/gone)\n',
      'docs/_part.md': '[x](#here)\n',
      'versioned_docs/version-1/a.md': 'x\n',
    });
    const errors = ['error broken-link', 'error broken-link', 'warning broken-anchor', 'warning duplicate-route'];
    expect((await rulesOf(versions('{ current: { path: "" } }'))).sort()).toEqual(errors);
    expect((await rulesOf(versions('{ current: { path: "" }, [last]: { path: last } }'))).sort()).toEqual([
      'error broken-link',
      'warning broken-anchor',
      'warning broken-link',
      'warning duplicate-route',
    ]);
  });

  it('makes warnings of addresses where settings take in what only running them tells, and of nothing beside a page', async () => {
    const page = '[x](/guide/gone) [y](./gone.md) ![z](./gone.png)\n';
    const vitepress = (config: string): Files => ({
      'docs/.vitepress/config.ts': `import { base, more } from 'elsewhere';\nexport default ${config};`,
      'docs/index.md': page,
      'docs/guide/start.md': '# Start\n',
    });
    const beside = ['error broken-link', 'error missing-file'];
    for (const config of ['{}', '{ ...(more && { title: "x" }) }', '{ base: process.env.BASE || "/x/" }'])
      expect((await rulesOf(vitepress(config))).sort(), config).toEqual(['error broken-link', ...beside]);
    for (const config of [
      '{ ...base }',
      '{ extends: base }',
      'base({ title: "x" })',
      '{ ...(more && { srcDir: more }) }',
    ])
      expect((await rulesOf(vitepress(config))).sort(), config).toEqual([...beside, 'warning broken-link']);
    expect((await rulesOf(vitepress('{ rewrites: (id) => id.slice(1) }'))).sort()).toEqual([
      'warning broken-link',
      'warning broken-link',
      'warning missing-file',
    ]);
  });

  it('makes warnings of addresses that a plugin or an integration of the site may publish', async () => {
    const docusaurus = (plugin: string): Files => ({
      'docusaurus.config.js': `module.exports = { plugins: [${plugin}], presets: [['classic', {}]] };`,
      'docs/a.md': '[x](/docs/gone) [y](gone.md)\n',
    });
    for (const plugin of ["'docusaurus-plugin-sass'", 'null', '() => ({ name: "x", configureWebpack() {} })'])
      expect(await rulesOf(docusaurus(plugin)), plugin).toEqual(Array(2).fill('error broken-link'));
    for (const plugin of ["'./plugins/api.js'", '() => ({ name: "x", async contentLoaded() {} })', 'make()'])
      expect((await rulesOf(docusaurus(plugin))).sort(), plugin).toEqual(['error broken-link', 'warning broken-link']);
    const starlight = (integration: string, loader = 'docsLoader()'): Files => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [${integration}] };\n`,
      'src/content.config.ts': `export const collections = { docs: defineCollection({ loader: ${loader} }) };`,
      'src/content/docs/index.md': '---\ntitle: T\n---\n\n[x](/guide/gone/)\n',
      'src/content/docs/guide/a.md': '---\ntitle: A\n---\n',
    });
    expect(await rulesOf(starlight('starlight({ title: "T" }), react()'))).toEqual(['error broken-link']);
    for (const files of [
      starlight('starlight({ title: "T" }), ownPages()'),
      starlight('starlight({ title: "T", plugins: [versionPages()] })'),
      starlight('starlight({ title: "T", ...more })'),
      starlight('starlight({ title: "T" })', 'glob({ base: "../docs" })'),
    ])
      expect(await rulesOf(files)).toEqual(['warning broken-link']);
  });

  it('makes warnings of what plugins and programs may bring that are not known, and of files that settings write', async () => {
    const mkdocs = (settings: string): Files => ({
      'mkdocs.yml': `site_name: x\n${settings}\n`,
      'docs/index.md': '[x](gone) [y](gone.md) [z](#gone)\n\n# A\n',
    });
    const known =
      'plugins: [search, git-revision-date, material/tags]\nmarkdown_extensions: [pymdownx.tabbed, attr_list]';
    const errors = ['error broken-anchor', 'error broken-link', 'error broken-link'];
    expect((await rulesOf(mkdocs(known))).sort()).toEqual(errors);
    expect((await rulesOf(mkdocs('plugins: [our-own]'))).sort()).toEqual([
      'error broken-link',
      'warning broken-anchor',
      'warning broken-link',
    ]);
    // With it tabs have anchors of their titles.
    const slugged = 'markdown_extensions:\n  - pymdownx.tabbed:\n      slugify: !!python/name:pymdownx.slugs.slugify';
    for (const extensions of ['markdown_extensions: [our.headings]', slugged])
      expect((await rulesOf(mkdocs(extensions))).sort()).toEqual([
        'error broken-link',
        'error broken-link',
        'warning broken-anchor',
      ]);
    const sphinx = (settings: string): Files => ({
      'conf.py': `extensions = ["myst_parser", ${settings}]\n`,
      'index.md': '# A\n\n[x](gone.md)\n',
      'tools/_ext/ours.py': '',
    });
    expect(await rulesOf(sphinx('"theirs"]\nx = ["a"'))).toEqual(['error broken-link']);
    expect(await rulesOf(sphinx('"ours"'))).toEqual(['warning broken-link']);
    expect(await rulesOf(sphinx('"theirs"]\napp.connect("source-read", f)\nx = ["a"'))).toEqual([
      'warning broken-link',
    ]);
    const written = (config: string): Files => ({
      ...site('[x](/guide/a.zip) [y](/guide/gone)'),
      'docs/.vitepress/config.ts': `${config}\nexport default {};`,
      'docs/public/guide/b.zip': '',
    });
    expect(await rulesOf(written(''))).toEqual(Array(2).fill('error broken-link'));
    expect((await rulesOf(written('cpSync("a", "b");'))).sort()).toEqual(['error broken-link', 'warning broken-link']);
  });

  it('makes warnings of anchors of pages of Nextra with tabs', async () => {
    const nextra = (page: string, folder = 'content'): Files => ({
      'next.config.js': 'module.exports = require("nextra")({})({});',
      [`${folder}/a.mdx`]: "import { Tabs } from 'nextra/components'\n\n[x](#pnpm)\n\n## A\n\n" + page,
    });
    expect(await rulesOf(nextra('text\n'))).toEqual(['error broken-anchor']);
    expect(await rulesOf(nextra("<Tabs items={['pnpm']} />\n", 'pages'))).toEqual(['error broken-anchor']);
    expect(await rulesOf(nextra("<Tabs items={['pnpm']}><Tabs.Tab>x</Tabs.Tab></Tabs>\n"))).toEqual([
      'warning broken-anchor',
    ]);
  });

  it('makes warnings of anchors where a package changes pages that is not known to leave them alone', async () => {
    const using = (name: string): Files => ({
      'docusaurus.config.js': `import own from '${name}';\nexport default { presets: [['classic', { docs: { rehypePlugins: [own] } }]] };`,
      'docs/a.md': '[x](#gone)\n\n## A\n',
    });
    expect(await rulesOf(using('rehype-katex'))).toEqual(['error broken-anchor']);
    expect(await rulesOf(using('@scope/remark-heading-id'))).toEqual(['warning broken-anchor']);
    expect(await rulesOf(using('@scope/theme/marks'))).toEqual(['warning broken-anchor']);
    expect(await rulesOf(using('docusaurus-mermaid'))).toEqual(['error broken-anchor']);
  });

  it('makes warnings of anchors of Starlight where a plugin is not known to leave headings alone', async () => {
    const using = (call: string): Files => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'A', plugins: [${call}] })] };`,
      'src/content/docs/index.md': '---\ntitle: A\n---\n\n[x](#gone)\n\n## B\n',
    });
    for (const call of ['starlightImageZoom()', 'starlightOpenAPI([])', 'rapideTheme()'])
      expect(await rulesOf(using(call))).toEqual(['error broken-anchor']);
    for (const call of ['starlightHeadingBadges()', 'marks()'])
      expect(await rulesOf(using(call))).toEqual(['warning broken-anchor']);
  });

  it('comes of many pages at the addresses of others, but not of one in many languages', async () => {
    const config = "module.exports = { presets: [['classic', { docs: { versions: { current: { path: '' } } } }]] };";
    const versions = (count: number): Files => ({
      'docusaurus.config.js': config,
      'versions.json': '["1"]',
      ...Object.fromEntries(
        names.slice(0, count).flatMap((name) => [
          [`docs/${name}.md`, 'x\n'],
          [`versioned_docs/version-1/${name}.md`, 'x\n'],
        ]),
      ),
    });
    const languages = Object.fromEntries(
      ['de', 'fr', 'it', 'nl', 'pl', 'pt'].flatMap((language) => {
        const folder = `i18n/${language}/docusaurus-plugin-content-docs/current`;
        return [
          [`${folder}/a.md`, 'x\n'],
          [`${folder}/a.mdx`, 'x\n'],
        ];
      }),
    );
    expect(await rulesOf(versions(4))).toEqual(Array(4).fill('warning duplicate-route'));
    expect(await rulesOf(versions(5))).toEqual(['warning doubted 5']);
    expect(await rulesOf({ 'docusaurus.config.js': config, 'docs/a.md': 'x\n', ...languages })).toEqual(
      Array(6).fill('warning duplicate-route'),
    );
  });

  it('comes of sources that lie elsewhere when no page of a folder finds a single one', async () => {
    const links = names
      .slice(0, 6)
      .map((name) => `[x](./${name}.md)`)
      .join(' ');
    const parts = (pages: number, more = ''): Files => ({
      ...site(''),
      ...Object.fromEntries(names.map((name) => [`docs/types/${name}.md`, '# x\n'])),
      ...Object.fromEntries(names.slice(0, pages).map((name) => [`docs/types/parts/a${name}.md`, `${links}${more}\n`])),
    });
    expect(await rulesOf(parts(2))).toEqual(Array(12).fill('warning broken-link'));
    expect(await rulesOf(parts(3))).toEqual(['warning doubted 18']);
    expect(await rulesOf(parts(3, ' [x](../Page.md)'))).toEqual(Array(18).fill('warning broken-link'));
  });

  it('comes of addresses out of the folder of a site, although files of these names lie elsewhere', async () => {
    const part = (links: string): Files => ({
      'part/mkdocs.yml': 'site_name: x\n',
      'part/docs/index.md': `[a](a.md) ${links}\n`,
      'part/docs/a.md': 'x\n',
      ...Object.fromEntries(names.map((name) => [`site/${name}.md`, 'x\n'])),
    });
    expect(await rulesOf(part(names.map((name) => `[x](../../${name}.md)`).join(' ')))).toEqual(['warning doubted 26']);
    expect(await rulesOf(part('[x](../../Page.md)'))).toEqual(['warning broken-link']);
    const inside = names.map((name) => `[x](./deep/${name}.md)`).join(' ');
    expect(await rulesOf(part(inside))).toEqual(Array(26).fill('warning broken-link'));
  });

  it('reaches all pages of a part that no generator claims, but not its READMEs and no other part', async () => {
    const many = names.map((name) => `[x](api.${name})`).join(' ');
    const page = (links: string): string =>
      `# A\n\n${links} ![x](../images/a.png) [x](#toc_a) [x]()\n\n## A\n\n\`\`\`\nopen\n\nThe rest.\n`;
    const files = (links: string): Files => ({
      'source/a.md': page(links),
      'source/README.md': '[x](#gone)\n',
      'other/b.md': '[x](#gone)\n',
      'README.md': '[x](other/b.md) [x](source/a.md)\n',
      'source/images/a.png': '',
    });
    const errors = ['error broken-anchor', 'error broken-anchor'];
    expect((await rulesOf(files(many))).sort()).toEqual([
      ...errors,
      'error unclosed-fence',
      'warning broken-anchor',
      'warning doubted 26',
      'warning empty-link',
      'warning missing-file',
    ]);
    expect(await rulesOf(files(''))).toEqual(expect.arrayContaining(['warning missing-file', 'error empty-link']));
    expect((await rulesOf(files(many), files(''))).sort()).toEqual(Array(26).fill('error broken-link'));
  });

  it('makes warnings of Markdown that no README leads to, however far, by its file or its address on the host', async () => {
    const page = (links: string): Files => ({
      'CONTRIBUTING.md': links,
      'notes.md': '[x](gone-n.md)\n',
      'docs/a.md': '[b](b.md) [x](gone-a.md)\n',
      'docs/b.md': `# B\n\n[x](gone-b.md) ${names.map((name) => `[x](${name}.md)`).join(' ')}\n`,
      'docs/c.md': '[x](gone-c.md)\n',
      ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, ''])),
    });
    const host = 'https://example.com/owner/name';
    for (const link of [
      'docs/a.md',
      '/docs/a.md?plain=1',
      `${host}/blob/main/docs/a.md`,
      `${host}/-/blob/v1.2/docs/a.md`,
    ])
      expect((await rulesOf(page(`[a](${link})\n`))).sort()).toEqual([
        ...Array<string>(3).fill('error broken-link'),
        'warning broken-link',
      ]);
    expect((await rulesOf(page('[a](docs)\n'))).sort()).toEqual([
      'error broken-link',
      ...Array<string>(3).fill('warning broken-link'),
    ]);
  });

  it('makes warnings of Markdown below the settings of a program of which nothing else is known', async () => {
    const notes = { 'pages/a.md': '# A\n\n![x](assets/a.png)\n', 'assets/a.png': '', 'README.md': '[x](pages/a.md)\n' };
    expect(await rulesOf(notes)).toEqual(['warning missing-file']);
    expect(await rulesOf({ ...notes, 'docs/make.jl': '' })).toEqual(['warning missing-file']);
    expect(await rulesOf({ ...notes, 'make.jl': '' })).toEqual([]);
    expect(await rulesOf({ ...notes, 'logseq/config.edn': '{}' })).toEqual([]);
    expect(await rulesOf({ ...notes, 'other/_quarto.yml': '' })).toEqual(['warning missing-file']);
  });

  it('makes warnings of anchors with other signs than those of headings, where several are', async () => {
    const headings = {
      'docs/guide/start.md': `# Start\n\n## One two\n\n## Three four\n\n## Five six\n${manyAnchors.headings}`,
    };
    const some = (...anchors: string[]): Files =>
      site(`${anchors.map((anchor) => `[x](/guide/start#${anchor})`).join(' ')} ${manyAnchors.links}`, headings);
    expect(await rulesOf(some('onetwo', 'threefour', 'other'))).toEqual(Array(3).fill('error broken-anchor'));
    expect((await rulesOf(some('onetwo', 'onetwo', 'o-net-wo', 'threefour', 'other'))).sort()).toEqual([
      'error broken-anchor',
      ...Array<string>(4).fill('warning broken-anchor'),
    ]);
    const brought = await rulesOf(some('onetwo', 'threefour', 'fivesix'), some());
    expect(brought).toEqual(Array(3).fill('error broken-anchor'));
  });

  it('makes warnings of anchors on pages without a heading, which a program may fill', async () => {
    const empty = { 'docs/guide/empty.md': 'text\n', 'docs/guide/named.md': '<a id="b"></a> text\n' };
    expect(await rulesOf(site('[x](/guide/named#a-b) [x](/guide/empty)', empty))).toEqual(['error broken-anchor']);
    expect(await rulesOf(site('[x](/guide/empty#a-b) [x](/guide/start#a-b)', empty))).toEqual([
      'error broken-anchor',
      'warning broken-anchor',
    ]);
  });

  it('makes warnings of anchors that a text which stands alone spells, since a script may give it an id', async () => {
    const page = (text: string): Files => ({ 'docs/guide/named.md': `# Named\n\n${text}\n` });
    const link = '[x](/guide/named#long-name)';
    for (const text of ['<dl><dt>Long name</dt></dl>', 'text **Long name** text', '- __Long Name!__'])
      expect(await rulesOf(site(link, page(text)))).toEqual(['warning doubted 1']);
    for (const text of ['Long name', '<dl><dt>Long names</dt></dl>', '```\n**Long name**\n```'])
      expect(await rulesOf(site(link, page(text)))).toEqual(['error broken-anchor']);
    expect(await rulesOf(site('[x](/guide/named#abc)', page('**Abc**')))).toEqual(['error broken-anchor']);
  });

  it('makes warnings of all anchors of a site, if half of those that are broken have other signs', async () => {
    const headings = {
      'docs/guide/start.md': `# Start\n\n## One two\n\n## Three four\n\n## Five six\n${manyAnchors.headings}`,
    };
    const signs = ['onetwo', 'threefour', 'fivesix', 'o-netwo', 'fi-vesix'];
    const all = (others: number): Files =>
      site(
        `${[...signs, ...names.slice(0, others)].map((one) => `[x](/guide/start#${one})`).join(' ')} ${manyAnchors.links}`,
        headings,
      );
    expect(await rulesOf(all(5))).toEqual(Array(10).fill('warning broken-anchor'));
    expect((await rulesOf(all(6))).filter((one) => one.startsWith('error'))).toHaveLength(6);
  });

  it('judges anchors of READMEs, which a code host is known to make, whatever their signs', async () => {
    const text = '# A\n\n## One two\n\n## Three four\n\n## Five six\n\n[x](#onetwo) [x](#threefour) [x](#fivesix)\n';
    expect(await rulesOf({ 'README.md': text })).toEqual(Array(3).fill('error broken-anchor'));
    expect(await rulesOf({ 'README.md': '[x](notes.md)\n', 'notes.md': text })).toEqual(
      Array(3).fill('warning broken-anchor'),
    );
    const one = '# A\n\n## One two\n\n[x](#onetwo) [x](#other)\n';
    expect((await rulesOf({ 'README.md': '[x](notes.md)\n', 'notes.md': one })).sort()).toEqual([
      'error broken-anchor',
      'warning broken-anchor',
    ]);
  });

  it('makes warnings of relative addresses that are all found from one other folder', async () => {
    const notes = Object.fromEntries(names.map((name) => [`docs/notes/deep/${name}.md`, 'x\n']));
    const page = (path: string, links: readonly string[], more: Files = {}): Files =>
      site('[a](/guide/a/b)', {
        ...notes,
        'docs/guide/a/b.md': '# B\n',
        [path]: links.map((one) => `[x](${one})`).join(' '),
        ...more,
      });
    const [one = '', two = '', three = ''] = names.map((name) => `./deep/${name}.md`);
    const path = 'docs/guide/a/b.md';
    expect(await rulesOf(page(path, [one, two, three]))).toEqual(Array(3).fill('warning broken-link'));
    expect(await rulesOf(page(path, [one, two]))).toEqual(Array(2).fill('error broken-link'));
    expect(await rulesOf(page(path, [one, two, three, './other.md', './another.md', './b.md']))).toEqual(
      Array(5).fill('error broken-link'),
    );
    expect(await rulesOf(page(path, ['../deep/Frame.md', '../deep/Page', '../deep/View.md#x']))).toEqual(
      Array(3).fill('warning broken-link'),
    );
    expect(await rulesOf(page(path, [one, two, three], {}))).toHaveLength(3);
    expect(
      await rulesOf({ ...notes, 'other/README.md': [one, two, three].map((to) => `[x](${to})`).join(' ') }),
    ).toEqual(Array(3).fill('error broken-link'));
    const mintlify = {
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['a/b'] } }),
      'a/b.mdx': `---\ntitle: B\n---\n\n${[one, two, three].map((to) => `[x](${to.replace('.md', '')})`).join(' ')}\n`,
    };
    const said = await rulesOf({ ...mintlify, ...notes });
    expect(said.filter((one) => one.endsWith('broken-link'))).toEqual(Array(3).fill('error broken-link'));
  });

  it('makes warnings of what the build of a published site would have told, unless the change brings it', async () => {
    const text = '# A\n\n<!--@include: ./gone.md-->\n';
    const more = { 'docs/a.md': text };
    expect(await rulesOf(site('', more))).toEqual(['warning broken-include']);
    expect(await rulesOf(site('', more), site(''))).toEqual(['error broken-include']);
  });

  it('makes warnings where a plugin or a preprocessor of the site changes the text of pages', async () => {
    const config = (markdown: string): Files => ({
      'docusaurus.config.js': `module.exports = { ${markdown} presets: [['classic', { docs: { remarkPlugins: [require('./names')] } }]] };`,
      'docs/a.md': '# A\n\n## Use $[name]\n\n[x](#use-docwright) [y](gone.md)\n',
    });
    const plugin = (sets: string): Files => ({ 'names.js': `visit(tree, 'text', (node) => { ${sets} });` });
    expect(await rulesOf({ ...config(''), ...plugin('names.add(node.value);') })).toEqual([
      'error broken-anchor',
      'error broken-link',
    ]);
    expect((await rulesOf({ ...config(''), ...plugin('node.value = named(node.value);') })).sort()).toEqual([
      'error broken-link',
      'warning broken-anchor',
    ]);
    const preprocessed = 'markdown: { preprocessor: ({ fileContent }) => named(fileContent) },';
    expect((await rulesOf(config(preprocessed))).sort()).toEqual(['warning broken-anchor', 'warning broken-link']);
  });

  it('makes warnings of anchors of headings with a word that a program may replace', async () => {
    const anchors = async (heading: string): Promise<string[]> =>
      rulesOf(site('[x](/guide/start#use-docwright-here)', { 'docs/guide/start.md': `# Start\n\n## ${heading}\n` }));
    for (const word of ['$[name]', '%name%', '|name|', '@name@', '[[name]]'])
      expect(await anchors(`Use ${word} here`)).toEqual(['warning broken-anchor']);
    expect(await anchors('Use $[name]')).toEqual(['error broken-anchor']);
    expect(await anchors('Use it here')).toEqual(['error broken-anchor']);
    expect(await anchors('$[name]')).toEqual(['error broken-anchor']);
    expect(await rulesOf({ 'README.md': '# A\n\n## Use $[name] here\n\n[x](#use-docwright-here)\n' })).toEqual([
      'error broken-anchor',
    ]);
  });

  it('makes warnings of anchors of headings with a mark in brackets that a plugin may strip', async () => {
    const anchors = async (heading: string): Promise<string[]> =>
      rulesOf(site('[x](/guide/start#use-it)', { 'docs/guide/start.md': `# Start\n\n## ${heading}\n` }));
    for (const mark of ['[A]', ':badge[v8.0]', '(deprecated)'])
      expect(await anchors(`Use it ${mark}`)).toEqual(['warning broken-anchor']);
    expect(await anchors('Use it (since 8) [A]')).toEqual(['warning broken-anchor']);
    expect(await anchors('Use it now')).toEqual(['error broken-anchor']);
    expect(await anchors('Use it (and others)')).toEqual(['error broken-anchor']);
    expect(await anchors('Use it [now](../index)')).toEqual(['error broken-anchor']);
    expect(await anchors('[Use it now]')).toEqual(['error broken-anchor']);
    expect(await rulesOf({ 'README.md': '# A\n\n## Use it [A]\n\n[x](#use-it)\n' })).toEqual(['error broken-anchor']);
    const ofMintlify = { 'docs.json': '{"navigation":{"pages":["a"]}}', 'a.mdx': '## Use it [A]\n\n[x](#use-it)\n' };
    expect(await rulesOf(ofMintlify)).toContain('error broken-anchor');
  });

  it('makes warnings of what a program may publish at an address that no file has, where no generator is known', async () => {
    const notes = (to: string, file = 'notes/a.md'): Promise<string[]> =>
      rulesOf({ 'README.md': '[x](notes/a.md)\n', 'notes/a.md': 'x\n', 'notes/b.md': 'x\n', [file]: `[x](${to})\n` });
    expect(await notes('./clients/java')).toEqual(['warning broken-link']);
    expect(await notes('b/README.md')).toEqual(['warning broken-link']);
    expect(await notes('./clients/java.md')).toEqual(['error broken-link']);
    expect(await notes('c/README.md')).toEqual(['error broken-link']);
    expect(await notes('./clients/java', 'README.md')).toEqual(['error broken-link']);
  });

  it('makes warnings where a function makes the settings of Docusaurus, of which nothing is told then', async () => {
    const pages = { 'docs/a.md': '# A\n\n[x](/services/s3) [x](gone.md)\n', 'docs/b.mdx': '# B\n\n<https://a.b>\n' };
    const settings = "{ presets: [['classic', { docs: { routeBasePath: '/' } }]] }";
    expect(await rulesOf({ ...pages, 'docusaurus.config.js': `module.exports = made(${settings});` })).toEqual([
      'warning broken-link',
      'warning broken-link',
      'warning mdx-syntax',
    ]);
    expect(await rulesOf({ ...pages, 'docusaurus.config.js': `module.exports = ${settings};` })).toContain(
      'error broken-link',
    );
  });

  it('makes warnings of what stands in a part that no page shows, such as a template', async () => {
    const parts = (home: string): Files => ({
      'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: {} }]] };",
      'docs/a.mdx': `# A\n\n${home}\n`,
      'docs/_part.mdx': '[x](./gone.mdx)\n',
    });
    expect(await rulesOf(parts(''))).toEqual(['warning broken-link']);
    expect(await rulesOf(parts("import Part from './_part.mdx';\n\n<Part />"))).toEqual(['error broken-link']);
  });
});

it('doubts a folder that a job copies into what a build makes, and no other', async () => {
  const { findings } = await createDocsCheck().check({
    tree: createMemoryTree({
      'book.toml': '[book]\nsrc = "docs"\n',
      '.github/workflows/docs.yml': 'run: cp -R out/report target/book/report\n',
      'docs/SUMMARY.md': '- [A](a.md)\n- [B](b.md)\n',
      'docs/a.md': '[r](report/)\n',
      'docs/b.md': '[r](other/)\n',
    }),
  });
  expect(findings.map(({ path, severity }) => `${path} ${severity}`).sort()).toEqual([
    'docs/a.md warning',
    'docs/b.md error',
  ]);
});

it('doubts a link out of the site to a folder of which nothing is here, and not one to a folder that is', async () => {
  const files = {
    'mkdocs.yml': 'site_name: A\n',
    'docs/index.md': '# A\n\n[a](../other/index.md) [b](../notes/gone.md) [c](gone/index.md)\n',
    'notes/a.md': '# Notes\n',
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  expect(findings.filter(({ rule }) => rule === 'broken-link').map(({ severity }) => severity)).toEqual([
    'error',
    'error',
    'warning',
  ]);
});

it('takes the folder of pages with an address for the site, whatever the site has beside them', async () => {
  const files = {
    'docusaurus.config.js': `export default { title: 'A', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]] };`,
    'docs/index.md': '# A\n\n[a](../files/a.pdf)\n',
    'docs/b.md': '# B\n',
    'src/part.mdx': 'x\n',
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  expect(findings.filter(({ path }) => path.startsWith('docs/')).map(({ severity }) => severity)).toEqual(['warning']);
});

it('tells what leads nowhere, where the others lead to pages behind a folder that the host puts before them', async () => {
  const pages = ['guide', 'api'].flatMap((folder) =>
    names.slice(0, 14).map((name) => `${folder}/${name.toLowerCase()}`),
  );
  const links = [...pages.map((page) => `/docs/${page}`), '/docs/guide/index', '/docs/guide/gone', '/docs/theme/color'];
  const files = {
    'docs.json': JSON.stringify({ name: 'A', navigation: { pages } }),
    ...Object.fromEntries(pages.map((page) => [`${page}.mdx`, '---\ntitle: A\n---\n'])),
    'guide/frame.mdx': `---\ntitle: A\n---\n\n${links.map((to) => `[x](${to})\n`).join('')}`,
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  const told = findings.filter(({ rule, severity }) => rule === 'broken-link' && severity === 'warning');
  expect(told.map(({ line }) => links[(line ?? 0) - 5])).toEqual(['/docs/guide/gone', '/docs/theme/color']);
});

it('tells links that have a folder in vain, where the program puts that of the host before them itself', async () => {
  const pages = names.slice(0, 6).map((name) => `guide/${name.toLowerCase()}`);
  const links = [...pages.map((page) => `/docs/${page}`), '/docs/guide/gone'];
  const told = async (files: Files): Promise<(string | undefined)[]> => {
    const all = { ...files, ...Object.fromEntries(pages.map((page) => [`docs/${page}.md`, '# A\n'])) };
    const text = `# A\n\n${links.map((to) => `[x](${to})\n`).join('')}`;
    const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ ...all, 'docs/index.md': text }) });
    return findings.map(({ rule, severity, message }) => `${severity} ${rule} ${/\/docs\/\S*/u.exec(message)?.[0]}`);
  };
  const preset = { presets: [['classic', { docs: { routeBasePath: '/' } }]], url: 'https://a.dev', baseUrl: '/' };
  expect(await told({ 'docusaurus.config.js': `module.exports = ${JSON.stringify(preset)};\n` })).toEqual(
    links.map((to) => `warning broken-link ${to}`),
  );
  // A host may put /docs before all pages of Mintlify.
  const mintlify = { 'docs/docs.json': JSON.stringify({ name: 'A', navigation: { pages: ['index', ...pages] } }) };
  expect(await told(mintlify)).not.toContain(`warning broken-link ${links[0]}`);
});
