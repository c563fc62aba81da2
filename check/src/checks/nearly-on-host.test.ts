import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import type { FormerPath } from '../docs-check.ts';

const pages = ['install', 'resources/quests', 'resources/traders', 'guide/start/first', 'guide/start/second'];
const mkdocs: Files = {
  'mkdocs.yml': 'site_name: x\n',
  'docs/index.md': '# x\n',
  ...Object.fromEntries(pages.map((page) => [`docs/${page}.md`, '# x\n'])),
};

interface Told {
  readonly files?: Files;
  readonly repository?: string;
  readonly former?: readonly FormerPath[];
}

async function told(
  links: readonly string[],
  { files = mkdocs, repository, former = [] }: Told = {},
): Promise<string[]> {
  const tree = createMemoryTree({ 'README.md': links.map((link) => `[x](https://${link})\n`).join(''), ...files });
  const { findings } = await createDocsCheck().check({
    tree: { ...tree, formerPaths: () => Promise.resolve(former) },
    ...(repository !== undefined && { repository: { url: repository } }),
  });
  return findings.flatMap(({ severity, message }) => {
    const looked = /looked for ([^)]*)/u.exec(message)?.[1];
    const meant = /address of that page is (\S+?)\.(?= |$)/u.exec(message)?.[1];
    return message.includes('no page of this site') ? `${severity} ${[looked, meant].join(' ').trim()}` : [];
  });
}

function own(url: string, more: Files = {}): Told {
  return { files: { ...mkdocs, 'mkdocs.yml': `site_name: x\nsite_url: https://${url}\n`, ...more } };
}

it('takes addresses that are a letter off for ones of the site, where another one is found', async () => {
  const at = (...names: string[]): string[] => names.map((name) => `acme.io/${name}/`);
  const slips = ['ressources/quests', 'ressources/traders'];
  expect(await told(at('install', ...slips).map((link) => link.replace('/install', '/guide/start/first')))).toEqual(
    slips.map((slip) => `warning /${slip} /${slip.replace('ss', 's')}`),
  );
  expect(await told(at(...slips, 'ressources/questx'))).toEqual([]);
  expect(await told(at('guide/start/first', 'resourcez/questz', 'resourcez/traderz'))).toEqual([]);
  expect(await told(at('guide/start/first', ...slips.map((slip) => slip.replace('ress', 'Res'))))).toEqual([]);
});

it('takes one name at the top for that of another page, unless settings publish the site there', async () => {
  expect(await told(['acme.io/instal/', 'acme.io/resources/quests/'], own('acme.io/'))).toEqual([
    'warning /instal /install',
  ]);
  const docs = { 'docs/rules2A-list.md': '# x\n' };
  expect(await told(['acme.io/rules2-list/', 'acme.io/resources/quests/'], own('acme.io/', docs))).toEqual([]);
  const pages = { ...own('acme.github.io/'), repository: 'https://github.com/acme/tool' };
  expect(await told(['acme.github.io/instal/', 'acme.github.io/resources/quests/'], pages)).toEqual([]);
  const host = { files: { ...mkdocs, CNAME: 'acme.io\n' } };
  expect(await told(['acme.io/instal/', 'acme.io/resources/quests/'], host)).toEqual([]);
});

it('tells addresses that leave out one folder, wherever that is', async () => {
  const deep = { 'docs/a/b/c.md': '# x\n', 'docs/a/b/d.md': '# x\n', 'docs/a/e.md': '# x\n' };
  const links = ['acme.io/tool/a/e/', 'acme.io/tool/a/c/', 'acme.io/tool/a/d/'];
  expect(await told(links, { files: { ...mkdocs, ...deep } })).toEqual(['warning /a/c /a/b/c', 'warning /a/d /a/b/d']);
  expect(await told(links.slice(0, 2), { files: { ...mkdocs, ...deep } })).toEqual([]);
  const inLanguage = Object.fromEntries(
    Object.entries(deep).map(([path, text]) => [path.replace('/b/', '/en/'), text]),
  );
  expect(await told(links, { files: { ...mkdocs, ...inLanguage } })).toEqual([]);
});

it('knows the pages of an owner with the name of the repository, where all leave out one folder', async () => {
  const repository = 'https://github.com/acme/tool';
  const more = { ...mkdocs, 'docs/guide/start/third.md': '# x\n' };
  const links = ['first', 'second', 'third'].map((name) => `tool.github.io/start/${name}/`);
  expect(await told(links, { files: more, repository })).toEqual(
    ['first', 'second', 'third'].map((name) => `warning /start/${name} /guide/start/${name}`),
  );
  expect(await told(links, { files: more })).toEqual([]);
  expect(await told(links.slice(1), { files: more, repository })).toEqual([]);
  expect(await told([...links, 'tool.github.io/a/b/', 'tool.github.io/a/c/'], { files: more, repository })).toEqual([]);
  expect(
    await told(
      links.map((link) => link.replace('tool.', 'other.')),
      { files: more, repository },
    ),
  ).toEqual([]);
});

it('tells pages that were there once, where something tells that the site is', async () => {
  const former = ['docs/guide/old.md', 'docs/older.md'].map((path) => ({
    path,
    by: { commit: 'abc', day: '2025-01-02' },
  }));
  const repository = 'https://github.com/acme/tool';
  const at = (place: string): string[] => ['guide/old/', 'older/'].map((name) => `${place}/${name}`);
  const both = ['warning /guide/old', 'warning /older'];
  expect(await told(at('acme.github.io/tool'), { former, repository })).toEqual(both);
  expect(await told(at('acme.github.io/tool'), { repository })).toEqual([]);
  expect(await told(at('acme.io'), { ...own('acme.io/'), former })).toEqual(both);
  expect(await told(at('acme.io'), { former })).toEqual([]);
  const host = { files: { ...mkdocs, CNAME: 'acme.io\n' }, former };
  expect(await told(at('acme.io'), host)).toEqual([]);
  expect(await told([...at('acme.io'), 'acme.io/resources/quests/'], host)).toEqual(both.slice(0, 1));
});

it('says nothing of former pages of a release, of a version, and of what something leads on from', async () => {
  const former = [{ path: 'docs/guide/old.md' }, { path: 'docs/older.md' }, { path: 'docs/v1/old.md' }];
  expect(await told(['acme.io/stable/older/'], { ...own('acme.io/stable/'), former })).toEqual([]);
  expect(await told(['acme.io/latest/older/'], { ...own('acme.io/latest/'), former })).toEqual(['warning /older']);
  expect(await told(['acme.io/v1/old/'], { ...own('acme.io/'), former })).toEqual([]);
  const led = own('acme.io/', { 'x/redirects.conf': '/older /install\n' });
  expect(await told(['acme.io/older/'], { ...led, former })).toEqual([]);
  const inLanguage = own('acme.io/', { 'docs/en/older.md': '# x\n' });
  expect(await told(['acme.io/older/'], { ...inLanguage, former })).toEqual([]);
});

it('tells a folder, and a name of several words, that nothing in the repository has, where a code host has nothing but the site', async () => {
  const at = 'acme.github.io/tool';
  const found = ['install/', 'resources/quests/', 'resources/traders/'].map((name) => `${at}/${name}`);
  const repository = 'https://github.com/acme/tool';
  expect(await told([...found, `${at}/cross-platform`], { repository })).toEqual(['warning /cross-platform']);
  expect(await told([...found, `${at}/crossing`], { repository })).toEqual([]);
  expect(await told([...found.slice(1), `${at}/cross-platform`], { repository })).toEqual([]);
  expect(await told([...found.slice(2), `${at}/cross-platform`], { ...own(`${at}/`), repository })).toEqual([
    'warning /cross-platform',
  ]);
  expect(await told([...found, `${at}/manual/start`], { repository })).toEqual(['warning /manual/start']);
  expect(await told([...found.slice(1), `${at}/manual/start`], { repository })).toEqual([]);
  for (const name of ['typedoc', 'api', 'v2', 'latest', 'coverage'])
    expect(await told([...found, `${at}/${name}/start`], { repository })).toEqual([]);
  const crate = { ...mkdocs, 'crates/cross_platform/src/lib.rs': '' };
  expect(await told([...found, `${at}/cross-platform`], { files: crate, repository })).toEqual([]);
  expect(await told([...found, `${at}/cross-platform`])).toEqual([]);
});

it('tells pages that became folders, and sections that were pages, though a program makes others', async () => {
  const site = (names: readonly string[]): Files => ({
    '.readthedocs.yaml': 'version: 2\n',
    'docs/conf.py': 'project = "T"\nextensions = ["sphinx.ext.autosummary"]\n',
    'docs/index.rst': 'T\n=\n',
    'docs/other.rst': 'O\n=\n',
    ...Object.fromEntries(names.map((name) => [`docs/${name}.rst`, 'Start\n=====\n\nInstallation\n------------\n'])),
  });
  const repository = 'https://github.com/acme/tool';
  const at = (...names: string[]): string[] =>
    ['other', ...names].map((name) => `tool.readthedocs.io/en/latest/${name}.html`);
  const asFolder = { files: site(['start/first', 'start/second']), repository };
  expect(await told(at('start'), asFolder)).toEqual(['warning /start.html']);
  expect(await told(at('start'), { files: site(['start/first']), repository })).toEqual([]);
  expect(await told(at('start').slice(1), asFolder)).toEqual([]);
  const asPage = { files: site(['start']), repository };
  expect(await told(at('start/install', 'start/tool.run'), asPage)).toEqual(['warning /start/install.html']);
  expect(await told(at('start/install'), { files: site(['start', 'start/more']), repository })).toEqual([]);
});

it('tells a folder of pages on a code host, unless the program lists them there', async () => {
  const at = 'acme.github.io/tool';
  const links = [`${at}/install/`, `${at}/resources/`];
  expect(await told(links, own(`${at}/`))).toEqual(['warning /resources']);
  expect(
    await told(
      links.map((link) => link.replace(at, 'acme.io')),
      own('acme.io/'),
    ),
  ).toEqual([]);
  const hugo = {
    'hugo.toml': `baseURL = "https://${at}/"\ntheme = "docsy"\n`,
    ...Object.fromEntries(pages.map((page) => [`content/${page}.md`, '# x\n'])),
  };
  expect(await told(links, { files: hugo })).toEqual([]);
});

it('has for each language on Read the Docs the project in its folder', async () => {
  const project = (language: string, name: string): Files => ({
    [`docs/${language}/conf.py`]: 'project = "T"\n',
    [`docs/${language}/index.rst`]: 'T\n=\n',
    [`docs/${language}/guide/${name}.rst`]: 'T\n=\n',
  });
  const files = { ...project('en', 'first'), ...project('zh_cn', 'second') };
  const at = (...names: string[]): string[] => names.map((name) => `tool.readthedocs.io/${name}.html`);
  const links = at(
    'en/latest/guide/second',
    'zh-CN/latest/guide/first',
    'en/latest/guide/first',
    'fr/latest/guide/first',
  );
  expect(await told(links, { files, repository: 'https://github.com/acme/tool' })).toEqual([
    'warning /guide/second.html',
    'warning /guide/first.html',
  ]);
});

it('reads addresses of a component of Antora without its version, or with another word for it', async () => {
  const files = {
    'docs/antora.yml': 'name: tool\nversion: "2.0"\nnav: []\n',
    ...Object.fromEntries(
      ['index', 'technical/install', 'technical/first'].map((name) => [
        `docs/modules/ROOT/pages/${name}.adoc`,
        '= x\n',
      ]),
    ),
  };
  const links = [
    'docs.acme.io/tool/index.html',
    'docs.acme.io/tool/install.html',
    'docs.acme.io/tool/latest/first.html',
  ];
  const meant = ['install', 'first'].map((name) => `/tool/2.0/technical/${name}`);
  expect(await told(links, { files })).toEqual([
    `warning /tool/install.html ${meant[0]}`,
    `warning /tool/latest/first.html ${meant[1]}`,
  ]);
  const others = ['other/install', 'tool/_attachments/a/index', 'tool/api/token'].map(
    (name) => `docs.acme.io/${name}.html`,
  );
  expect(await told([...others, ...links], { files })).toHaveLength(2);
  const found = ['index', 'technical/install', 'technical/first'].map((name) => `docs.acme.io/tool/${name}.html`);
  expect(await told([...found, 'docs.acme.io/tool/technical/gone.html'], { files })).toHaveLength(1);
  expect(await told([...found, 'docs.acme.io/tool/api/gone.html'], { files })).toEqual([]);
  expect(
    await told(
      links.map((link) => link.replace('/tool', '/tools')),
      { files },
    ),
  ).toEqual([]);
});

it('knows which program a job publishes, and that no other site of the repository lies there', async () => {
  const files = {
    'archive/docusaurus.config.js': "module.exports = { url: 'https://acme.github.io', baseUrl: '/Tool/' };\n",
    'archive/docs/a.md': '# x\n',
    'book/SUMMARY.md': '# Summary\n\n* [A](a.md)\n',
    'book/book.json': '{}\n',
    'book/README.md': '# x\n',
    'book/a.md': '# x\n',
    '.gitignore': 'archive/\n',
    '.github/workflows/docs.yml':
      '- run: test -f book/_book/index.html\n- uses: actions/upload-pages-artifact@v3\n  with:\n    path: book/_book\n- uses: actions/deploy-pages@v4\n',
  };
  const repository = 'https://github.com/Acme/Tool';
  expect(await told(['acme.github.io/Tool/book/'], { files, repository })).toEqual(['warning /book']);
  const elsewhere = { ...files, '.github/workflows/docs.yml': 'run: make\n' };
  expect(await told(['acme.github.io/Tool/book/'], { files: elsewhere, repository })).toEqual([]);
});

it('judges a page among others of Docusaurus, though a plugin may make pages', async () => {
  const files = {
    'docusaurus.config.js':
      "module.exports = { url: 'https://acme.github.io', baseUrl: '/tool/', plugins: ['some-loader'], presets: [['classic', { docs: { routeBasePath: '/' } }]] };\n",
    'docs/docs/a.md': '# x\n',
    'docs/docs/b.md': '# x\n',
  };
  const links = ['docs/a', 'docs/gone', 'other/gone', 'others/started'].map((name) => `acme.github.io/tool/${name}`);
  const former = [{ path: 'docs/others/started.md' }];
  expect(await told(links, { files, former })).toEqual(['warning /docs/gone']);
});
