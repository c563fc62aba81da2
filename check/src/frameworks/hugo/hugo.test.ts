import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';
import { findShortcodeLinks } from '../../page/template-links.ts';

const names = Array.from({ length: 14 }, (_, index) => `p${String(index)}`);

/** What is found on the page `q.md` and its like, as `line address`. */
async function foundOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ path }) => /\/(?:q|q\/index)(?:\.\w\w)?\.md$/u.test(path))
    .map(
      ({ line, message }) =>
        `${String(line)} ${/(?:link|file) (\S+)|anchor (#[\w-]+)/iu.exec(message)?.slice(1).join('') ?? message}`,
    );
}

/** Pages of a folder that name one another. */
function pages(folder: string, written: (name: string) => string): Files {
  return Object.fromEntries(
    names.map((name, index) => [
      `${folder}/${name}.md`,
      `---\ntitle: Of ${name}\ndate: 2024-05-0${String((index % 9) + 1)}\n---\n\n[x](${written(names[(index + 1) % 14] ?? '')})\n\n## Part\n`,
    ]),
  );
}

const settings: Files = { 'hugo.toml': 'baseURL = "https://example.org/"\n' };

describe('addresses of Hugo', () => {
  it('are those of pages, folders, bundles, files, aliases and slugs', async () => {
    const site: Files = {
      ...settings,
      ...pages('content/My Guide', (name) => `/my-guide/${name}/`),
      ...['d', 'e', 'f']
        .map((folder) => pages(`content/${folder}`, (name) => `/${folder}/${name}/`))
        .reduce((one, other) => ({ ...one, ...other })),
      'content/_index.md': 'x\n',
      'content/a/b/index.md': 'x\n',
      'content/a/b/c.pdf': '',
      'content/a/b/part.md': 'x\n',
      'content/a/Own.md': '---\nslug: other\naliases: [/was/here]\n---\n',
      'content/u/url.md': '---\nurl: /else/where\n---\n',
      'static/api/index.html': '<p>',
    };
    const right = ['/', '/a/', '/a/b/', '/a/b/c.pdf', '/a/other', '/was/here/', '/else/where', '/api/', '/my-guide/p1'];
    const wrong = ['/b/', '/a/own/', '/a/b/part/', '/u/url/', '/guide/p1/', '/my-guide/b/'];
    const links = [...right, ...wrong].map((url) => `[x](${url})\n`).join('');
    expect(await foundOf({ ...site, 'content/q.md': links })).toEqual(
      wrong.map((url, index) => `${String(right.length + index + 1)} ${url}`),
    );
  });

  it('have no ending of HTML where none leads to a file, but in folders that another program fills', async () => {
    const site: Files = {
      'hugo.toml': 'baseURL = "https://example.org/"\ntheme = "docsy"\n',
      ...pages('content/docs', (name) => `/docs/${name}/`),
    };
    const links = ['/docs/old/start.html', '/other/start.html', '/docs/index.html', '/docs/api/a.html'];
    const page = [...links, '/docs/api/b.html', '/docs/api/c.html'].map((url) => `[x](${url})\n`).join('');
    const files = { ...site, 'content/docs/q.md': page };
    expect(await foundOf(files)).toEqual(['1 /docs/old/start.html']);
    expect(await foundOf({ ...files, 'static/other/start.html': '<p>' })).toEqual([]);
    expect(await foundOf({ ...files, 'hugo.toml': `${String(site['hugo.toml'])}uglyURLs = true\n` })).toEqual([]);
  });

  it('of a fragment alone are of the page itself', async () => {
    const page = '## Part\n\n[x]({{< relref "#part" >}}) [y]({{< ref "#gone" >}})\n';
    expect(await foundOf({ ...settings, 'content/q.md': page })).toEqual(['3 #gone']);
  });

  it('are those of files, where the folder that the site is written to has settings of the host alone', async () => {
    const site = { ...settings, ...pages('content/a', (name) => `/a/${name}/`), 'static/img/a.png': '' };
    const written = { '.gitignore': '/public/*\n!/public/_redirects\n', 'public/_redirects': '/x /y\n' };
    expect(await foundOf({ ...site, ...written, 'content/q.md': '![x](/img/a.png) ![y](/img/gone.png)\n' })).toEqual([
      '1 /img/gone.png',
    ]);
    const stray = { '.gitignore': '/public/*\n', 'public/img/a.png': '' };
    expect(await foundOf({ ...site, ...stray, 'content/q.md': '![x](/img/a.png) ![y](/img/gone.png)\n' })).toEqual([
      '1 /img/gone.png',
    ]);
  });

  it('are read in what a shortcode is given, however it is indented', async () => {
    const site = { ...settings, ...pages('content/a', (name) => `/a/${name}/`) };
    const given = '{{< card >}}\n    <a href="/a/gone">x</a>\n{{< /card >}}\n';
    expect(await foundOf({ ...site, 'content/q.md': given })).toEqual(['2 /a/gone']);
    expect(await foundOf({ ...site, 'content/q.md': given.replace('{{< /card >}}', '') })).toEqual([]);
    expect(await foundOf({ ...site, 'content/q.md': given.replace('<a', 'show <a') })).toEqual([]);
  });

  it('are those that the settings say', async () => {
    const blog = pages('content/blog', (name) => `/news/2024/of-${name}/`);
    const toml = 'baseURL = "https://example.org/docs/"\n[permalinks.page]\nblog = "/news/:year/:title/"\n';
    const links = '[x](/docs/news/2024/of-p3) [y](/blog/p3)\n';
    expect(await foundOf({ 'config/_default/hugo.toml': toml, ...blog, 'content/blog/q.md': links })).toEqual([
      '1 /blog/p3',
    ]);
    const mounts = 'module:\n  mounts:\n    - { source: pages, target: content/guide }\n';
    const mounted = { 'hugo.yaml': `baseURL: /\n${mounts}`, ...pages('pages', (name) => `/guide/${name}/`) };
    expect(await foundOf({ ...mounted, 'pages/q.md': '[x](/guide/p1) [y](/p1)\n' })).toEqual(['1 /p1']);
  });

  it('are those of pages among others, in a folder that an adapter fills too, and in one called page', async () => {
    const site = {
      ...settings,
      ...pages('content/docs/v1', (name) => `/docs/v1/${name}/`),
      ...pages('content/page', (name) => `/page/${name}/`),
      'content/docs/_content.gotmpl': '{{ $.AddPage (dict "path" "v1/metrics/a") }}',
    };
    const links = '[a](/docs/v1/other) [b](/docs/v1/metrics/a)\n[c](/page/other) [d](/docs/page/2)\n';
    expect(await foundOf({ ...site, 'content/docs/q.md': links })).toEqual(['1 /docs/v1/other', '2 /page/other']);
  });

  it('begin with the language of a page', async () => {
    const toml = 'baseURL = "/"\n[languages.en]\n[languages.de]\n';
    const site: Files = {
      'hugo.toml': toml,
      ...pages('content/docs', (name) => `/docs/${name}/`),
      'content/docs/p1.de.md': 'x\n',
    };
    expect(
      await foundOf({ ...site, 'content/docs/q.de.md': '[x](/de/docs/p1/) [y](/de/docs/p2/) [z](/docs/p2/)\n' }),
    ).toEqual(['1 /de/docs/p2/']);
  });

  it('are read by a browser from the address of the page, unless a template looks for pages', async () => {
    const site = { ...settings, ...pages('content/docs', (name) => `../${name}/`) };
    const links = '[x](../p1) [y](p1) [z](p1.md)\n';
    expect(await foundOf({ ...site, 'content/docs/q.md': links })).toEqual(['1 p1', '1 p1.md']);
    const hook = { 'layouts/_default/_markup/render-link.html': '{{ with .Page.GetPage .Destination }}' };
    const named = { ...settings, ...hook, ...pages('content/docs', (name) => `${name}.md`) };
    expect(await foundOf({ ...named, 'content/docs/q.md': '[x](p1.md) [y](../p1.md) [z](/docs/p2)\n' })).toEqual([
      '1 ../p1.md',
    ]);
  });

  it('are not told where the links of the site prove no way of reading them', async () => {
    const some = Object.fromEntries(Object.entries(pages('content/docs', (name) => `/docs/${name}/`)).slice(0, 5));
    expect(await foundOf({ ...settings, ...some, 'content/docs/q.md': '[x](/else/none/)\n' })).toEqual([]);
    const others = names.map((name) => `[x](/else/${name}/)\n`).join('');
    const site = { ...settings, ...pages('content/docs', (name) => `/docs/${name}/`) };
    expect(await foundOf({ ...site, 'content/docs/q.md': '[x](/else/p1/)\n' })).toEqual(['1 /else/p1/']);
    expect(await foundOf({ ...site, 'content/docs/q.md': others })).toEqual([]);
  });

  it('are not told where a host, a list or another repository may answer', async () => {
    const toml =
      'baseURL = "/"\n[[module.imports]]\npath = "x.y/z"\n[[module.imports.mounts]]\nsource = "docs"\ntarget = "content/made"\n';
    const site: Files = {
      'hugo.toml': toml,
      ...pages('content/docs', (name) => `/docs/${name}/`),
      'static/_redirects': '/old/p1 /docs/p1\n',
      'content/api/_content.gotmpl': '{{ .AddPage }}',
    };
    const links = '[x](/made/p1/) [x](/old/p1) [x](/tags/p1/) [x](/api/p1) [x](/gone/p1)\n';
    expect(await foundOf({ ...site, 'content/docs/q.md': links })).toEqual(['1 /gone/p1']);
  });
});

describe('references of Hugo', () => {
  it.each([
    ['by their path', '/docs/p3.md', '/docs/old/p3'],
    ['by their name', 'p3', 'gone'],
    ['beside the page, with an anchor', 'p3#part', 'b/p3#part'],
    ['by an anchor', '/docs/p3#part', '/docs/p3#other'],
  ])('are looked for %s', async (_name, right, wrong) => {
    const site = { ...settings, ...pages('content/docs', (name) => `{{< ref "/docs/${name}" >}}`) };
    const said = (written: string) => foundOf({ ...site, 'content/docs/q.md': `[x]({{% relref "${written}" %}})\n` });
    expect(await said(right)).toEqual([]);
    expect(await said(wrong)).toEqual([`1 ${wrong.replace('/docs/p3#', '#')}`]);
  });

  it('are told where two are found for each that is not, since Hugo itself looks for them', async () => {
    const files = { ...settings, 'content/a.md': 'x\n', 'content/b.md': 'x\n' };
    const said = (...asked: string[]) =>
      foundOf({ ...files, 'content/q.md': asked.map((name) => `[x]({{< relref "${name}" >}})\n`).join('') });
    expect(await said('/a', '/b', '/gone')).toEqual(['3 /gone']);
    expect(await said('/a', '/gone')).toEqual([]);
    expect(await said('/a', '/b', '/gone', '/other')).toEqual([]);
  });

  it('with an anchor are told on pages whose shortcodes only frame what stands in them', async () => {
    const site = { ...settings, ...pages('content/docs', (name) => `{{< ref "/docs/${name}" >}}`) };
    const files = {
      'layouts/shortcodes/tabs.html': '<div id="{{ .Ordinal }}">{{ .Inner }}</div>',
      'layouts/shortcodes/note.html': '<h2>Note</h2>{{ .Inner }}',
      'content/docs/framed.md': '{{% alert %}}\n{{< tabs >}}\n## Part\n{{< /tabs >}}\n{{% /alert %}}\n',
      'content/docs/open.md': '{{% note %}}\n## Part\n{{% /note %}}\n',
    };
    const links = ['framed#part', 'framed#other', 'open#other'].map((name) => `[x]({{< ref "${name}" >}})\n`).join('');
    expect(await foundOf({ ...site, ...files, 'content/docs/q.md': links })).toEqual(['2 #other']);
  });

  it('by a name are not told where another repository has pages, unless of the same family', async () => {
    const mount =
      '[[module.mounts]]\nsource = "content"\ntarget = "content"\n[[module.mounts]]\nsource = "../sdk"\ntarget = "content/sdk"\n';
    const site = {
      'hugo.toml': `baseURL = "/"\n${mount}`,
      ...pages('content/docs', (name) => `{{< ref "${name}" >}}`),
      'content/docs/howto-run.md': 'x\n',
    };
    const links = '[x]({{< ref howto-walk >}}) [y]({{< ref go-client >}})\n';
    expect(await foundOf({ ...site, 'content/docs/q.md': links })).toEqual(['1 howto-walk']);
  });

  it.each([
    ['without end', '{{< ref "'.repeat(100_000)],
    ['with spaces', `{{< ref ${' '.repeat(100_000)}`],
    ['in one line', '{{< ref "a" >}}'.repeat(50_000)],
    ['in code', '`{{< ref '.repeat(50_000)],
  ])('are found in linear time: %s', (_name, text) => {
    const dialect = {
      syntax: 'markdown',
      indentedCode: true,
      headingId: 'braces',
      masks: [],
      shortcodes: 'hugo',
    } as const;
    expect(findShortcodeLinks(text, dialect).length).toBeLessThanOrEqual(50_000);
  });
});

describe('a folder of pages without an _index', () => {
  it('has no page, unless it lies at the top', async () => {
    const page = '[x](/docs/) [y](part/) [z](/docs/part/)\n\n[v](part/a/) [w](listed/)\n';
    const files: Files = {
      ...settings,
      'content/docs/part/a.md': 'x\n',
      'content/docs/listed/_index.md': 'x\n',
      'content/docs/q/_index.md': page.replaceAll('](p', '](../p').replaceAll('](l', '](../l'),
    };
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    expect(
      findings.map(({ line, message }) => `${String(line)} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`),
    ).toEqual(['1 ../part/', '1 /docs/part/']);
  });

  it('is judged on the first page of a folder in another language too', async () => {
    const files: Files = {
      'hugo.toml': 'baseURL = "https://example.org/"\ndefaultContentLanguage = "en"\n[languages.en]\n[languages.de]\n',
      'content/docs/part/a.de.md': 'x\n',
      'content/docs/_index.de.md': '[x](part/) [y](part/a/)\n',
    };
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    expect(findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1])).toEqual(['part/']);
  });
});
