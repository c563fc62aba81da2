import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const pages = ['install', 'guide/first', 'guide/second', 'guide/third'];

async function said(links: readonly string[], more: Files = {}, repository?: string): Promise<string[]> {
  return saidOf(links, { ...mkdocs, ...more }, repository);
}

const mkdocs: Files = {
  'mkdocs.yml': 'site_name: x\n',
  'docs/index.md': '# x\n',
  ...Object.fromEntries(pages.map((page) => [`docs/${page}.md`, '# x\n\n## Part\n'])),
};

async function saidOf(links: readonly string[], files: Files, repository: string | undefined): Promise<string[]> {
  const tree = createMemoryTree({
    'README.md': links.map((link) => `[x](${link})`).join('\n'),
    ...files,
  });
  const { findings } = await createDocsCheck().check({
    tree,
    ...(repository !== undefined && { repository: { url: repository } }),
  });
  return findings.map(
    ({ severity, path, message }) =>
      `${severity} ${path} ${/looked for [^)]*|no anchor \S*\w/u.exec(message)?.[0] ?? message}`,
  );
}

const host = 'https://docs.acme.io/tool/latest';
const found = pages.map((page) => `${host}/${page}/`);
const warning = (what: string): string[] => [`warning README.md ${what}`];

it('tells complete addresses of the site that lead to no page or anchor of it', async () => {
  expect(await said([...found, `${host}/guide/fourth/`])).toEqual(warning('looked for /guide/fourth'));
  expect(await said([...found, `${host}/guide/fourth.html?a=b#c`])).toEqual(warning('looked for /guide/fourth.html'));
  expect(await said([...found, `${host}/guide/first#partt`])).toEqual(warning('no anchor #partt'));
  expect(await said([...found, `${host}/guide/first#part`])).toEqual([]);
  expect(await said([...found, `${host}/installs.html`])).toEqual(warning('looked for /installs.html'));
  expect(await said([...found, `${host}/install.html`, `${host}/guide/first/index.html`])).toEqual([]);
});

it('reads addresses that stand alone in the text', async () => {
  const alone = await said(found, { 'CONTRIBUTING.md': `See ${host}/guide/fourth/.\n` });
  expect(alone).toEqual(['warning CONTRIBUTING.md looked for /guide/fourth']);
});

it('says nothing where few addresses are found, of other versions, and of what another program may answer', async () => {
  expect(await said([...found.slice(2), `${host}/guide/fourth`])).toEqual([]);
  expect(await said([...found, 'https://docs.acme.io/tool/v1/guide/fourth'])).toEqual([]);
  expect(
    await said([...found.slice(1).map((link) => link.replace('latest', '1.2')), 'https://docs.acme.io/tool/1.2/gone']),
  ).toEqual([]);
  const api = ['a', 'b', 'c'].map((name) => `${host}/api/${name}`);
  expect(await said([...found, ...found.map((link) => `${link}#part`), ...api.slice(0, 2)])).toEqual([]);
  expect(await said([...found, ...api])).toEqual([]);
  expect(await said([...found, `${host}/guide/made/`], { '.gitignore': 'docs/guide/made.md\n' })).toEqual([]);
  expect(await said([...found, `${host}/guide/<name>`, `${host}/guide/%zz`, `${host}/guide/a.zip`])).toEqual([]);
  expect(await said([...found.map((link) => link.replace('/latest', '')), 'https://docs.acme.io/fr/gone'])).toEqual([]);
});

it('leaves complete addresses in notebooks to the release that these were made for', async () => {
  const cell = { cell_type: 'markdown', metadata: {}, source: [`[x](${host}/guide/fourth/)`] };
  expect(await said(found, { 'a.ipynb': JSON.stringify({ cells: [cell] }, null, 1) })).toEqual([]);
  expect(await said(found, { 'A.md': `[x](${host}/guide/fourth/)` })).toEqual([
    'warning A.md looked for /guide/fourth',
  ]);
});

it('needs less where settings say that the host is theirs', async () => {
  const declared = {
    'pyproject.toml': `[project.urls]\nDocumentation = "https://docs.acme.io"\nChanges = "${host}/install"\n`,
  };
  expect(await said([`${host}/gone.html`])).toEqual([]);
  expect(await said([`${host}/gone.html`], declared)).toEqual(warning('looked for /gone.html'));
  expect(await said([`${host}/gone.html`, `${host}/lost.html`], declared)).toEqual([]);
  const own = { 'mkdocs.yml': `site_name: x\nsite_url: ${host}/\n` };
  const gone = ['a', 'b', 'c', 'd'].map((name) => `${host}/guide/${name}`);
  expect(await said(gone, own)).toEqual(['a', 'b', 'c', 'd'].flatMap((name) => warning(`looked for /guide/${name}`)));
  expect(await said([`${host}/blog/a`], own)).toEqual([]);
  expect(await said(['https://docs.acme.io/guide/gone'], { CNAME: 'docs.acme.io\n' })).toEqual([]);
});

it('takes the host that a file tells for the site beside whose public files it lies for its own', async () => {
  const links = ['https://docs.acme.io/guide/gone', 'https://docs.acme.io/guide/first/'];
  const told = warning('looked for /guide/gone');
  expect(await said(links.slice(0, 1), { 'docs/CNAME': 'docs.acme.io\n' })).toEqual(told);
  expect(await said(links.slice(0, 1), { 'other/CNAME': 'docs.acme.io\n' })).toEqual([]);
  const nextra = {
    'package.json': '{ "dependencies": { "nextra": "3", "nextra-theme-docs": "3" } }',
    'next.config.mjs': "import nextra from 'nextra';\nexport default nextra({ theme: 'nextra-theme-docs' })({});\n",
    'pages/guide/first.mdx': '# x\n',
  };
  const sitemap = { 'next-sitemap.config.cjs': "module.exports = { siteUrl: 'https://www.docs.acme.io/' };\n" };
  expect(await saidOf(links, { ...nextra, ...sitemap }, undefined)).toEqual(told);
  expect(await saidOf(links.slice(0, 1), nextra, undefined)).toEqual([]);
});

it('takes a host for that of the site of no other project', async () => {
  const packages = ['first', 'second', 'third'].map((name) => `https://packages.acme.io/p/${name}#gone`);
  const flat = Object.fromEntries(['first', 'second', 'third'].map((name) => [`docs/${name}.md`, '# x\n']));
  expect(await said(packages, flat)).toEqual([]);
});

it('looks for no site below the folder of a version', async () => {
  const old = [...found, `${host}/guide/fourth/`].map((link) => link.replace('latest', '1.2'));
  expect(await said(old)).toEqual([]);
});

it('looks for many sites only where their settings say that they are', async () => {
  const sites = Array.from({ length: 13 }, (_, index) => index);
  const more = Object.fromEntries(
    sites.flatMap((index) => [
      [`sites/${index}/mkdocs.yml`, `site_name: x\nsite_url: https://s${index}.acme.io/\n`] as const,
      [`sites/${index}/docs/guide/a.md`, '# x\n'] as const,
    ]),
  );
  expect(await said([...found, `${host}/guide/fourth/`], more)).toEqual([]);
  expect(await said(['https://s3.acme.io/guide/gone/'], more)).toEqual(warning('looked for /guide/gone'));
});

it('knows the folders of Read the Docs where a README shows that it publishes the site', async () => {
  const gone = 'https://tool.readthedocs.io/en/latest/gone.html';
  const badge = 'https://readthedocs.org/projects/tool/badge/?version=latest';
  expect(await said([gone])).toEqual([]);
  expect(await said([gone, badge])).toEqual(warning('looked for /gone.html'));
  expect(await said([gone, 'https://tool.readthedocs.io/en/latest/?badge=latest'])).toEqual(
    warning('looked for /gone.html'),
  );
  expect(await said([gone.replace('tool', 'other'), badge])).toEqual([]);
});

it('tells what something may make only where nearly all others are found', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`content/guide/${name}.md`, '# x\n']));
  const site = { ...pages, 'hugo.toml': 'baseURL = "https://acme.io/"\n' };
  const links = Object.keys(pages).map((path) => `https://acme.io/${path.slice('content/'.length, -'.md'.length)}/`);
  const gone = 'https://acme.io/guide/gone/';
  expect(await said([...links, gone], site)).toEqual(warning('looked for /guide/gone'));
  expect(await said([...links.slice(3), gone], site)).toEqual([]);
  expect(await said([...links, gone], { ...site, 'hugo.toml': '', CNAME: 'acme.io\n' })).toEqual([]);
  expect(await said([...links, gone, 'https://acme.io/guide/lost/'], site)).toEqual([]);
});

it('needs less of a host that has the name of the repository', async () => {
  const tool = 'https://github.com/acme/tool';
  const gone = 'guide/gone';
  const at = (place: string): string[] =>
    ['guide/first/', 'guide/second/', gone].map((page) => `https://${place}/${page}`);
  for (const place of ['acme.github.io/tool', 'docs.tool.dev', 'tool.acme.org']) {
    expect(await said(at(place))).toEqual([]);
    expect(await said(at(place), {}, tool)).toEqual(warning(`looked for /${gone}`));
    expect(await said(at(place).slice(1), {}, tool)).toEqual([]);
  }
  expect(await said(at('Acme.GitHub.io/Tool'), {}, 'https://github.com/acme/tool-docs')).toEqual([]);
  expect(await said(at('Acme.GitHub.io/Tool'), {}, 'https://github.com/Acme/Tool.git')).toEqual(
    warning(`looked for /${gone}`),
  );
  expect(await said(at('acme.gitlab.io/tool'), {}, 'git@gitlab.com:acme/tool.git')).toEqual(
    warning(`looked for /${gone}`),
  );
  expect(await said(at('acme.gitlab.io'), {}, 'https://gitlab.com/acme/acme.gitlab.io')).toEqual(
    warning(`looked for /${gone}`),
  );
  expect(await said(at('tool.acme.org'), {}, 'https://github.com/acme/tool-docs')).toEqual(
    warning(`looked for /${gone}`),
  );
});

it('takes no host for that of the repository that may have others', async () => {
  const at = (place: string): string[] =>
    ['guide/first/', 'guide/second/', 'guide/gone'].map((page) => `https://${place}/${page}`);
  expect(await said(at('acme.github.io/other'), {}, 'https://github.com/acme/tool')).toEqual([]);
  expect(await said(at('tool.github.io'), {}, 'https://github.com/acme/tool')).toEqual([]);
  expect(await said(at('acme.gitlab.io/tool'), {}, 'https://gitlab.com/acme/group/tool')).toEqual([]);
  expect(await said(at('docs.acme.org'), {}, 'https://github.com/acme/docs')).toEqual([]);
  expect(await said(at('docs.acme.org'), {}, 'https://github.com/acme/tool')).toEqual([]);
  expect(await said(at('acme.tool'), {}, 'https://github.com/acme/tool')).toEqual([]);
  expect(await said(at('tool.com'), {}, 'https://github.com/acme/tool')).toEqual([]);
  expect(await said(at('sub.cli.dev'), {}, 'https://github.com/acme/cli')).toEqual([]);
});

it('tells addresses outside of the folders of a site where its host is one of documentation', async () => {
  const at = (host: string, ...names: string[]): string[] =>
    [...pages, ...names].map((name) => `https://${host}/${name}`);
  const own = (host: string): Files => ({ 'mkdocs.yml': `site_name: x\nsite_url: https://${host}/\n` });
  const told = warning('looked for /setup/gone');
  expect(await said(at('docs.acme.io', 'setup/gone'), own('docs.acme.io'))).toEqual(told);
  expect(await said(at('docs.acme.io', 'setup/gone').slice(2), own('docs.acme.io'))).toEqual([]);
  expect(await said(at('docs.acme.io', 'setup/gone', 'a/a', 'a/b'), own('docs.acme.io'))).toEqual([]);
  expect(await said(at('acme.io', 'setup/gone'), own('acme.io'))).toEqual([]);
  expect(await said(at('docs.acme.io/tool', 'setup/gone'), own('docs.acme.io/tool'))).toEqual([]);
  for (const name of ['v2', '1.x', 'de', 'pt-BR', 'latest', 'api', 'playground', 'javadoc', '_static'])
    expect(await said(at('docs.acme.io', `${name}/gone`), own('docs.acme.io'))).toEqual([]);
  const more = Object.fromEntries(['fifth', 'sixth'].map((name) => [`docs/guide/${name}.md`, '# x\n']));
  const links = [...at('docs.acme.io', 'guide/fifth', 'gone'), 'https://docs.acme.io/guide/sixth'];
  expect(await said(links, { ...more, ...own('docs.acme.io') })).toEqual(warning('looked for /gone'));
  expect(await said(links.slice(1), { ...more, ...own('docs.acme.io') })).toEqual([]);
});

it('tells an address without the folder that the pages of the site lie in', async () => {
  const own = { 'mkdocs.yml': 'site_name: x\nsite_url: https://acme.io/\n', 'docs/manual/start/deep.md': '# x\n' };
  const links = ['https://acme.io/guide/first/', 'https://acme.io/start/deep'];
  expect(await said(links, own)).toEqual(warning('looked for /start/deep'));
  expect(
    await said(
      links.map((link) => `${link.replace(/\/$/u, '')}/index.html`),
      own,
    ),
  ).toEqual(warning('looked for /start/deep/index.html'));
  expect(await said(links.slice(1), own)).toEqual([]);
  expect(await said(['https://acme.io/guide/first/', 'https://acme.io/deep'], own)).toEqual([]);
  expect(await said(links, { ...own, 'docs/de/start/deep.md': '# x\n' })).toEqual([]);
  expect(await said(links, { ...own, 'docs/v1/manual/start/deep.md': '# x\n' })).toEqual(
    warning('looked for /start/deep'),
  );
  const other = ['https://acme.io/guide/first/', 'https://acme.io/start/gone'];
  expect(await said(other, own)).toEqual(warning('looked for /start/gone'));
  expect(await said(other, { ...own, 'docs/other/start/deep.md': '# x\n' })).toEqual([]);
  expect(await said(other, { ...own, 'mkdocs.yml': 'site_name: x\nsite_url: https://acme.io/tool/\n' })).toEqual([]);
  const example = { ...own, 'docs/manual/examples/deep.md': '# x\n' };
  expect(await said(['https://acme.io/guide/first/', 'https://acme.io/examples/gone'], example)).toEqual([]);
  expect(await said(links, { 'docs/manual/start/deep.md': '# x\n', CNAME: 'acme.io\n' })).toEqual([]);
});

it('reads in the head of pages, and for robots, where a site is published', async () => {
  const links = ['https://acme.io/guide/first/', 'https://acme.io/guide/gone'];
  const told = warning('looked for /guide/gone');
  const says = async (path: string, text: string): Promise<string[]> => said(links, { [path]: text });
  expect(
    await says('x/.vitepress/config.ts', "head: [['meta', { property: 'og:url', content: 'https://acme.io' }]]"),
  ).toEqual(told);
  expect(
    await says('x/.vitepress/config.ts', "head: [['link', { rel: 'canonical', href: 'https://acme.io' }]]"),
  ).toEqual(told);
  expect(await says('x/astro.config.mjs', "const site = process.env.SITE_URL || 'https://acme.io';")).toEqual(told);
  expect(await says('x/next-sitemap.config.js', "module.exports = { siteUrl: 'https://acme.io' }")).toEqual(told);
  expect(await says('x/app/layout.tsx', "metadataBase: new URL('https://acme.io')")).toEqual(told);
  expect(await says('x/docs.json', '{ "seo": { "metatags": { "og:url": "https://acme.io" } } }')).toEqual(told);
  expect(await says('x/mint.json', '{ "metadata": { "canonical": "https://acme.io" } }')).toEqual(told);
  expect(await says('x/mint.json', '{ "anchors": [{ "url": "https://acme.io" }] }')).toEqual([]);
  expect(await says('.asf.yaml', 'github:\n  homepage: https://acme.io/\n')).toEqual(told);
  expect(await says('x/robots.txt', 'Sitemap: https://acme.io/sitemap.xml\n')).toEqual(told);
  expect(await says('x/robots.txt', '# https://acme.io/\n')).toEqual([]);
});

it('finds the page of a folder, and takes what Sphinx makes for none that is missing', async () => {
  const sphinx = {
    'doc/conf.py': 'extensions = []\nhtml_baseurl = "https://acme.io/"\n',
    'doc/index.rst': 'x\n=\n',
    'doc/guide/index.rst': 'x\n=\n',
    'doc/guide/first.rst': 'x\n=\n',
  };
  const links = [
    'guide/',
    'guide/first.html',
    '_static/try.html',
    '_modules/a.html',
    '_modules/b.html',
    'guide/gone.html',
  ];
  const { findings } = await createDocsCheck().check({
    tree: createMemoryTree({ ...sphinx, 'README.md': links.map((link) => `[x](https://acme.io/${link})`).join('\n') }),
  });
  expect(findings.map(({ message }) => /looked for [^)]*/u.exec(message)?.[0])).toEqual([
    'looked for /guide/gone.html',
  ]);
});

it('says nothing of a name that settings in Python, or a list of redirects, lead on from', async () => {
  const links = [...found, `${host}/guide/gone.html`];
  expect(await said(links, { 'x/conf.py': 'moved = [("guide/gone", "guide/first")]\n' })).toEqual([]);
  expect(await said(links, { 'x/redirects.csv': 'guide/gone,guide/first\n' })).toEqual([]);
  expect(await said(links, { 'x/other.csv': 'guide/gone,guide/first\n' })).toEqual(
    warning('looked for /guide/gone.html'),
  );
});

it('tells what only the pages of a repository have on the code host, where its sites are published', async () => {
  const at = 'https://acme.github.io/tool';
  const own = { 'mkdocs.yml': `site_name: x\nsite_url: ${at}/\n` };
  for (const page of ['graphs/contributors', 'issues/3', 'issues/new', 'blob/main/a', 'releases/latest'])
    expect(await said([`${at}/guide/first/`, `${at}/${page}`], own)).toEqual(warning(`looked for /${page}`));
  expect(await said([`${at}/releases/1.0/`, `${at}/issues/`], own)).toEqual([]);
  const elsewhere = 'https://acme.dev/tool';
  const there = { 'mkdocs.yml': `site_name: x\nsite_url: ${elsewhere}/\n` };
  expect(await said([`${elsewhere}/guide/first/`, `${elsewhere}/issues/3`], there)).toEqual([]);
});

it('tells a dot before the name of a page', async () => {
  expect(await said([...found, `${host}/guide/.first`])).toEqual(warning('looked for /guide/.first'));
  expect(await said([...found, 'https://docs.acme.io/.first'])).toEqual([]);
});

it('reads %20 as the space of a name, and takes a notebook for a page of the site', async () => {
  const own = { 'mkdocs.yml': `site_name: x\nsite_url: ${host}/\nplugins: [mknotebooks]\n` };
  const more = { ...own, 'docs/guide/a b.md': '# x\n', 'docs/guide/c d.ipynb': '{ "cells": [] }' };
  expect(await said([`${host}/guide/a%20b/`, `${host}/guide/c%20d/`], more)).toEqual([]);
  expect(await said([`${host}/guide/a%20c/`], more)).toEqual(warning('looked for /guide/a c'));
  const inside = { ...more, 'docs/guide/first.md': '<a href="../c%20d/">x</a> <a href="../c%20e/">x</a>\n' };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(inside) });
  expect(findings.map(({ message }) => /The link \S+/u.exec(message)?.[0])).toEqual(['The link ../c%20e/']);
});

it('knows the host of a site that the repository is named after', async () => {
  const own = { 'mkdocs.yml': 'site_name: x\n' };
  const gone = ['https://acme.org/guide/gone'];
  const told = warning('looked for /guide/gone');
  expect(await said(gone, own, 'https://github.com/acme/acme.org')).toEqual(told);
  expect(await said(gone, own, 'https://github.com/acme/tool')).toEqual([]);
  expect(await said(gone, own, 'https://github.com/acme/other.org')).toEqual([]);
  const tree = createMemoryTree({
    'site/mkdocs.yml': 'site_name: x\n',
    'site/docs/guide/a.md': `[x](${gone.join('')})\n`,
  });
  const repository = { url: 'https://github.com/acme/acme.org' };
  expect((await createDocsCheck().check({ tree, repository })).findings).toEqual([]);
});

it('reads in jobs that a site is published at the top of the pages of its repository', async () => {
  const book: Files = {
    'mkdocs.yml': '- x\n',
    'docs/index.md': 'x\n',
    'manual/book.toml': '[book]\ntitle = "x"\n',
    'manual/src/SUMMARY.md': '[A](a.md)\n[B](b/c.md)\n',
    'manual/src/a.md': '# x\n',
    'manual/src/b/c.md': '# x\n',
  };
  const repository = 'https://github.com/acme/tool';
  const at = 'https://acme.github.io/tool';
  const links = ['manual', 'b/gone.html', 'b/c.html', 'other', 'c/gone.html'].map((page) => `${at}/${page}`);
  const looked = async (job: string, more: Files = {}): Promise<string[]> => {
    const all = await said(links, { ...book, '.github/workflows/book.yml': job, ...more }, repository);
    return all.filter((one) => one.includes('looked for'));
  };
  const told = [...warning('looked for /manual'), ...warning('looked for /b/gone.html')];
  const deploy = '- uses: JamesIves/github-pages-deploy-action@v4\n  with:\n    folder: manual/book\n';
  expect(await looked(deploy)).toEqual(told);
  expect(await looked('- uses: peaceiris/actions-gh-pages@v4\n  with:\n    publish_dir: ./manual/book\n')).toEqual(
    told,
  );
  expect(await looked('- uses: actions/deploy-pages@v4\n- with:\n    path: "manual/book/" # all\n')).toEqual(told);
  expect(await looked(`${deploy}    target-folder: book\n`)).toEqual([]);
  expect(await looked(`- run: cp -r target/doc manual/book/api\n${deploy}`)).toEqual([]);
  expect(await looked(deploy.replace('manual/book', 'site/book'))).toEqual([]);
  expect(await looked(deploy, { '.github/workflows/other.yml': deploy })).toEqual([]);
  expect(await looked('run: make\n')).toEqual([]);
  expect(await looked(`- run: mv manual/book manual/out\n${deploy.replace('manual/book', 'manual/out')}`)).toEqual([]);
  expect(await said(links, { ...book, '.github/workflows/book.yml': deploy }, 'https://gitlab.com/acme/tool')).toEqual(
    await said([], book),
  );
});

it('reads the command of MkDocs that publishes its site', async () => {
  const gone = ['https://acme.github.io/tool/guide/gone'];
  const job = (run: string): Files => ({ '.github/workflows/docs.yml': `- run: mkdocs gh-deploy ${run}\n` });
  const repository = 'https://github.com/acme/tool';
  expect(await said(gone, job('--force'), repository)).toEqual(warning('looked for /guide/gone'));
  expect(await said(gone, job('-b other'), repository)).toEqual([]);
});

it('tells a name of several words at the top of a site that only a page deeper in it has', async () => {
  const own = { 'mkdocs.yml': 'site_name: x\nsite_url: https://acme.io/\n', 'docs/guide/first-steps.md': '# x\n' };
  const links = ['https://acme.io/guide/first/', 'https://acme.io/first-steps'];
  expect(await said(links, own)).toEqual(warning('looked for /first-steps'));
  expect(await said(links.slice(1), own)).toEqual([]);
  expect(await said([...links.slice(0, 1), 'https://acme.io/second'], own)).toEqual([]);
  expect(await said([...links.slice(0, 1), 'https://acme.io/other-steps'], own)).toEqual([]);
  expect(await said(links, { 'docs/guide/first-steps.md': '# x\n', CNAME: 'acme.io\n' })).toEqual([]);
});

it('judges addresses of Hugo where its settings tell where all pages are published', async () => {
  const docsy = 'baseURL = "https://acme.io/"\ntheme = "docsy"\n';
  const content = { 'content/guide/_index.md': '# x\n', 'content/guide/a.md': '# x\n', 'mkdocs.yml': '- x\n' };
  const looked = async (toml: string): Promise<string[]> => {
    const links = ['gone/', 'gone.html', '_print/'].map((page) => `https://acme.io/guide/${page}`);
    return (await said(links, { ...content, 'hugo.toml': toml })).filter((one) => one.includes('looked for'));
  };
  expect(await looked(docsy)).toEqual(warning('looked for /guide/gone'));
  expect(await looked(docsy.replace('docsy', 'other'))).toEqual([]);
});

describe('a project of Sphinx on Read the Docs', () => {
  const built = 'version: 2\nsphinx:\n  configuration: docs/conf.py\n';
  const told = async (links: readonly string[], repository: string, more: Files = {}): Promise<string[]> =>
    saidOf(
      links.map((link) => `https://h.readthedocs.io/en/latest/${link}`),
      {
        'docs/conf.py': 'project = "H"\n',
        'docs/index.rst': 'H\n=\n\n.. toctree::\n\n   start\n   a/index\n',
        'docs/start.rst': 'Start\n=====\n',
        'docs/a/index.rst': 'A\n=\n',
        ...more,
      },
      repository,
    );

  it('has the very name of the repository, however short, and needs no other address that is found', async () => {
    expect(await told(['hacking/', 'gone.html'], 'https://github.com/acme/h')).toEqual([
      'warning README.md looked for /hacking',
      'warning README.md looked for /gone.html',
    ]);
    expect(await told(['hacking/', 'gone.html'], 'https://github.com/acme/hh')).toEqual([]);
  });

  it('is not said to lie at the top of a host where addresses have a version below it', async () => {
    const files = {
      'conf.py': 'project = "H"\nhtml_baseurl = "https://acme.io/"\n',
      'index.rst': 'H\n=\n\n.. toctree::\n\n   tool/start\n',
      'tool/start.rst': 'Start\n=====\n',
    };
    expect(await saidOf(['https://acme.io/tool/latest/gone.html'], files, undefined)).toEqual([]);
    expect(await saidOf(['https://acme.io/tool/gone.html'], files, undefined)).toEqual([
      'warning README.md looked for /tool/gone.html',
    ]);
  });

  it('has pages with their ending alone, where that is how they are built', async () => {
    const all = ['start/', 'start.html', 'a/', 'a/index.html', ''];
    const asBuilt = (text: string) => told(all, 'https://github.com/acme/h', { '.readthedocs.yaml': text });
    expect(await asBuilt(built)).toEqual(['warning README.md looked for /start']);
    expect(await asBuilt(`${built}  builder: html\n`)).toEqual(['warning README.md looked for /start']);
    expect(await asBuilt(`${built}  builder: dirhtml\n`)).toEqual([]);
    const otherEndings = { '.readthedocs.yaml': built, 'docs/conf.py': 'project = "H"\nhtml_file_suffix = ""\n' };
    expect(await told(all, 'https://github.com/acme/h', otherEndings)).toEqual([]);
    expect(await asBuilt(`${built}build:\n  commands:\n    - make\n`)).toEqual([]);
    expect(await told(all, 'https://github.com/acme/h')).toEqual([]);
  });
});

it('tells addresses that all leave out the folder in which the pages of the site lie', async () => {
  const inFolder = Object.fromEntries(['one', 'two', 'part/three'].map((name) => [`docs/manual/${name}.md`, '# x\n']));
  const own = { 'mkdocs.yml': 'site_name: x\nsite_url: https://acme.io/tool/\n', ...inFolder };
  const at = (...names: string[]): string[] => names.map((name) => `https://acme.io/tool/${name}/`);
  expect(await said(at('one', 'two', 'part/three', 'four'), own)).toEqual(
    ['one', 'two', 'part/three'].flatMap((name) => warning(`looked for /${name}`)),
  );
  expect(await said(at('one', 'two', 'four'), own)).toEqual([]);
  expect(await said(at('one', 'two', 'part/three', 'four', 'five'), own)).toEqual([]);
  expect(await said(at('one', 'two', 'part/three'), { ...own, 'mkdocs.yml': 'site_name: x\n' })).toEqual([]);
  expect(await said([...at('one', 'two'), ...at('install', 'guide/first')], own)).toEqual([]);
  const inLanguage = Object.entries(own).map(([path, text]) => [path.replace('/manual/', '/en/'), text] as const);
  expect(await said(at('one', 'two', 'part/three'), Object.fromEntries(inLanguage))).toEqual([]);
});

it('asks for no history where no host is the own one', async () => {
  let times = 0;
  const formerPaths = () => {
    times += 1;
    return Promise.resolve([]);
  };
  const check = async (link: string): Promise<void> => {
    const tree = { ...createMemoryTree({ ...mkdocs, 'README.md': `[x](${link})\n` }), formerPaths };
    await createDocsCheck().check({ tree, repository: { url: 'https://github.com/acme/tool' } });
  };
  await check('https://other.dev/a/b');
  expect(times).toBe(0);
  await check('https://acme.github.io/tool/gone/');
  expect(times).toBe(1);
});

it('says nothing of lists that Docusaurus makes of posts, tags and categories', async () => {
  const docs = ['a', 'b', 'c', 'd', 'e', 'f'];
  const files = {
    'docusaurus.config.js':
      "export default { url: 'https://docs.acme.io', baseUrl: '/', presets: [['classic', {}]] };\n",
    'docs/guide/_category_.json': '{ "label": "Guide", "link": { "type": "generated-index" } }\n',
    'blog/2025-01-02-news.md': '# News\n',
    ...Object.fromEntries(docs.map((name) => [`docs/guide/${name}.md`, `# ${name}\n`])),
  };
  const at = (path: string): string => `https://docs.acme.io/${path}`;
  const there = docs.map((name) => at(`docs/guide/${name}`));
  const lists = ['docs/category/guide', 'docs/tags/a', 'blog', 'blog/tags/a', 'blog/archive', 'search'].map(at);
  for (const list of lists) expect(await saidOf([...there, list], files, undefined)).toEqual([]);
  expect(await saidOf([...there, at('docs/guide/gone')], files, undefined)).toEqual(
    warning('looked for /docs/guide/gone'),
  );
});
