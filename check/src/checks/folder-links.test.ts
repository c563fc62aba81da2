import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const site = (links: readonly string[], settings = '', more: Files = {}): Files => ({
  '.vitepress/config.ts': `export default { cleanUrls: true, ${settings} }`,
  'index.md': `# Home\n\n${links.map((link) => `[x](${link})`).join('\n')}\n`,
  'a/index.md': '# A\n\n## Part\n',
  'a/b.md': '# B\n',
  ...more,
});

async function said(files: Files): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings.flatMap(({ severity, message, fix }) =>
    message.includes('without a slash')
      ? [`${severity} ${/The link (\S+)/u.exec(message)?.[1] ?? ''} ${fix?.text ?? ''}`]
      : [],
  );
}

// `vitepress build` says of these, in version 1.6, that they are dead links.
it('tells addresses of folders that VitePress refuses, and how to write them', async () => {
  expect(
    await said(site(['/a', './a', 'a#part', '/a/', '/a/index', 'a/index.html', '/a/b', '#home', '/a.md'])),
  ).toEqual(['warning /a /a/', 'warning ./a ./a/', 'warning a#part a/#part']);
});

it('says nothing where the settings let dead links pass, or give pages other addresses, or are not read whole', async () => {
  for (const settings of ['ignoreDeadLinks: true', "rewrites: { 'a/index.md': 'c.md' }", '...shared'])
    expect(await said(site(['/a'], settings))).toEqual([]);
  expect(
    await said({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': '[x](a)\n', 'docs/a/index.md': '# A\n' }),
  ).toEqual([]);
});

it('tells them where the settings let only addresses of other hosts pass', async () => {
  const told = ['warning /a /a/'];
  for (const list of [
    "'localhostLinks'",
    String.raw`[
    // Samples
    /^https?:\/\/localhost/, 'http://127.0.0.1:8080/', 'localhostLinks',
  ]`,
  ])
    expect(await said(site(['/a'], `ignoreDeadLinks: ${list}`))).toEqual(told);
  for (const list of ['[/^https?:/, /a$/]', "[(url) => url === '/a']", '[]', 'ignored'])
    expect(await said(site(['/a'], `ignoreDeadLinks: ${list}`))).toEqual([]);
});

it('says nothing of very many, with which the site lives, nor of HTML, which VitePress does not look at', async () => {
  const folders = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`f${at}/index.md`, '# F\n']));
  const links = Object.keys(folders).map((path) => `/${path.split('/', 1)[0] ?? ''}`);
  expect(await said(site(links, '', folders))).toEqual([]);
  expect(await said(site(links.slice(1), '', folders))).toHaveLength(30);
  expect(await said({ ...site([]), 'c.md': '<a href="/a">x</a>\n' })).toEqual([]);
});
