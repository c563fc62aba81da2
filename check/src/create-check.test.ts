import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../test/memory-tree.ts';
import { createCheck } from './create-check.ts';
import type { DocsTree } from './finding.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;
const mintlifySite: Files = {
  'docs.json': JSON.stringify({
    name: 'Sample',
    navigation: { groups: [{ group: 'Start', pages: ['index', 'guide/setup'] }] },
  }),
  'index.mdx': page(
    'Home',
    'Read [the setup](/guide/setup#install-it) or [beside](./guide/setup).\n\n![Logo](/images/logo.png)',
  ),
  'guide/setup.mdx': page('Setup', '## Install it\n\n<Note>Back [home](/).</Note>'),
  'images/logo.png': 'PNG',
};

const pluginSite: Files = {
  'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]], plugins: ["makes-pages"] };',
  'docs/b.md': '# B\n',
};

async function findingsOf(files: Files, base?: Files) {
  const tree = createMemoryTree(files);
  const report = await createCheck().check(base === undefined ? { tree } : { tree, base: createMemoryTree(base) });
  return report.findings;
}

const short = (findings: Awaited<ReturnType<typeof findingsOf>>) =>
  findings.map(({ rule, path, line, column }) => `${rule} ${path}:${line ?? '-'}:${column ?? '-'}`);

describe('a Mintlify site', () => {
  it('has no finding when everything is right', async () => {
    const report = await createCheck().check({ tree: createMemoryTree(mintlifySite) });
    expect(report).toEqual({ frameworks: ['mintlify'], pages: 2, findings: [] });
  });

  it.each([
    ['a link to no page', '[x](/guide/nowhere)', 'broken-link index.mdx:5:1'],
    ['a relative link to no page', 'See [x](./nowhere).', 'broken-link index.mdx:5:5'],
    ['an anchor that the target has not', '[x](/guide/setup#remove-it)', 'broken-anchor index.mdx:5:1'],
    ['an anchor that this page has not', '[x](#nothing)', 'broken-anchor index.mdx:5:1'],
    ['a link in a component', '<Card title="x" href="/nowhere" />', 'broken-link index.mdx:5:1'],
    ['an image that does not exist', '![x](/images/none.png)', 'missing-file index.mdx:5:1'],
    ['an HTML image that does not exist', '<img src="/images/none.png" alt="x" />', 'missing-file index.mdx:5:1'],
    ['an image without alternative text', '![](/images/logo.png)', 'missing-alt index.mdx:5:1'],
    ['a tag that nothing closes', 'a\n\n<Note>b', 'mdx-syntax index.mdx:7:1'],
    ['an expression that is none', 'Use {a b} here', 'mdx-syntax index.mdx:5:7'],
    ['a component that nobody defines', '<Unheard />', 'unknown-component index.mdx:5:1'],
    ['an import of no file', 'import Part from "/snippets/part.mdx";\n\n<Part />', 'broken-import index.mdx:5:1'],
    ['a code block that nothing closes', '```js\nlet a;', 'unclosed-fence index.mdx:5:1'],
    ['a heading two levels down', '## a\n\n#### b', 'heading-skips-level index.mdx:7:1'],
    ['an anchor given twice', '<a id="b" />\n\n<a id="b" />', 'duplicate-anchor index.mdx:7:1'],
    ['an address in quotation marks', "[x]('/guide/start')", 'malformed-link index.mdx:5:1'],
    ['an address that does not decode', '[x](/guide/%zz)', 'malformed-link index.mdx:5:1'],
  ])('names %s', async (_name, body, expected) => {
    expect(short(await findingsOf({ ...mintlifySite, 'index.mdx': page('Home', body) }))).toEqual([expected]);
  });

  it('names settings, navigation and redirects that are wrong', async () => {
    const settings = {
      name: 'Sample',
      navigation: { pages: ['index', 'guide/setup', 'guide/gone'] },
      redirects: [
        { source: '/a', destination: '/b' },
        { source: '/b', destination: '/a' },
        { source: '/old', destination: '/nowhere' },
        { source: '/v1/:slug*', destination: '/guide/:slug*' },
      ],
    };
    const text = JSON.stringify(settings, null, 2);
    const files = { ...mintlifySite, 'docs.json': text, 'new.mdx': page('New', 'See [old](/v1/setup).') };
    expect(short(await findingsOf(files))).toEqual([
      'navigation-missing-page docs.json:7:8',
      'redirect-loop docs.json:12:18',
      'redirect-loop docs.json:16:18',
      'redirect-to-nowhere docs.json:20:18',
      'unreachable-page new.mdx:-:-',
      'redirected-link new.mdx:5:5',
    ]);
    const broken = await findingsOf({ ...mintlifySite, 'docs.json': text.replace('"name"', 'name') });
    expect(short(broken)).toEqual(['settings-syntax docs.json:2:3']);
    const nameless = await findingsOf({
      ...mintlifySite,
      'docs.json': JSON.stringify({ navigation: settings.navigation }),
    });
    expect(nameless.map(({ rule, message }) => [rule, message])).toContainEqual([
      'settings',
      expect.stringContaining('`name`'),
    ]);
  });

  it('reads anchors of imported snippets, and does not judge what custom components may bring', async () => {
    const files = {
      ...mintlifySite,
      'snippets/part.mdx': '## From a snippet',
      'snippets/widget.jsx': 'export const Widget = ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />;',
      'snippets/quiet.jsx': 'export const Quiet = ({ children }) => <b>{children}</b>;',
      'index.mdx': page(
        'Home',
        'import Part from "/snippets/part.mdx";\n\n<Part />\n\n[good](#from-a-snippet) [bad](#from-nothing) [nav](/guide/setup)',
      ),
    };
    expect(short(await findingsOf(files))).toEqual(['broken-anchor index.mdx:9:25']);
    const opaque = files['index.mdx'].replace(
      'import Part from "/snippets/part.mdx"',
      'import { Part } from "/snippets/widget.jsx"',
    );
    expect(await findingsOf({ ...files, 'index.mdx': opaque })).toEqual([]);
    const quiet = opaque.replace('/snippets/widget.jsx', '/snippets/quiet.jsx');
    expect(short(await findingsOf({ ...files, 'index.mdx': quiet }))).toEqual([
      'broken-anchor index.mdx:9:1',
      'broken-anchor index.mdx:9:25',
    ]);
  });
});

describe('a Mintlify site whose pages are made of an OpenAPI file', () => {
  const site = (openapi: unknown, link: string, pages: readonly unknown[] = ['index']): Files => ({
    'docs.json': JSON.stringify({ name: 'a', navigation: { groups: [{ group: 'A', openapi, pages }] } }),
    'index.mdx': page('Home', `[x](${link})`),
  });
  const said = async (files: Files) =>
    (await findingsOf(files)).map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
  const source = 'https://a.example/openapi.json';

  it('has them in the folder that is told, or anywhere', async () => {
    const placed = { source, directory: 'api-reference/v2' };
    expect(await said(site(placed, '/api-reference/users/list'))).toEqual(['error broken-link index.mdx']);
    expect(await said(site(placed, '/api-reference/v2/list'))).toEqual([]);
    expect(await said(site(placed, '/api-reference'))).toEqual([]);
    expect(await said(site(source, '/api-reference/users/list'))).toEqual([]);
  });

  it('has navigation of which a folder is no page', async () => {
    const files = site([], '/guide/start', ['index', 'guide', 'guide/start']);
    expect(await said({ ...files, 'guide/start.mdx': page('Start', 'x') })).toEqual([
      'error navigation-missing-page docs.json',
    ]);
  });
});

describe('plain Markdown', () => {
  const files: Files = {
    'README.md': '# Title\n\n[guide](docs/guide.md#first-steps), [folder](docs), [root](/docs/guide.md)\n',
    'docs/guide.md': '# Guide\n\n## First steps\n\n[up](../README.md#title) <a name="own"></a> [own](#own)\n',
  };

  it('follows links as a code host does', async () => {
    expect(await findingsOf(files)).toEqual([]);
    const broken = { ...files, 'docs/guide.md': '[a](README.md) [b](../readme.md) [c](../README.md#tilte)\n' };
    expect(short(await findingsOf(broken))).toEqual([
      'broken-anchor README.md:3:1',
      'broken-link docs/guide.md:1:1',
      'broken-link docs/guide.md:1:16',
      'broken-anchor docs/guide.md:1:34',
    ]);
  });

  it('gives the fix where only one thing can be meant', async () => {
    const wrongCase = '[b](../readme.md)';
    const [finding] = (await findingsOf({ ...files, 'docs/guide.md': `## First steps\n\n${wrongCase}\n` })).filter(
      ({ path }) => path === 'docs/guide.md',
    );
    expect(finding).toMatchObject({ rule: 'broken-link', fix: { text: '../README.md' } });
    const [start, end] = finding?.fix?.range ?? [0, 0];
    expect(`## First steps\n\n${wrongCase}\n`.slice(start, end)).toBe('../readme.md');
  });
});

describe('a change', () => {
  it('is charged only with what it brought, also on pages that it did not touch', async () => {
    const base = { ...mintlifySite, 'guide/setup.mdx': page('Setup', '## Install it\n\n[old fault](/gone)') };
    const now = { ...base, 'guide/setup.mdx': page('Setup', 'A line more.\n\n## Renamed\n\n[old fault](/gone)') };
    const findings = await findingsOf(now, base);
    expect(findings.map(({ rule, path, introduced }) => [rule, path, introduced])).toEqual([
      ['broken-link', 'guide/setup.mdx', false],
      ['broken-anchor', 'index.mdx', true],
    ]);
  });

  it.each<readonly [what: string, files: Files, page: string, good: string, wrong: string, severity: string]>([
    ['a page of AsciiDoc', { 'docs/b.adoc': '= B\n' }, 'docs/a.adoc', 'xref:b.adoc[b]', 'xref:gone.adoc[b]', 'error'],
    [
      'an address that one reading of it resolves',
      Object.fromEntries(['b', 'c', 'd'].map((name) => [`content/cli/v6/${name}.mdx`, page(name, 'x')])),
      'content/cli/v6/a.mdx',
      '[b](/cli/v6/b)',
      '[b](/cli/v6/gone)',
      'error',
    ],
    ['an address that a plugin may make', pluginSite, 'docs/a.md', '[b](/docs/b)', '[b](/docs/gone)', 'error'],
    [
      'an entry of the navigation that settings may make',
      { 'guide/b.md': '# B\n', 'guide/c.md': '# C\n' },
      '.vitepress/config.ts',
      'export default { rewrites: made(), themeConfig: { sidebar: [{ link: "/guide/b" }] } };',
      'export default { rewrites: made(), themeConfig: { sidebar: [{ link: "/guide/gone" }] } };',
      'error',
    ],
    ['a folder that no link led to', pluginSite, 'docs/a.md', '[b](/docs/b)', '[b](/docs/api/gone)', 'warning'],
    [
      'a file that git ignores',
      { '.gitignore': 'made.md\n', 'b.md': 'x' },
      'a.md',
      '[b](b.md)',
      '[b](made.md)',
      'none',
    ],
    [
      'a form that did not resolve before',
      { ...pluginSite, 'docs/old.md': '[x](/docs/made-a) [y](/docs/made-b)' },
      'docs/a.md',
      '[b](/docs/b)',
      '[b](/docs/gone)',
      'warning',
    ],
  ])('is judged by the links that it found right: %s', async (_what, files, path, good, wrong, severity) => {
    const now = await findingsOf({ ...files, [path]: wrong }, { ...files, [path]: good });
    const made = now.filter(({ introduced, message }) => introduced === true && /gone|made/u.test(message));
    expect(made.map((finding) => finding.severity)).toEqual(severity === 'none' ? [] : [severity]);
  });

  it('reads only the changed files of the base when they are known', async () => {
    const now = { ...mintlifySite, 'index.mdx': page('Home', '[x](/nowhere) [s](/guide/setup)') };
    const read: string[] = [];
    const base = createMemoryTree(mintlifySite);
    const report = await createCheck().check({
      tree: createMemoryTree(now),
      base: { list: () => base.list(), read: (path) => (read.push(path), base.read(path)) },
      changed: ['index.mdx'],
    });
    expect(read).toEqual(['index.mdx']);
    expect(report.findings.map(({ introduced }) => introduced)).toEqual([true]);
  });

  it('stops when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(createCheck().check({ tree: createMemoryTree(mintlifySite), signal })).rejects.toThrow('cancelled');
  });
});

describe('checkFile', () => {
  it('parses one file by itself', async () => {
    const check = createCheck();
    expect(short(await check.checkFile('a.mdx', '---\ntitle: [\n---\n\n<Note>'))).toEqual([
      'frontmatter-syntax a.mdx:3:1',
      'mdx-syntax a.mdx:5:1',
    ]);
    expect(short(await check.checkFile('docs.json', '{\n  "a": 1,\n}'))).toEqual(['settings-syntax docs.json:3:1']);
    expect(await check.checkFile('a.md', 'Plain <Note> {text}')).toEqual([]);
    expect(await check.checkFile('a.ts', 'let')).toEqual([]);
  });

  it('reads the file as the framework of its site does', async () => {
    const check = createCheck();
    const tree = createMemoryTree({
      'mint/docs.json': '{ "name": "x", "navigation": { "pages": [] } }',
      'mk/mkdocs.yml': 'site_name: x\n',
      'mk/docs/a.md': '',
      'mint/a.md': '',
    });
    // Mintlify reads `.md` as MDX; Python-Markdown takes four spaces in an admonition for its content.
    expect(short(await check.checkFile('mint/a.md', 'A <b', tree))).toEqual(['mdx-syntax mint/a.md:1:5']);
    const admonition = '!!! note\n\n    ![](a.png)\n';
    expect(short(await check.checkFile('mk/docs/a.md', admonition, tree))).toEqual(['missing-alt mk/docs/a.md:3:5']);
    expect(await check.checkFile('mk/docs/a.md', admonition)).toEqual([]);
  });
});

describe('OpenAPI', () => {
  const specification = {
    openapi: '3.1.0',
    info: { title: 'Sample', version: '1' },
    paths: { '/users': { get: { responses: { 200: { $ref: '#/components/responses/Users' } } } } },
    components: { responses: { Users: { description: 'users' } } },
  };
  const files = {
    ...mintlifySite,
    'openapi.json': JSON.stringify(specification),
    'index.mdx': '---\ntitle: Home\nopenapi: GET /users\n---\n\n[Setup](/guide/setup) ![Logo](/images/logo.png)\n',
  };

  it('knows the operations that pages name', async () => {
    expect(await findingsOf(files)).toEqual([]);
    const other = { ...files, 'index.mdx': files['index.mdx'].replace('GET', 'DELETE') };
    expect(short(await findingsOf(other))).toEqual(['openapi-missing-operation index.mdx:-:-']);
  });

  it('finds OpenAPI by what it says of itself, as Mintlify does', async () => {
    const page = (operation: string) => ({ 'index.mdx': files['index.mdx'].replace('GET /users', operation) });
    const teams =
      'openapi: 3.0.3\ninfo: { title: Teams, version: "1" }\npaths:\n  /teams:\n    get:\n      responses: { 200: { description: ok } }\n';
    const asked = { ...files, ...page('GET /teams') };
    expect(await findingsOf({ ...asked, 'prepared/teams.yaml': teams })).toEqual([]);
    expect(
      await findingsOf({
        ...asked,
        'prepared/teams.json': JSON.stringify({ ...specification, paths: { '/teams': specification.paths['/users'] } }),
      }),
    ).toEqual([]);
    const told = ['openapi-missing-operation index.mdx:-:-'];
    expect(short(await findingsOf({ ...asked, '.vale/teams.yaml': teams }))).toEqual(told);
    expect(
      short(
        await findingsOf({ ...asked, 'prepared/teams.yaml': `kind:\n  ${teams.replace('openapi: 3', 'openapi: v3')}` }),
      ),
    ).toEqual(told);
  });

  it.each([
    ['JSON that does not parse', 'openapi.json', '{ "openapi": ', 'openapi-syntax openapi.json:1:14'],
    ['YAML that does not parse', 'openapi.yaml', 'openapi: [3', 'openapi-syntax openapi.yaml:1:12'],
    ['a missing title', 'openapi.yaml', 'openapi: 3.1.0\n', 'openapi-invalid openapi.yaml:-:-'],
    [
      'a parameter of no kind',
      'openapi.json',
      '{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{\n"/a":{"get":{"responses":{"200":{"description":"x"}},\n"parameters":[{"name":"a","in":"query"}]}}}}',
      'openapi-invalid openapi.json:3:1',
    ],
    [
      'an operation without answers, in Swagger 2.0',
      'swagger.yaml',
      'swagger: "2.0"\ninfo: {title: a, version: b}\npaths:\n  /a:\n    get: {}\n',
      'openapi-invalid swagger.yaml:5:5',
    ],
    [
      'a reference to nothing',
      'openapi.yaml',
      'swagger: 2.0\ninfo: {title: a, version: b}\npaths:\n  /a:\n    $ref: "#/nothing"\n',
      'openapi-invalid openapi.yaml:5:12',
    ],
  ])('names %s', async (_name, path, text, expected) => {
    expect(short(await findingsOf({ ...mintlifySite, [path]: text }))).toEqual([expected]);
  });

  it('passes over what is laid over another file', async () => {
    const paths = 'paths: {}\n';
    const said = await findingsOf({
      ...mintlifySite,
      'openapi-overrides.yml': paths,
      'openapi.overlay.yaml': paths,
      'openapi-overview.yaml': paths,
    });
    expect(short(said)).toEqual(['openapi-invalid openapi-overview.yaml:-:-']);
  });

  it('says of a file that two sites have what is wrong with it once', async () => {
    const files = {
      'README.md': '# A\n',
      'docs/mkdocs.yml': 'site_name: A\n',
      'docs/docs/index.md': '# A\n',
      'docs/openapi.yaml': 'openapi: 3.1.0\n',
    };
    const { findings, frameworks } = await createCheck().check({ tree: createMemoryTree(files) });
    expect(frameworks).toEqual(['mkdocs', 'markdown']);
    expect(findings.map(({ rule }) => rule).filter((rule) => rule === 'openapi-invalid')).toHaveLength(1);
  });
});

it('names fields of the frontmatter that the framework refuses', async () => {
  const starlight = {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x' })] };\n",
    'src/content/docs/index.md': '---\ndescription: no title\n---\n',
    'src/content/docs/404-page.md': '---\ntitle: 404\n---\n',
  };
  expect(short(await findingsOf(starlight))).toEqual([
    'frontmatter-field src/content/docs/404-page.md:1:1',
    'frontmatter-field src/content/docs/index.md:1:1',
  ]);
});

it.each([
  ['mintlify', { 'docs.json': mintlifySite['docs.json'] ?? '', 'guide/setup.mdx': '' }, 'index.mdx', 'hidden: "true"'],
  ['mintlify', { 'docs.json': mintlifySite['docs.json'] ?? '', 'guide/setup.mdx': '' }, 'index.mdx', 'groups: admin'],
  ['vitepress', { '.vitepress/config.ts': 'export default {};' }, 'index.md', 'editLink: "false"'],
  ['vitepress', { '.vitepress/config.ts': 'export default {};' }, 'index.md', 'title: 2024'],
])('warns in %s of a field of another kind than is documented', async (_framework, files: Files, path, field) => {
  const findings = await findingsOf({ ...files, [path]: `---\n${field}\n---\n` });
  expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['frontmatter-field', 'warning']]);
  expect(await findingsOf({ ...files, [path]: '---\ntitle: Home\nhidden: true\n---\n' })).toEqual([]);
});

it('demands of Fumadocs pages what its default schema does, and nothing where the site has its own', async () => {
  const config = (rest: string) =>
    `import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs'${rest} });\n`;
  const files = {
    'source.config.ts': config(''),
    'content/docs/index.mdx': '---\ntitle: Home\nfull: "yes"\n---\n',
    'content/docs/a.mdx': '---\ndescription: no title\n---\n',
  };
  expect(short(await findingsOf(files))).toEqual([
    'frontmatter-field content/docs/a.mdx:1:1',
    'frontmatter-field content/docs/index.mdx:1:1',
  ]);
  const own = { ...files, 'source.config.ts': config(', docs: { schema: mine }') };
  expect(await findingsOf(own)).toEqual([]);
});

it('names a page that a change took away without a redirect', async () => {
  const { 'guide/setup.mdx': setup, ...rest } = mintlifySite;
  const moved = {
    ...rest,
    'guide/install.mdx': setup ?? '',
    'index.mdx': page('Home', '[s](/guide/install) ![Logo](/images/logo.png)'),
    'docs.json': JSON.stringify({ name: 'Sample', navigation: { pages: ['index', 'guide/install'] } }),
  };
  expect(short(await findingsOf(moved, mintlifySite))).toEqual(['moved-page-without-redirect guide/setup.mdx:-:-']);
  const redirected = {
    ...moved,
    'docs.json': JSON.stringify({
      name: 'Sample',
      navigation: { pages: ['index', 'guide/install'] },
      redirects: [{ source: '/guide/setup', destination: '/guide/install' }],
    }),
  };
  expect(await findingsOf(redirected, mintlifySite)).toEqual([]);
});

it('names a new page that only a link leads to, and neither an older one nor what other pages include', async () => {
  const linked = {
    ...mintlifySite,
    'index.mdx': page(
      'Home',
      'import P from "/part.mdx";\n\n<P /> [s](/guide/setup) [n](/new) ![Logo](/images/logo.png)',
    ),
    'part.mdx': 'Shown in another page.',
    'new.mdx': page('New', 'Text.'),
  };
  expect(short(await findingsOf(linked, mintlifySite))).toEqual(['not-in-navigation new.mdx:-:-']);
  expect(await findingsOf(linked, linked)).toEqual([]);
  expect(await findingsOf(linked)).toEqual([]);
  const hidden = { ...linked, 'new.mdx': '---\ntitle: New\nhidden: true\n---\n' };
  expect(await findingsOf(hidden, mintlifySite)).toEqual([]);
});

it('never suggests the page that has the link', async () => {
  const onItself = {
    ...mintlifySite,
    'guide/setup.mdx': page('Setup', '## Install it\n\n[a](/start/setup) [b](./setpu)'),
  };
  const messages = (await findingsOf(onItself)).map(({ message, fix }) => [message.includes('Did you mean'), fix]);
  expect(messages).toEqual([
    [false, undefined],
    [false, undefined],
  ]);
  const elsewhere = { ...mintlifySite, 'index.mdx': page('Home', '[a](/start/setup)') };
  expect((await findingsOf(elsewhere))[0]?.message).toContain('Did you mean `/guide/setup`?');
  const plain = { 'docs/guide.md': '[a](old/guide.md) [b](GUIDE.md)\n' };
  expect((await findingsOf(plain)).map(({ message, fix }) => [message.includes('Did you mean'), fix])).toEqual([
    [false, undefined],
    [false, undefined],
  ]);
});

it('is told of an alias of nothing in settings and specifications', async () => {
  const files = {
    'index.md': '# Hi\n',
    '.docwright/check.yml': 'ignore: [*nothing]\n',
    'openapi.yaml': 'openapi: 3.1.0\ninfo: *nothing\npaths: {}\n',
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  expect(findings.map(({ rule }) => rule)).toContain('check-settings');
  for (const { message } of findings) expect(message).toContain('has an alias (`*name`) whose anchor');
});

it('judges what a symbolic link shows where it lies, and there alone', async () => {
  const tree = createMemoryTree({ 'parts/a.md': '[x](gone.md)\n', 'b.md': '[x](gone.md)\n' });
  const linked = { ...tree, symbolicLinks: () => Promise.resolve(['b.md']) };
  const places = async (one: DocsTree): Promise<string[]> =>
    (await createCheck().check({ tree: one })).findings.map(({ path }) => path);
  expect(await places(tree)).toEqual(['b.md', 'parts/a.md']);
  expect(await places(linked)).toEqual(['parts/a.md']);
});

it('says nothing of what a symbolic link to a folder may show', async () => {
  const tree = createMemoryTree({
    'mkdocs.yml': 'site_name: x\nnav:\n  - index.md\n  - shown/b.md\n',
    'docs/index.md': '[a](shown/a.md) [b](gone/a.md)\n',
    'docs/shown': '../parts',
    'parts/a.md': '# A\n',
  });
  const linked = { ...tree, symbolicLinks: () => Promise.resolve(['docs/shown']) };
  const { findings } = await createCheck().check({ tree: linked });
  expect(findings.map(({ path, message }) => `${path} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`)).toEqual([
    'docs/index.md gone/a.md',
  ]);
});

it('warns of pages that take longer to parse than is allowed, which may be the fault of the machine', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `${index}.md`);
  const tree = createMemoryTree(Object.fromEntries(names.map((name) => [name, '[x](gone.md)\n'])));
  const { findings } = await createCheck({ longestPage: 1 }).check({ tree });
  expect(new Set(findings.map(({ rule, severity }) => `${severity} ${rule}`))).toEqual(
    new Set(['warning page-too-complex']),
  );
});
