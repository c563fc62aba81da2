import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const pages = ['install', 'guide/first', 'guide/second', 'guide/third'];

async function said(links: readonly string[], more: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': '# x\n',
    ...Object.fromEntries(pages.map((page) => [`docs/${page}.md`, '# x\n\n## Part\n'])),
    'README.md': links.map((link) => `[x](${link})`).join('\n'),
    ...more,
  });
  const { findings } = await createDocsCheck().check({ tree });
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

it('says nothing where few addresses are found, of other versions, and of what another program may answer', async () => {
  expect(await said([...found.slice(2), `${host}/guide/fourth`])).toEqual([]);
  expect(await said([...found, 'https://docs.acme.io/tool/v1/guide/fourth'])).toEqual([]);
  expect(
    await said([...found.slice(1).map((link) => link.replace('latest', '1.2')), 'https://docs.acme.io/tool/1.2/gone']),
  ).toEqual([]);
  const api = ['a', 'b', 'c'].map((name) => `${host}/api/${name}`);
  expect(await said([...found, ...found.map((link) => `${link}#part`), ...api.slice(0, 2)])).toEqual([]);
  expect(await said([...found, ...api])).toEqual([]);
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
  expect(await said([...links, gone, 'https://acme.io/guide/lost/'], site)).toEqual([]);
});
