import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const numbers = Array.from({ length: 14 }, (_, index) => String(index));

/** The page and address of each warning of a link. */
async function warningsOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ severity, rule }) => severity === 'warning' && rule === 'broken-link')
    .map(({ path, message }) => `${path} ${/link (\S+)/u.exec(message)?.[1] ?? ''}`);
}

/** Pages that link to one another, each as `written` says it. */
function pages(folder: string, written: (number: string) => string): Files {
  return Object.fromEntries(
    numbers.map((number) => [
      `${folder}/p${number}.md`,
      `[x](${written(String((Number(number) + 1) % numbers.length))})\n`,
    ]),
  );
}

function docusaurus(plugins: string, docs = ''): Files {
  return {
    'docusaurus.config.js': `module.exports = { plugins: [${plugins}], presets: [["classic", { docs: {${docs}}, blog: false }]] };`,
  };
}

const several = numbers
  .slice(0, 5)
  .map((number) => `[x](/docs/made/m${number})`)
  .join(' ');

describe('links that something may make right which takes in what is found too', () => {
  it('are told where a plugin rewrites addresses and most of their kind are found', async () => {
    const plugin = 'export default () => (tree) => visit(tree, "link", (node) => { node.url = change(node.url); });';
    const site = {
      ...docusaurus('require("./own.js")'),
      'own.js': plugin,
      ...pages('docs', (number) => `./p${number}.md`),
    };
    const broken = {
      'docs/q.md': '[x](./gone.md)\n',
      'docs/r.md': '[x](./$NAME.md)\n',
      'docs/s.md': '[x](/docs/gone)\n',
    };
    expect(await warningsOf({ ...site, ...broken })).toEqual(['docs/q.md ./gone.md']);
    expect(await warningsOf({ ...site, ...pages('docs', () => 'x'), 'docs/q.md': '[x](./gone.md)\n' })).toEqual([]);
  });

  it('are told where a plugin may publish pages and most of their kind are found', async () => {
    const site = {
      ...docusaurus('"./own"', 'routeBasePath: "/"'),
      ...pages('docs/guide', (number) => `/guide/p${number}`),
    };
    const broken = { 'docs/q.md': '[x](/guide/gone)\n', 'docs/r.md': '[x](/api/made)\n' };
    expect(await warningsOf({ ...site, ...broken })).toEqual(['docs/q.md /guide/gone']);
  });

  it('are told where they name a page by its file, whose address is another', async () => {
    const site = {
      ...docusaurus('"./own"', 'routeBasePath: "/"'),
      'docs/guide/01start.md': '---\nslug: /guide/begin\n---\n',
      'docs/q.md': '[x](/guide/01start) [y](/guide/02next)\n',
    };
    expect(await warningsOf(site)).toEqual(['docs/q.md /guide/01start']);
    const redirects = '"./own", ["@docusaurus/plugin-client-redirects", { createRedirects: (path) => [path] }]';
    expect(await warningsOf({ ...site, ...docusaurus(redirects, 'routeBasePath: "/"') })).toEqual([]);
  });

  it('are told in a folder of which few are found and fewer are not, where most from the top are', async () => {
    const site = {
      ...docusaurus('"./own"', 'routeBasePath: "/"'),
      ...pages('docs/guide', (number) => `/guide/p${number}`),
      ...Object.fromEntries(numbers.slice(0, 5).map((number) => [`docs/use/u${number}.md`, `[x](/use/u${number})\n`])),
    };
    const [one, ...others] = ['gone', 'lost', 'past'].map((name) => `[x](/use/${name})`);
    expect(await warningsOf({ ...site, 'docs/q.md': `${one ?? ''}\n` })).toEqual(['docs/q.md /use/gone']);
    expect(await warningsOf({ ...site, 'docs/q.md': [one, ...others].join(' ') })).toEqual([]);
  });

  it('are told beside a page in a folder into which a plugin of Starlight writes others', async () => {
    const plugins = 'import starlight from "@astrojs/starlight";\nimport starlightBlog from "starlight-blog";\n';
    const days = numbers.map((number) => [`src/content/docs/en/blog/d${number}/p.md`, `[x](/en/blog/d0/p/)\n`]);
    const site = {
      'astro.config.mjs': `${plugins}export default { integrations: [starlight({ title: "A", locales: { en: {} }, plugins: [starlightBlog()] })] };`,
      ...pages('src/content/docs/en', (number) => `/en/p${number}/`),
      ...(Object.fromEntries(days) as Files),
      'src/content/docs/en/q.md': '[x](/en/blog/d1/gone/) [y](/en/blog/tags/a/) [z](/en/blog/)\n',
    };
    expect(await warningsOf(site)).toEqual(['src/content/docs/en/q.md /en/blog/d1/gone/']);
  });

  it('are told where the host leads a folder on that has pages of the site', async () => {
    const site = {
      ...docusaurus(''),
      ...pages('docs', (number) => `/docs/p${number}`),
      'docs/q.md': '[x](/docs/gone)\n',
    };
    const led = { 'docs/r.md': '[x](/docs/old/gone)\n', 'docs/s.md': `${several}\n` };
    const host = {
      'static/_redirects': '/docs/* /docs/new/:splat\n/docs/old/* /docs/:splat\n/docs/:version/last /docs/p1\n',
    };
    expect(await warningsOf({ ...site, ...led, ...host })).toEqual(['docs/q.md /docs/gone']);
    const many = pages('docs/many', () => '/docs/everywhere');
    expect(await warningsOf({ ...site, ...host, ...many })).toEqual(['docs/q.md /docs/gone']);
  });

  it('leave alone what a pattern of the host does not answer', async () => {
    const { findings } = await createDocsCheck().check({
      tree: createMemoryTree({
        ...docusaurus(''),
        'docs/a.md': '[no](/docs/gone)\n',
        'docs/b.md': '[ok](/docs/2.0/last)\n',
        'vercel.json': '{ "redirects": [{ "source": "/docs/:version/last", "destination": "/docs/a" }] }',
      }),
    });
    expect(findings.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual(['docs/a.md']);
  });

  it('are read as a browser does, which goes no higher than the top of the host', async () => {
    const site = { ...docusaurus('', 'routeBasePath: "/"'), 'docs/b.md': 'x\n' };
    expect(await warningsOf({ ...site, 'docs/a.md': '[ok](../../b)\n' })).toEqual([]);
  });

  it('are told of files that few links name, where their folder of public files has others of the kind', async () => {
    const shown = Object.fromEntries(numbers.slice(0, 3).map((number) => [`static/data/${number}.xlsx`, '']));
    const site = { ...docusaurus('"./own"'), ...shown };
    const broken = { 'docs/q.md': '[x](/data/gone.xlsx)\n', 'docs/r.md': '[x](/data/gone.csv)\n' };
    expect(await warningsOf({ ...site, ...broken })).toEqual(['docs/q.md /data/gone.xlsx']);
  });

  it('are told of files which a pattern of the host takes in beside others that are there', async () => {
    const shown = Object.fromEntries(numbers.map((number) => [`static/img/${number}.json`, '']));
    const site = { ...docusaurus(''), ...shown, ...pages('docs', (number) => `/img/${number}.json`) };
    const moved = { 'static/_redirects': '/img/*  /en/img/:splat  301\n/old/*  /new/:splat\n' };
    const broken = { 'docs/q.md': '[x](/img/gone.json)\n', 'docs/r.md': '[x](/old/gone.json)\n' };
    expect(await warningsOf({ ...site, ...moved, ...broken })).toEqual(['docs/q.md /img/gone.json']);
  });

  it('are told of files beside others, whatever a plugin may publish, and of parts that other pages show', async () => {
    const shown = Object.fromEntries(numbers.map((number) => [`static/img/${number}.json`, '']));
    const site = { ...docusaurus('"./own"'), ...shown, ...pages('docs', (number) => `/img/${number}.json`) };
    const broken = { 'docs/q.md': '[x](/img/gone.json)\n', 'docs/r.md': '[x](/elsewhere/gone.json)\n' };
    expect(await warningsOf({ ...site, ...broken })).toEqual(['docs/q.md /img/gone.json']);
    const part = {
      'docs/_part.md': '[x](/img/gone.json) [y](./gone)\n',
      'docs/a.md': 'import P from "./_part.md"\n\n<P />\n',
    };
    expect(await warningsOf({ ...site, ...part })).toEqual(['docs/_part.md /img/gone.json']);
  });

  it('are told of what stands under a condition, and not their anchors', async () => {
    const antora = (text: string): Files => ({
      'antora.yml': 'name: a\nversion: 1\n',
      ...Object.fromEntries(
        numbers.map((number) => [
          `modules/ROOT/pages/p${number}.adoc`,
          `= P\n\nxref:p${String((Number(number) + 1) % numbers.length)}.adoc[x]\n`,
        ]),
      ),
      'modules/ROOT/pages/q.adoc': `= Q\n\nifndef::pdf[]\n${text}\nendif::[]\n`,
    });
    expect(await warningsOf(antora('xref:p2.adoc#none[x] xref:p3.adoc[x]'))).toEqual([]);
    expect(await warningsOf(antora('xref:gone.adoc[x]'))).toEqual(['modules/ROOT/pages/q.adoc gone.adoc']);
  });

  it('are told of pictures by all pictures of their folder, whatever their format', async () => {
    const names = ['a.png', 'b.png', 'c.png', 'd.jpg', 'e.jpg', 'f.svg'];
    const shown = [...names, 'gone.jpeg'].map((name) => `![x](/img/${name})`).join('\n\n');
    const pictures = Object.fromEntries(names.map((name) => [`static/img/${name}`, '']));
    const { findings } = await createDocsCheck().check({
      tree: createMemoryTree({ ...docusaurus('"./own"'), ...pictures, 'docs/q.md': shown }),
    });
    const told = findings.filter(({ rule }) => rule === 'missing-file');
    expect(told.map(({ message }) => /file (\S+)/u.exec(message)?.[1])).toEqual(['/img/gone.jpeg']);
  });
});

it('a picture that is there in upper or lower case is told, whatever a plugin may publish', async () => {
  const site = {
    ...docusaurus('require("./own.js")'),
    'own.js': 'module.exports = () => ({ name: "a", loadContent: read });',
    'docs/a.md': '# A\n\n![x](/img/intro.png) ![y](/img/gone.png)\n',
    'static/img/Intro.png': 'PNG',
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(site) });
  expect(findings.map(({ severity, message }) => `${severity} ${/file (\S+)/u.exec(message)?.[1] ?? ''}`)).toContain(
    'warning /img/intro.png',
  );
});
