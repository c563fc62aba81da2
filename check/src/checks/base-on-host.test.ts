import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(files: Files, url = 'https://github.com/acme/tool'): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files), repository: { url } });
  return findings.flatMap(({ severity, path, line, message }) => {
    const [, link, base] = /The link (\S+) leads to no page: the base of the site, (\S+),/u.exec(message) ?? [];
    return link === undefined ? [] : [`${severity} ${path}:${line ?? 0} ${link} ${base ?? ''}`];
  });
}

const pages: Files = {
  'docs/index.md': '# A\n\n![x](/img/a.png) [y](/b/) [z](/) ![w](/img/gone.png) ![v](img/a.png)\n',
  'docs/b.md': '# B\n',
  'docs/img/a.png': 'PNG',
};
const told = ['warning docs/index.md:3 /b/ /tool', 'warning docs/index.md:3 /img/a.png /tool'];

it('tells addresses from the top without the base at which settings of MkDocs say that the site is published', async () => {
  const site = (url: string, more = ''): Files => ({
    ...pages,
    'mkdocs.yml': `site_name: A\nsite_url: ${url}\n${more}`,
  });
  expect((await said(site('https://docs.acme.dev/tool/'))).toSorted()).toEqual(told);
  expect(await said(site('https://docs.acme.dev/'))).toEqual([]);
  expect(await said(site('https://docs.acme.dev/tool/', 'extra:\n  homepage: https://acme.dev/\n'))).toEqual([]);
  const read = 'validation:\n  links:\n    absolute_links: relative_to_docs\n';
  expect(await said(site('https://docs.acme.dev/tool/', read))).toEqual([]);
  expect(await said(site('https://docs.acme.dev/tool/', 'plugins: [site-urls]\n'))).toEqual([]);
  expect(await said(site('https://docs.acme.dev/tool/', 'plugins: [own]\n'))).toEqual([]);
  // What was published on GitHub Pages may have a host of its own by now.
  expect(await said({ ...site('https://acme.github.io/tool/'), 'docs/CNAME': 'docs.acme.dev\n' })).toEqual([]);
});

it('tells those without the folder of a version, where mike publishes one for each', async () => {
  const versioned = told.map((one) => one.replace('/tool', '/{version}'));
  for (const settings of ['plugins: [mike]\n', 'extra:\n  version:\n    provider: mike\n'])
    expect((await said({ ...pages, 'mkdocs.yml': `site_name: A\n${settings}` })).toSorted()).toEqual(versioned);
  expect(await said({ ...pages, 'mkdocs.yml': 'site_name: A\nextra:\n  version: 3\n' })).toEqual([]);
});

it('tells them where a page names the place of the only site on the pages of its repository', async () => {
  const readme = { 'README.md': '[docs](https://acme.github.io/tool/b/)\n' };
  const site: Files = { ...pages, 'mkdocs.yml': 'site_name: A\n' };
  expect((await said({ ...site, ...readme })).toSorted()).toEqual(told);
  expect(await said({ ...site, ...readme }, 'https://github.com/acme/other')).toEqual([]);
  expect(await said(site)).toEqual([]);
  expect(
    await said({ ...site, ...readme, 'other/mkdocs.yml': 'site_name: B\n', 'other/docs/index.md': '# B\n' }),
  ).toEqual([]);
});

it('tells them of mdBook and of Hugo, which leave them as they are too', async () => {
  const book = (settings: string, more: Files = {}): Files => ({
    'book.toml': `[book]\ntitle = "A"\n\n[output.html]\n${settings}`,
    'src/SUMMARY.md': '- [A](a.md)\n- [B](b.md)\n',
    'src/a.md': '# A\n\n[x](/b.md) ![y](/img/a.png) [z](b.md)\n',
    'src/b.md': '# B\n',
    'src/img/a.png': 'PNG',
    ...more,
  });
  const both = ['warning src/a.md:3 /b.md /tool', 'warning src/a.md:3 /img/a.png /tool'];
  expect((await said(book('site-url = "/tool/"\n'))).toSorted()).toEqual(both);
  const readme = { 'README.md': '[book](https://acme.github.io/tool/b.html)\n' };
  expect((await said(book('', readme))).toSorted()).toEqual(both);
  expect(await said(book('site-url = "/"\n', readme))).toEqual([]);
  // A preprocessor of its own may change addresses where its name or its program says so.
  const own = (name: string, program = ''): Promise<string[]> =>
    said(book(`site-url = "/tool/"\n[preprocessor.${name}]\ncommand = "python3 own.py"\n`, { 'own.py': program }));
  expect((await own('own', 'text.replace("@version@", "1")')).toSorted()).toEqual(both);
  expect(await own('own', 'text.replace("](/", "](/tool/")')).toEqual([]);
  expect(await own('rebase-links')).toEqual([]);
  const hugo = (more: Files = {}): Files => ({
    'hugo.toml': 'baseURL = "https://acme.github.io/tool/"\n',
    'content/a.md': '![y](/img/a.png) [z]({{< ref "/b" >}})\n',
    'content/b.md': '# B\n',
    'static/img/a.png': 'PNG',
    'layouts/_default/baseof.html': '<html></html>',
    ...more,
  });
  expect(await said(hugo())).toEqual(['warning content/a.md:1 /img/a.png /tool']);
  const ofMenu = 'baseURL = "/"\n[[menu.main]]\nurl = "https://acme.github.io/tool"\n';
  expect(await said(hugo({ 'hugo.toml': ofMenu }))).toEqual([]);
  expect(await said(hugo({ 'layouts/_default/_markup/render-image.html': '<img>' }))).toEqual([]);
  // A template of the theme may leave them as they are, too.
  const link = (written: string): Files => ({ 'layouts/_default/_markup/render-link.html': `<a href="${written}">` });
  expect(await said(hugo(link('{{ .Destination | safeURL }}')))).toEqual(['warning content/a.md:1 /img/a.png /tool']);
  expect(await said(hugo(link('{{ .Destination | relURL }}')))).toEqual([]);
  expect(await said(hugo({ 'hugo.toml': 'baseURL = "https://acme.github.io/tool/"\ncanonifyURLs = true\n' }))).toEqual(
    [],
  );
  const template = {
    'layouts/_default/single.html': '<a href="/b/">b</a> <a href="/gone/">c</a> <a href="/tool/b/">d</a>',
  };
  expect(await said(hugo(template))).toContain('warning layouts/_default/single.html:1 /b/ /tool');
  expect(await said(hugo(template))).toHaveLength(2);
});

it('tells them of Zola and its templates', async () => {
  const zola = (url: string): Files => ({
    'config.toml': `base_url = "${url}"\n`,
    'content/_index.md': '[x](/b/) ![y](/a.png) [z](@/b.md)\n',
    'content/b.md': '# B\n',
    'static/a.png': 'PNG',
    'templates/base.html': '<img src="/a.png"> <img src="{{ get_url(path=\'a.png\') }}">',
  });
  const told = ['content/_index.md:1 /a.png', 'content/_index.md:1 /b/', 'templates/base.html:1 /a.png'];
  expect((await said(zola('https://acme.github.io/tool'))).toSorted()).toEqual(
    told.map((one) => `warning ${one} /tool`),
  );
  expect(await said(zola('https://acme.dev/'))).toEqual([]);
});

it('tells entries of a table of contents of DocFX, and templates of MkDocs where mike puts the version before all', async () => {
  const docfx: Files = {
    'docs/docfx.json': '{ "build": { "content": [{ "files": ["**.md", "toc.yml"] }] } }',
    'docs/toc.yml': '- name: A\n  href: /api/\n- name: B\n  href: api/index.md\n- name: C\n  href: /gone/\n',
    'docs/api/index.md': '# A\n',
    'docs/index.md': '# A\n',
  };
  const readme = { 'README.md': '[docs](https://acme.github.io/tool/api/)\n' };
  expect(await said({ ...docfx, ...readme })).toEqual(['warning docs/toc.yml:2 /api/ /tool']);
  expect(await said(docfx)).toEqual([]);
  const mkdocs = (extra: string): Files => ({
    'mkdocs.yml': `site_name: A\ntheme:\n  name: material\n  custom_dir: overrides\n${extra}`,
    'docs/index.md': '[x](/b/)\n',
    'docs/b.md': '# B\n',
    'overrides/main.html': '<a href="/b/">b</a> <a href="{{ \'b/\' | url }}">c</a>\n',
  });
  const versions = ['warning docs/index.md:1 /b/ /{version}', 'warning overrides/main.html:1 /b/ /{version}'];
  expect((await said(mkdocs('extra:\n  version:\n    provider: mike\n'))).toSorted()).toEqual(versions);
  expect(await said(mkdocs(''))).toEqual([]);
});
