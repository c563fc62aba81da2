import { describe, expect, it } from 'vitest';
import { deadLinksOf } from '../../test/dead-links.ts';

const hugo = { 'hugo.toml': 'baseURL = "/"\n' };

describe('addresses that are nearly right', () => {
  it('have two slashes in a row on a site, and not in a README', async () => {
    const site = {
      'docs/.vitepress/config.ts': 'export default {};',
      'docs/index.md': '[a](/guide//start) [b](/guide/start) [c](https://a.example//b)\n',
      'docs/guide/start.md': '# Start\n',
      'README.md': '[a](docs//guide)\n',
    };
    expect(await deadLinksOf(site)).toEqual(['warning docs/index.md:1 /guide//start']);
  });

  it('are ones of a page as it is previewed on the machine of its author', async () => {
    const urls = ['http://localhost:3000/guide/start', 'http://127.0.0.1/guide/start/#a', 'http://localhost/guide'];
    const page = `${[...urls, 'http://localhost:80/api/start'].map((url) => `[a](${url})\n`).join('')}\n`;
    const site = {
      'docs/.vitepress/config.ts': 'export default {};',
      'docs/guide/start.md': page,
      'docs/guide.md': '',
    };
    const single = ['guide.html#a', 'index.html', 'other.html'].map((name) => `[a](http://localhost:3000/${name})\n`);
    expect(await deadLinksOf({ ...site, 'docs/guide/start.md': single.join('') })).toEqual([
      'warning docs/guide/start.md:1 http://localhost:3000/guide.html#a',
    ]);
    const told = (path: string) => urls.slice(0, 2).map((url, index) => `warning ${path}:${index + 1} ${url}`);
    expect(await deadLinksOf({ ...site, 'README.md': page })).toEqual(told('docs/guide/start.md'));
    const unknown = { 'pages/a.mdx': page, 'pages/guide/start.mdx': '# A\n' };
    expect(await deadLinksOf(unknown)).toEqual(told('pages/a.mdx'));
  });

  it('are ones of a page as it is previewed, without the language to which a server leads on', async () => {
    const site = {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { base: '/docs', integrations: [starlight({ title: 'A', locales: { en: { label: 'E' }, ja: { label: 'J' } } })] };\n",
      'src/content/docs/en/first-steps.md': '---\ntitle: A\n---\n[a](http://localhost:4321/docs/first-steps#a)\n',
      'src/content/docs/ja/first-steps.md':
        '---\ntitle: A\n---\n[a](http://localhost:4321/docs/second-steps) [b](http://localhost:4321/other/first-steps)\n',
    };
    expect(await deadLinksOf(site)).toEqual([
      'warning src/content/docs/en/first-steps.md:4 http://localhost:4321/docs/first-steps#a',
    ]);
  });

  it('are pictures on the machine of the author, and all else of the page that is named there', async () => {
    const at = 'http://localhost:3000';
    const page = `![a](${at}/img/a.png) [b](${at}/) [c](http://localhost:8080/)\n`;
    const told = [`warning README.md:1 ${at}/`, `warning README.md:1 ${at}/img/a.png`];
    expect((await deadLinksOf({ 'README.md': page })).toSorted()).toEqual(told);
    const others = `[a](${at}/img/a.png) [b](${at}/) <script src="${at}/a.js"></script>\n`;
    expect(await deadLinksOf({ 'README.md': others })).toEqual([]);
  });

  it('are files on the disk of their author, and hosts of a name without a full stop', async () => {
    const slips = [
      'file:///Users/ann/tool/docs/a.html',
      'file:///home/ann/a.md',
      'C:\\Users\\ann\\a.md',
      '//docs/start/a',
    ];
    const others = ['file:///etc/tool.conf', '//docs.example/a', '//localhost/a', '//docs', '/home/ann/a'];
    const page = [...slips, ...others].map((url) => `<a href="${url}">a</a>\n\n`).join('');
    expect(await deadLinksOf({ ...hugo, 'content/a.md': page })).toEqual(
      slips.map((url, index) => `warning content/a.md:${2 * index + 1} ${url}`),
    );
  });

  it('have two signs of an anchor in a row, where anchors are compared loosely', async () => {
    const page = '[a](#part) [b](##part) [c](## "note")\n\n## Part\n';
    expect(await deadLinksOf({ ...hugo, 'content/a.md': page })).toEqual(['warning content/a.md:1 ##part']);
  });

  it('are the name of a target of a page of reStructuredText, where no file has it', async () => {
    const targets = '.. _up-load:\n\n.. _Tool: https://tool.example\n\n.. _examples:\n\n';
    const written = ['x <up-load>`__', 'x <tool>`_', 'x <up-load_>`__', 'x <other>`__', 'own <own>`_', 'x <title>`_'];
    const links = [...written, 'x <examples>`_'].map((link) => `\`${link} a\n\n`).join('');
    const files = { 'conf.py': "project = 'x'\nextensions = []\n", 'index.rst': `Title\n=====\n\n${targets}${links}` };
    const told = ['warning index.rst:10 up-load', 'warning index.rst:12 tool'];
    expect(await deadLinksOf(files)).toEqual([...told, 'warning index.rst:22 examples']);
    const readme = { 'README.rst': files['index.rst'], 'examples/a.py': '' };
    expect((await deadLinksOf(readme)).filter((one) => one.includes('examples'))).toEqual([]);
  });

  it('are what GitBook writes in place of a page that it has no more', async () => {
    const gone = [
      '/broken/pages/YEW9jmd1iUG7OEU4PzlR',
      '/broken/spaces/o4JqYVwVk7U2q66ddB5L/pages/EN5IgwJplfTP1jP1b4Fr',
    ];
    const others = ['/broken/pages/start', '/broken/pages', '/fix/broken/pages/YEW9jmd1iUG7OEU4PzlR'];
    const page = [...gone, ...others].map((url) => `[a](${url})\n`).join('');
    const site = { '.gitbook.yaml': 'root: ./\n', 'SUMMARY.md': '* [A](README.md)\n', 'README.md': page };
    expect(await deadLinksOf(site)).toEqual(gone.map((url, index) => `warning README.md:${index + 1} ${url}`));
  });

  it('are one of mail without its scheme, where an unknown program may publish anything', async () => {
    const page = '---\ntitle: A\n---\n\n[a](us@docs.example.com) [b](mailto:us@docs.example.com) [c](@us)\n';
    expect(await deadLinksOf({ 'a.mdx': page, 'docs.example.md': '# A\n' })).toEqual([
      'warning a.mdx:5 us@docs.example.com',
    ]);
  });

  it('are ones of another host without a scheme, where any page of the name may be meant', async () => {
    const links = (urls: readonly string[]): string => urls.map((url) => `[x](${url})\n`).join('');
    const wrong = [
      'docs.example.ms/guide/start',
      'www.example.gov',
      'example.netlify.app/start',
      'portal.example.gov',
      'example.edu/start',
    ];
    const right = ['v1.2/start', 'start.md/', 'notes.d/start', '/docs.example.ms/start', 'example.app/start'];
    const site = { ...hugo, 'content/a.md': links(wrong), 'content/b.md': links(right), 'content/start.md': '# A\n' };
    expect(await deadLinksOf(site)).toEqual([
      'warning content/a.md:1 docs.example.ms/guide/start',
      'warning content/a.md:2 www.example.gov',
      'warning content/a.md:3 example.netlify.app/start',
      'warning content/a.md:4 portal.example.gov',
      'warning content/a.md:5 example.edu/start',
    ]);
  });

  it('are the name of a host alone that other links of the site have with its scheme', async () => {
    const site = {
      'conf.py': 'extensions = []\n',
      'index.rst': '`a <example.de>`_ `b <www.example.de/>`_ `c <other.de>`_ `d <docs.rs>`_ `e <toc.example.de>`_\n',
      'a.rst':
        ':orphan:\n\n`a <https://www.example.de/a>`_ `b <https://docs.rs>`_\n\n.. toctree::\n\n   T <https://toc.example.de>\n',
    };
    expect(await deadLinksOf(site)).toEqual([
      'warning index.rst:1 example.de',
      'warning index.rst:1 www.example.de/',
      'warning index.rst:1 toc.example.de',
    ]);
  });

  it('are ones of another host behind the sign of an anchor', async () => {
    const site = { 'README.md': '[a](#https://a.example/b) [b](https://a.example/#/b)\n\n<a id="c"></a> [c](#c)\n' };
    expect(await deadLinksOf(site)).toEqual(['warning README.md:1 #https://a.example/b']);
  });

  it('have the number of an issue of GitHub behind the sign of an anchor', async () => {
    const at = 'https://github.com/acme/tool';
    const urls = [`${at}/issues/#445`, `${at}/pull/#12`, `${at}/pulls#12`, `${at}/discussions/#3`];
    const others = [`${at}/issues/445`, `${at}/pull/12#34`, `${at}/issues/#a-1`, 'https://a.example/issues/#4'];
    const site = { 'README.md': [...urls, ...others].map((url) => `[a](${url})\n`).join('') };
    expect(await deadLinksOf(site)).toEqual(urls.map((url, index) => `warning README.md:${index + 1} ${url}`));
  });

  it('are the page of a picture on a code host, which only its own pages read as the picture', async () => {
    const [github, gitlab] = ['https://github.com/acme/art', 'https://gitlab.com/acme/sub/art/-'];
    const wrong = [`${github}/blob/main/a.png`, `${gitlab}/blob/main/a%20b.svg`];
    const right = [`${github}/blob/main/a.png?raw=true`, `${github}/raw/main/a.png`, `${github}/blob/main/a.md`];
    const page = `${[...wrong, ...right].map((url) => `![a](${url})\n`).join('')}[a](${github}/blob/main/b.png)\n`;
    const site = { 'docs/.vitepress/config.ts': 'export default {};', 'docs/index.md': page, 'README.md': page };
    expect(await deadLinksOf(site)).toEqual(wrong.map((url, index) => `warning docs/index.md:${index + 1} ${url}`));
  });

  it('end in a quotation mark behind the name of a host', async () => {
    const wrong = ['https://a.example/b"', 'https://a.example/b”'];
    const right = ['https://a.example/b?c="d"', 'https://a.example/b#c"', 'https://a.example/"b"/c'];
    const links = [...wrong, ...right].map((url) => `\`a <${url}>\`__\n\n`).join('');
    const site = { 'conf.py': 'extensions = []\n', 'index.rst': links };
    expect(await deadLinksOf(site)).toEqual(wrong.map((url, index) => `warning index.rst:${2 * index + 1} ${url}`));
  });

  it('are those of pictures without their ending, where no program is known', async () => {
    const page =
      '---\nlayout: x\n---\n\n![a](/_books/img/a) <img src="img/b"> ![c](img/c) [d](/img/a) ![e](img/a.png)\n';
    const site = { 'a.md': page, 'img/a.png': '', 'img/b.svg': '' };
    expect(await deadLinksOf(site)).toEqual(['warning a.md:5 img/b']);
    const top = { 'tool/a.md': page, 'top/img/a.png': '' };
    expect(await deadLinksOf(top)).toEqual(['warning tool/a.md:5 /_books/img/a']);
  });

  it('end in a full stop that belongs to the sentence', async () => {
    const site = {
      'conf.py':
        'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\nintersphinx_mapping = {"a": ("https://a.example", None)}\n',
      'index.md': '# T\n\n[a](start.) [b](other.) [c](start.md)\n\n```{toctree}\nstart\n```\n',
      'start.md': '# Start\n',
    };
    expect(await deadLinksOf(site)).toEqual(['warning index.md:3 start.']);
  });

  it('climb out of the branch of a README by one step too few', async () => {
    const files = {
      'README.md': '[a](../blob/main/x.py) [b](../../issues) [c](../main/x.py)\n',
      'packages/a/README.md': '[a](../../../issues/1) [b](../../../../issues/1)\n',
      'packages/a/notes.md': '[a](../../../issues/1)\n',
    };
    expect(await deadLinksOf(files)).toEqual([
      'warning README.md:1 ../blob/main/x.py',
      'warning packages/a/README.md:1 ../../../issues/1',
    ]);
  });

  it('climb out of the repository to what is in it', async () => {
    const files = {
      'packages/a/README.md': '[a](../../../examples/one/) [b](../../../other/one) [c](../../examples/one)\n',
      'packages/README.md': '![a](../../examples/one/a.png) ![b](../examples/one/a.png)\n',
      'examples/one/a.png': '',
    };
    expect(await deadLinksOf(files)).toEqual([
      'warning packages/README.md:1 ../../examples/one/a.png',
      'warning packages/a/README.md:1 ../../../examples/one/',
    ]);
    const site = { 'index.html': '<script>window.$docsify = {}</script>', 'README.md': '[a](../examples/one/)\n' };
    expect(await deadLinksOf({ ...site, 'examples/one/README.md': '# A\n' })).toEqual([]);
  });

  it('are pictures above the repository, where a program reads them by their file', async () => {
    const page = 'A\n=\n\n.. image:: ../../../figures/a.png\n\n.. image:: ../../../figures/b.png\n';
    const site = {
      'docs/conf.py': 'project = "A"\n',
      'docs/index.rst': 'A\n=\n\n.. toctree::\n\n   parts/a\n',
      'docs/figures/a.png': '',
      'docs/parts/a.rst': page,
    };
    expect(await deadLinksOf(site)).toEqual(['warning docs/parts/a.rst:4 ../../../figures/a.png']);
    const read = page.replace('parts/a', 'parts/b').replaceAll(/^\.\. image:: (.*)$/gmu, '![a]($1)');
    // A browser finds what the program leaves as it is.
    const mkdocs = { 'mkdocs.yml': 'site_name: A\n', 'docs/figures/a.png': '', 'docs/parts/a.md': read };
    expect(await deadLinksOf(mkdocs)).not.toContain('warning docs/parts/a.md:4 ../../../figures/a.png');
  });

  it('name a page of Antora without its ending, so that they are an anchor', async () => {
    const site = {
      'antora.yml': 'name: a\nversion: ~\nnav: []\n',
      'modules/ROOT/pages/index.adoc':
        '= T\n\ninclude::{own}[]\n\nxref:ops/settings/[here] xref:ops/other[x] xref:ops/settings.adoc[y]\n',
      'modules/ROOT/pages/ops/settings.adoc': '= Settings\n',
    };
    expect(await deadLinksOf(site)).toEqual(['warning modules/ROOT/pages/index.adoc:5 #ops/settings/']);
  });

  it('end in a sign of the sentence or of the Markdown around it', async () => {
    const unknown = { 'a/b.mdx': 'x\n', 'a/c.mdx': '[a](/docs/b]) [b](/docs/b/;) [c](/docs/b)\n' };
    expect(await deadLinksOf(unknown)).toEqual(['warning a/c.mdx:1 /docs/b]', 'warning a/c.mdx:1 /docs/b/;']);
  });
});
