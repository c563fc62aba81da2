import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const numbers = Array.from({ length: 14 }, (_, index) => String(index));

/** What is said, and not for certain, of each page. */
async function doubtsOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ message }) => / (?:written so|is read)\.| to no page and no file /u.test(message))
    .map(
      ({ path, line, message }) =>
        `${path}:${line ?? 0} ${/The link (\S+)|(#\S+)/u.exec(message)?.slice(1).join('') ?? ''}`,
    );
}

/** Pages that link to one another, each as `written` says it. */
function pages(folder: string, written: (number: string) => string): Files {
  return Object.fromEntries(
    numbers.map((number) => [
      `${folder}/p${number}.md`,
      `---\ntitle: P${number}\n---\n\n[x](${written(String((Number(number) + 1) % numbers.length))})\n`,
    ]),
  );
}

const hugo: Files = { 'hugo.toml': 'baseURL = "/"\n' };

describe('links that are read otherwise than the others of their site', () => {
  it('are told where a browser reads the others below the address of the page', async () => {
    const site = { ...hugo, ...pages('content/a', (number) => `../p${number}`), 'content/b/p1.md': '[x](p2)\n' };
    expect(await doubtsOf({ ...site, 'content/b/p2.md': '[x](../p1)\n' })).toEqual(['content/b/p1.md:1 p2']);
  });

  it('are told where the others begin at a folder of their own', async () => {
    const site = { ...hugo, ...pages('content/en/docs', (number) => `/docs/p${number}`) };
    expect(await doubtsOf({ ...site, 'content/en/docs/q.md': '[x](/p1) [y](/docs/p2)\n' })).toEqual([
      'content/en/docs/q.md:1 /p1',
    ]);
  });

  it('are told on pages that say their layout, in a folder named like those of parts', async () => {
    const site = Object.fromEntries(
      numbers.map((number) => [
        `_api/v1/p${number}.md`,
        `---\nlayout: page\n---\n\n[x](p${String(13 - Number(number))}.html)\n`,
      ]),
    );
    const page = (said: string): Files => ({
      ...site,
      '_api/v1/a/index.md': `---\n${said}\n---\n\n[x](../../p3.html)\n`,
      '_api/q.md': '---\nlayout: page\n---\n',
    });
    expect(await doubtsOf(page('layout: page'))).toEqual(['_api/v1/a/index.md:5 ../../p3.html']);
    expect(await doubtsOf(page('tags: a'))).toEqual([]);
  });

  it('are told where one alone is otherwise than a few, if it names a page that lies elsewhere', async () => {
    const few = Object.fromEntries(
      Object.entries(pages('content/en/docs', (number) => `/docs/p${number}`)).slice(0, 7),
    );
    const more = { 'content/en/docs/p7.md': 'x\n', 'content/en/docs/q.md': '[x](/docs/old/p3)\n' };
    expect(await doubtsOf({ ...hugo, ...few, ...more })).toEqual(['content/en/docs/q.md:1 /docs/old/p3']);
    const unnamed = { ...more, 'content/en/docs/q.md': '[x](/docs/old/none)\n' };
    expect(await doubtsOf({ ...hugo, ...few, ...unnamed })).toEqual([]);
  });

  it('are told behind a part that a program fills in', async () => {
    const site = pages('content', (number) => `/:version:/p${number}`);
    expect(
      await doubtsOf({ ...site, 'content/q.md': '---\nslug: q\n---\n\n[x](/:version:/old/p3) [y](/old/p4)\n' }),
    ).toEqual(['content/q.md:5 /:version:/old/p3']);
  });

  it('are told where a third is otherwise, if the folder is there and a page of the name lies elsewhere', async () => {
    const some = Object.entries(pages('content/en/docs', (number) => `/docs/p${number}`)).slice(0, 9);
    const site: Files = { ...hugo, ...Object.fromEntries(some), 'content/en/docs/p9.md': 'x\n' };
    const other = '[x](/docs/far) [y](/api/a) [z](/api/b)\n';
    expect(await doubtsOf({ ...site, 'content/en/guide/far.md': 'x\n', 'content/en/docs/q.md': other })).toEqual([
      'content/en/docs/q.md:1 /docs/far',
    ]);
    const nowhere = {
      ...site,
      'content/en/guide/far.md': 'x\n',
      'content/en/docs/q.md': '[x](/old/far) [y](/api/a)\n',
    };
    expect(await doubtsOf(nowhere)).toEqual([]);
  });

  it('are not told of a page by the slug of its own, in a group of routes or with a number in its name', async () => {
    const site = { ...hugo, ...pages('content/docs', (number) => `/docs/p${number}`) };
    const slug = { 'content/docs/2024-01-02-a.md': '---\nslug: my-a\n---\n', 'content/docs/q.md': '[x](/docs/my-a)\n' };
    expect(await doubtsOf({ ...site, ...slug, 'content/b/my-a.md': 'x\n' })).toEqual([]);
    const group = { 'content/docs/(part)/a.md': 'x\n', 'content/docs/q.md': '[x](/docs/a) [y](/docs/part/a)\n' };
    const eleventy = { 'eleventy.config.js': '', ...pages('content/docs', (number) => `/docs/p${number}`) };
    expect(await doubtsOf({ ...eleventy, ...group })).toEqual(['content/docs/q.md:1 /docs/part/a']);
  });

  it('are told where the host puts a folder before all pages that the repository does not have', async () => {
    const site: Files = {
      ...pages('part', (number) => `/docs/part/p${number}/`),
      'other/far.md': '---\nslug: far\n---\n',
    };
    const slips = '---\nslug: q\n---\n\n[x](/part/p1) [y](/docs/part/far) [z](/docs/other/far) [v](/docs/part/p2)\n';
    expect(await doubtsOf({ ...site, 'part/q.md': slips })).toEqual([
      'part/q.md:5 /part/p1',
      'part/q.md:5 /docs/part/far',
    ]);
    // What one folder of the host has instead, another program answers, and so may what is in no folder of pages.
    const blog = ['a', 'b', 'c'].map((name) => `[x](/blog/${name}) [y](/docs/p1/${name}${name})`).join(' ');
    expect(await doubtsOf({ ...site, 'part/q.md': `---\nslug: q\n---\n\n${blog}\n` })).toEqual([]);
  });

  it('are told behind a folder of the host where few addresses are read so, but on twenty times as many pages as others', async () => {
    const all = numbers.slice(0, 8).map((number) => `[x](/docs/part/p${number})`);
    const site = (each: string): Files => ({
      ...Object.fromEntries(numbers.map((number) => [`part/p${number}.md`, `---\nslug: p${number}\n---\n\n${each}\n`])),
      'other/far.md': '---\nslug: far\n---\n',
      'part/q.md': '---\nslug: q\n---\n\n[x](/docs/part/far) [y](/docs/there/p1) [z](/docs/p2)\n',
    });
    expect(await doubtsOf(site(all.join(' ')))).toEqual(['part/q.md:5 /docs/part/far']);
    expect(await doubtsOf(site(all.slice(0, 4).join(' ')))).toEqual([]);
  });

  it('are told as the whole site reads them, where another program answers some of the others', async () => {
    const some = Object.fromEntries(Object.entries(pages('content/docs', (number) => `/docs/p${number}`)).slice(0, 7));
    const site: Files = { ...hugo, ...some, 'content/docs/p7.md': 'x\n', 'content/else/far.md': 'x\n' };
    const others = '[x](/blog/a) [y](/blog/b) [z](/blog/c) [v](/docs/old/far)\n';
    expect(await doubtsOf({ ...site, 'content/docs/q.md': others })).toEqual(['content/docs/q.md:1 /docs/old/far']);
    const twice = { 'content/docs/q.md': others, 'content/docs/r.md': others };
    expect(await doubtsOf({ ...site, ...twice })).toHaveLength(2);
  });

  it('are not told of a page that is a program, nor of an address that the settings of Next.js lead elsewhere', async () => {
    const site = { ...pages('content/docs', (number) => `/docs/p${number}`), 'content/far.mdx': '' };
    const links = { 'content/docs/q.md': '---\nslug: q\n---\n\n[x](/docs/far) [y](/docs/tasks/far)\n' };
    expect(await doubtsOf({ ...site, ...links })).toEqual([
      'content/docs/q.md:5 /docs/far',
      'content/docs/q.md:5 /docs/tasks/far',
    ]);
    const app = {
      'app/docs/tasks/far/page.tsx': '',
      'next.config.mjs': "export default { redirects: () => [{ source: '/docs/far' }] };",
    };
    expect(await doubtsOf({ ...site, ...links, ...app })).toEqual([]);
    const pattern = { ...app, 'next.config.mjs': "export default { redirects: () => [{ source: '/docs/:any' }] };" };
    expect(await doubtsOf({ ...site, ...links, ...pattern })).toEqual([]);
    const all = { ...app, 'next.config.mjs': "export default { rewrites: () => [{ source: '/docs/:path*' }] };" };
    expect(await doubtsOf({ ...site, ...links, ...all })).toHaveLength(1);
  });

  it('are told on MkDocs, which leaves an address as it is that names no file', async () => {
    const site: Files = {
      'mkdocs.yml': 'site_name: A\nplugins:\n  - gen-files:\n      scripts: [own.py]\n',
      'docs/index.md': '[a](a/one/) [b](a/two/) [c](b/three/)\n',
      'docs/a/one.md': '[x](../two/)\n',
      'docs/a/two.md': '[y](one/)\n',
      'docs/b/three.md': '[x](../../a/one/)\n',
      'docs/b/four.md': '[x](../a/one/) [y](../a/two/) [z](three/)\n',
    };
    expect(await doubtsOf(site)).toEqual([
      'docs/a/two.md:1 one/',
      'docs/b/four.md:1 ../a/one/',
      'docs/b/four.md:1 ../a/two/',
      'docs/b/four.md:1 three/',
    ]);
  });

  it('are told where only a slash at the beginning is missing', async () => {
    const site = { ...hugo, ...pages('content/en/docs', (number) => `/docs/p${number}`) };
    const said = async (files: Files): Promise<number> => {
      const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ ...site, ...files }) });
      return findings.filter(({ message }) => message.includes('without a slash at its beginning')).length;
    };
    expect(await said({ 'content/en/docs/q.md': '[x](docs/p1) [y](p2)\n' })).toBe(1);
    const many = numbers.map((number) => `[x](docs/p${number})`).join(' ');
    expect(await said({ 'content/en/docs/q.md': many })).toBe(0);
    const docsify = pages('docs/a', (number) => `/a/p${number}`);
    const top = {
      ...docsify,
      'docs/index.html': '<script>window.$docsify = {}</script>',
      'docs/_sidebar.md': '',
    };
    const { findings } = await createDocsCheck().check({
      tree: createMemoryTree({ ...top, 'docs/a/q.md': '[x](a/p1)\n' }),
    });
    expect(findings.filter(({ message }) => message.includes('without a slash'))).toEqual([]);
  });

  it('are told behind several parts that a program fills in, and within the folder where it does so', async () => {
    const site = pages('content', (number) => `{{ site.url }}{{ site.baseurl }}/p${number}`);
    const slip = '---\nslug: q\n---\n\n[x]({{ site.url }}{{ site.baseurl }}/old/p3)\n';
    expect(await doubtsOf({ ...site, 'content/q.md': slip })).toHaveLength(1);
    const within = pages('content/guide', (number) => `/guide/:version:/p${number}`);
    const other = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `content/made/m${String(index)}.md`,
        `---\nslug: m${String(index)}\n---\n\n[x](/api/:version:/op${String(index)}/)\n`,
      ]),
    );
    const wrong = { 'content/guide/q.md': '---\nslug: q\n---\n\n[x](/guide/:version:/old/p3)\n' };
    expect(await doubtsOf({ ...within, ...other, ...wrong })).toEqual(['content/guide/q.md:5 /guide/:version:/old/p3']);
    const made = ['a', 'b', 'c'].map((name) => `[x](/guide/:version:/${name}/overview)\n`).join('');
    expect(await doubtsOf({ ...within, 'content/guide/q.md': `---\nslug: q\n---\n\n${made}` })).toEqual([]);
  });

  it('are told where the names of pages end in their language, and files of the host and titles of pages count not', async () => {
    const links = numbers.map((number) => `[x](/en/p${number})`).join(' ');
    const files = numbers.map((number) => `[x](/files/f${number}.acmefile)`).join(' ');
    const site = {
      'package.json': '{}',
      ...Object.fromEntries(numbers.map((number) => [`docs/a/b/p${number}.en.mdx`, '---\ntitle: A\n---\n\nx\n'])),
      ...Object.fromEntries(numbers.map((number) => [`public/files/f${number}.acmefile`, ''])),
      'docs/a/q.en.mdx': '---\ntitle: Some other one\n---\n\nx\n',
    };
    const page = links.replaceAll('/en/', '/en/a/b/');
    const told = ['docs/a/r.en.mdx:1 /en/a/p3'];
    const wrong = `${page} [x](/en/a/p3) ${files} [y](/en/a/b/some-other-one)\n`;
    expect(await doubtsOf({ ...site, 'docs/a/r.en.mdx': wrong })).toEqual(told);
  });

  it('are not told where the site has no habit', async () => {
    const few = Object.fromEntries(Object.entries(pages('content/a', () => '../p1')).slice(0, 3));
    expect(await doubtsOf({ ...hugo, ...few, 'content/b/p1.md': '[x](p2)\n', 'content/b/p2.md': 'x\n' })).toEqual([]);
    const mixed = {
      ...pages('content/a', (number) => `../p${number}`),
      ...pages('content/b', (number) => `p${number}`),
    };
    expect(await doubtsOf({ ...hugo, ...mixed })).toEqual([]);
  });

  it('are not told where a page has an alias there, in TOML too', async () => {
    const site = { ...hugo, ...pages('content/a', (number) => `../p${number}`), 'content/b/p1.md': '[x](p2)\n' };
    const moved = '+++\ntitle = "P2"\naliases = [\n  "../b/p1/p2/",\n]\n+++\n\n';
    expect(await doubtsOf({ ...site, 'content/b/p2.md': moved })).toEqual([]);
  });

  it('are not told where several lead into a folder of which there is nothing', async () => {
    const site = { ...hugo, ...pages('content/docs', (number) => `/docs/p${number}`) };
    const one = { ...site, 'content/docs/q.md': '[x](/docs/old/p1)\n' };
    expect(await doubtsOf(one)).toEqual(['content/docs/q.md:1 /docs/old/p1']);
    const three = { 'content/docs/q.md': '[x](/docs/old/p1) [y](/docs/old/p2) [z](/docs/old/p3)\n' };
    expect(await doubtsOf({ ...site, ...three, 'content/api/p3.md': 'x\n' })).toEqual([]);
    // Of each of which there is one page, which has moved.
    expect(await doubtsOf({ ...site, ...three })).toHaveLength(3);
  });

  it('are told where a plugin may publish pages that the repository does not have', async () => {
    const site = {
      'docusaurus.config.js':
        'module.exports = { plugins: ["./own"], presets: [["classic", { docs: { path: "guides" } }]], trailingSlash: true };',
      ...pages('guides', (number) => `../p${number}`),
      'guides/part/q.md': '[x](p1)\n',
    };
    expect(await doubtsOf(site)).toEqual(['guides/part/q.md:1 p1']);
    expect(await doubtsOf({ ...site, 'guides/part/q.md': '[x](TODO)\n' })).toEqual(['guides/part/q.md:1 TODO']);
    expect(await doubtsOf({ ...site, 'guides/part/q.md': '[x](../../../elsewhere/TODO)\n' })).toEqual([]);
    const made = { '.gitignore': 'guides/part/api/*.md\n', 'guides/part/q.md': '[x](api/one)\n' };
    expect(await doubtsOf({ ...site, ...made })).toEqual([]);
  });
});

describe('anchors that are written otherwise than the others of their site', () => {
  const headings = numbers.map((number) => `## Part ${number}\n`).join('\n');
  const links = numbers.map((number) => `[x](#part-${number})`).join(' ');

  it('are told on pages that show something that is not read, where nearly all others are there', async () => {
    const shown = `{{< own >}}\n\n${links} [y](#elsewhere)\n\n${headings}`;
    const site = { ...hugo, 'layouts/shortcodes/own.html': '<p id="{{ .Get 0 }}">' };
    expect(await doubtsOf({ ...site, 'content/a.md': shown })).toEqual(['content/a.md:3 #elsewhere']);
    const many = numbers.map((number) => `[y](#other-${number})`).join(' ');
    expect(await doubtsOf({ ...site, 'content/a.md': `${shown}\n${many}\n` })).toEqual([]);
  });

  it('are told on such pages where a heading has the same words, unless they are many', async () => {
    const page = (body: string): string =>
      `{{< own >}}\n\n${body}\n\n## Matrix transform\n\n## Parts list\n\n## Textobjects\n`;
    const site = { ...hugo, 'layouts/shortcodes/own.html': '<p id="{{ .Get 0 }}">' };
    const few = '[a](#optional-matrix-transform) [b](#list-of-the-parts) [c](#textobject)';
    expect(await doubtsOf({ ...site, 'content/a.md': page(`${few} [d](#matrix)`) })).toEqual([]);
    expect(await doubtsOf({ ...site, 'content/a.md': page(few) })).toEqual([
      'content/a.md:3 #optional-matrix-transform',
      'content/a.md:3 #list-of-the-parts',
      'content/a.md:3 #textobject',
    ]);
    expect(await doubtsOf({ ...site, 'content/a.md': page('[a](#matrix) [b](#the-transform-of-it)') })).toEqual([
      'content/a.md:3 #matrix',
    ]);
  });

  it('are told on pages of the first version of MDX that the second does not parse', async () => {
    const page = '<http://a.example/>\n\n[a](#first-part) [b](#first-part-overview)\n\n## First part\n';
    const site = {
      'package.json': '{ "dependencies": { "@docusaurus/core": "2.4.0" } }',
      'docusaurus.config.js':
        'module.exports = { url: "https://a.example", baseUrl: "/", presets: [["classic", {}]] };',
      'docs/a.md': page,
    };
    expect(await doubtsOf(site)).toEqual(['docs/a.md:3 #first-part-overview']);
  });

  it('are told on such pages in other letters, where the program that makes them is known', async () => {
    const site = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'docs/own.jsx': 'export default () => <p id="x" />;',
      'docs/a.mdx': `import Own from './own.jsx';\n\n<Own />\n\n[a](#ProjectService) [b](#other)\n\n## projectService\n`,
    };
    expect(await doubtsOf(site)).toEqual(['docs/a.mdx:5 #ProjectService']);
  });

  it('are told on pages where what is not read brings no heading', async () => {
    const site = (own: string): Files => ({
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'docs/own.jsx': own,
      'docs/a.mdx': `import Own from './own.jsx';\n\n<Own name="of-own" />\n\n[a](#of-own) [b](#the-other-thing)\n\n## Thing\n`,
    });
    expect(await doubtsOf(site('export default ({ name }) => <p id={name} />;'))).toEqual([
      'docs/a.mdx:5 #the-other-thing',
    ]);
    expect(await doubtsOf(site('export default ({ name }) => <h2 id={name}>{name}</h2>;'))).toEqual([]);
    const mkdocs = { 'mkdocs.yml': 'site_name: x\nplugins: [macros]\n' };
    const page = (shown: string): string => `# T\n\n${shown}\n\n[x](#the-other-thing)\n`;
    const [inline, block] = [page('Version {{ version }} is new.'), page('{{ parts() }}')];
    expect(await doubtsOf({ ...mkdocs, 'docs/index.md': inline, 'docs/b.md': block })).toEqual([
      'docs/index.md:5 #the-other-thing',
    ]);
  });

  it('are told with the signs of a program, where only a few are written', async () => {
    const page = `${links.slice(0, 99)} [y](#select-extend-mode)\n\n${headings}\n## Select / extend mode\n`;
    const [book, other] = [
      { 'book.toml': '[book]\n', 'src/SUMMARY.md': '[A](a.md)\n' },
      { 'hugo.toml': 'baseURL = "/"\n' },
    ];
    expect(await doubtsOf({ ...book, 'src/a.md': page })).toEqual(['src/a.md:1 #select-extend-mode']);
    expect(await doubtsOf({ ...other, 'content/a.md': page })).toEqual([]);
    const vue = {
      '.vuepress/config.js': '',
      'a.md': `${links} [y](#cómo-es) [z](#como-va)\n\n${headings}\n## ¿Cómo es?\n\n## Cómo va\n`,
    };
    expect(await doubtsOf(vue)).toEqual(['a.md:1 #cómo-es']);
  });

  it('are told with signs that no other has, unless another program is known to make them so', async () => {
    const twice = numbers.map((number) => `## Part / ${number}\n`).join('\n');
    const those = numbers.map((number) => `[x](#part--${number})`).join(' ');
    const page = (anchor: string): Files => ({
      ...hugo,
      'content/a.md': `${those} [y](#${anchor})\n\n${twice}\n## Select / extend -- mode\n`,
    });
    expect(await doubtsOf(page('select-extend-mode'))).toEqual(['content/a.md:1 #select-extend-mode']);
    expect(await doubtsOf(page('select--extend----mode'))).toEqual([]);
    expect(await doubtsOf(page('select--extend--mode'))).toEqual([]);
    const signs = numbers.map((number) => `## Part / ${number}\n\n[x](#part-${number})\n`).join('\n');
    const apostrophe = { ...hugo, 'content/a.md': `[x](#its-name) [y](#A-b)\n\n${signs}\n## It's name\n\n## A b\n` };
    expect(await doubtsOf(apostrophe)).toEqual(['content/a.md:1 #A-b']);
    const mixed = { ...hugo, 'content/a.md': `${links} [y](#one-two)\n\n${headings}\n## One / two\n` };
    expect(await doubtsOf(mixed)).toEqual([]);
  });

  it('are told of pages that an unknown program publishes, where none of that name has them', async () => {
    const linking = numbers.map((number) => `[x](/a/p${number}#part)`).join(' ');
    const parts = Object.fromEntries(numbers.map((number) => [`content/a/p${number}.mdx`, '## Part\n']));
    const site = { ...parts, 'content/a/empty.mdx': 'x\n', 'other/b/a/p1.mdx': '## Other\n' };
    const links = `${linking} [y](/a/p2#other) [z](/a/p1#other) [w](/a/empty#other)\n`;
    expect(await doubtsOf({ ...site, 'content/b.mdx': links })).toEqual(['content/b.mdx:1 #other']);
    const many = numbers.map((number) => `[y](/a/p${number}#elsewhere)`).join(' ');
    expect(await doubtsOf({ ...site, 'content/b.mdx': `${linking}\n\n${many}\n` })).toEqual([]);
  });

  it('are told in capitals where no other has any', async () => {
    const site = { ...hugo, 'content/a.md': `${links} [y](#Part-One)\n\n${headings}\n## Part One\n` };
    expect(await doubtsOf(site)).toEqual(['content/a.md:1 #Part-One']);
    const own = { ...hugo, 'content/a.md': `${links} [y](#Part-One)\n\n${headings}\n## Part One {#Part-One}\n` };
    expect(await doubtsOf(own)).toEqual([]);
    const unknown = { 'a.mdx': `${links} [y](#Part-One)\n\n${headings}\n## Part One\n` };
    expect(await doubtsOf(unknown)).toEqual(['a.mdx:1 #Part-One']);
    expect(await doubtsOf({ ...unknown, 'CONTRIBUTING.md': '# A\n\n[a](#A)\n' })).toEqual(['a.mdx:1 #Part-One']);
  });

  it('are told where a project has other targets and the page nearly has a heading of that name', async () => {
    const site = (body: string): Files => ({
      'conf.py':
        'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\nmyst_heading_anchors = 3\nintersphinx_mapping = {"a": ("https://a.example", None)}\n',
      'index.md': `# T\n\n${body}\n\n## Generate the jobs\n`,
    });
    expect(await doubtsOf(site('[x](#1-generate-the-jobs) [y](#other-thing)'))).toEqual([
      'index.md:3 #1-generate-the-jobs',
    ]);
  });

  it('are told in capitals where docutils makes those of titles, whatever else the page shows', async () => {
    const page = '`a <#A-Part>`_ `b <#Part>`_ `c <#Made-Part>`_ `d <#a-part>`_\n\nA part\n------\n\nPart\n----\n';
    const site = (shown: string): Files => ({ 'conf.py': 'extensions = []\n', 'index.rst': `T\n=\n\n${page}${shown}` });
    expect(await doubtsOf(site('\n.. automodule:: x\n'))).toEqual(['index.rst:4 #A-Part']);
  });
});
