import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

/** What is said of the page `content/a/q.md`. */
async function saidOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ path, rule }) => path === 'content/a/q.md' && rule === 'broken-link')
    .map(({ message }) => message);
}

const settings = 'baseURL = "https://example.org/"\n';
const ofTheme = `${settings}theme = "other"\n`;

function site(toml: string, written: string, others: readonly string[] = []): Files {
  return {
    'hugo.toml': toml,
    'layouts/_default/baseof.html': '',
    'content/a/_index.md': 'x\n',
    'content/a/p.md': 'x\n',
    'content/b/_index.md': 'x\n',
    'content/b/p.md': 'x\n',
    'content/b/r.md': 'x\n',
    'content/b/More.md': 'x\n',
    'content/a/q.md': `[x](${written})\n`,
    ...Object.fromEntries(others.map((link, index) => [`content/a/o${String(index)}.md`, `[x](${link})\n`])),
  };
}

const asAddresses = Array.from({ length: 6 }, () => '../../b/p');
const inVain = Array.from({ length: 12 }, () => '../none/of/these');

it('relative links are read from the address of the page, where no theme changes them', async () => {
  expect(await saidOf(site(settings, '../b/r'))).toEqual([
    expect.stringMatching(/^The link \.\.\/b\/r .*looked for \/a\/b\/r\)\. Did you mean \.\.\/\.\.\/b\/r\?/u),
  ]);
  expect(await saidOf(site(settings, '../../b/r'))).toEqual([]);
  expect(
    await saidOf(site(`${settings}[[module.imports]]\npath = "github.com/google/docsy"\n`, '../b/r')),
  ).toHaveLength(1);
});

it('nothing is said where a theme, several languages or another way to publish pages may change them', async () => {
  expect(await saidOf(site(ofTheme, '../b/r'))).toEqual([]);
  const bare = Object.entries(site(settings, '../b/r')).filter(([path]) => !path.startsWith('layouts/'));
  expect(await saidOf(Object.fromEntries(bare))).toEqual([]);
  expect(await saidOf(site(`${settings}[[module.imports]]\npath = "example.org/theme"\n`, '../b/r'))).toEqual([]);
  expect(await saidOf(site(`${settings}[languages.en]\n[languages.de]\n`, '../b/r'))).toEqual([]);
  expect(await saidOf(site(`uglyURLs = true\n${settings}`, '../b/r'))).toEqual([]);
  expect(await saidOf(site(`${settings}[markup.goldmark.renderHooks.link]\nenableDefault = true\n`, '../b/r'))).toEqual(
    [],
  );
  const hook = { 'layouts/_default/_markup/render-link.html': '{{ .Page.GetPage .Destination }}' };
  expect(await saidOf({ ...site(settings, '../b/r', asAddresses), ...hook })).toEqual([]);
});

it('those that one reading alone makes right prove it of any theme, however many no reading does', async () => {
  expect(await saidOf(site(ofTheme, '../b/r', [...asAddresses, ...inVain]))).toHaveLength(1);
  expect(await saidOf(site(ofTheme, '../b/r', asAddresses.slice(1)))).toEqual([]);
  expect(await saidOf(site(ofTheme, '../b/r', [...asAddresses, '../b/p', '../b/more', '../b']))).toEqual([]);
});

it('of many that only names make right, nothing is said', async () => {
  expect(await saidOf(site(settings, '../b/r', ['../b/p', '../b/p']))).toEqual([]);
});

it('addresses in other capitals are told of where the host tells them apart', async () => {
  const apache = { '.asf.yaml': 'github:\n' };
  const job = { '.github/workflows/site.yml': 'run: hugo\nuses: actions/deploy-pages@v4\n' };
  const wrong = [expect.stringContaining('looked for /b/More)')];
  for (const link of ['../../b/More/', '/b/More']) {
    expect(await saidOf({ ...site(settings, link), ...apache })).toEqual(wrong);
    expect(await saidOf({ ...site(settings, link), ...job })).toEqual(wrong);
    expect(await saidOf(site(settings, link))).toEqual([]);
    expect(await saidOf({ ...site(ofTheme, link), ...apache })).toEqual([]);
    expect(await saidOf({ ...site(settings, link), ...apache, 'netlify.toml': '' })).toEqual([]);
    expect(await saidOf({ ...site(settings, link), ...apache, 'static/.htaccess': 'CheckSpelling On\n' })).toEqual([]);
    expect(await saidOf({ ...site(`disablePathToLower = true\n${settings}`, link), ...apache })).toEqual([]);
  }
  const below = `baseURL = "https://example.org/Docs/"\n`;
  expect(await saidOf({ ...site(below, '/Docs/b/More'), ...apache })).toEqual(wrong);
  expect(await saidOf({ ...site(below, '/Docs/b/more/'), ...apache })).toEqual([]);
  const alias = { 'content/b/More.md': '---\naliases: [/b/More/]\n---\n' };
  expect(await saidOf({ ...site(settings, '/b/More'), ...apache, ...alias })).toEqual([]);
  const other = { '.github/workflows/site.yml': 'run: mdbook\nuses: actions/deploy-pages@v4\n' };
  expect(await saidOf({ ...site(settings, '/b/More'), ...other })).toEqual([]);
  expect(
    await saidOf({ ...site(ofTheme, '../../b/p'), ...apache, 'content/a/q.md': '<a href="/b/More">x</a>\n' }),
  ).toEqual(wrong);
});

const withTheme = (written: string, others: readonly string[] = []): Files => ({
  ...site(`${settings}theme = "docsy"\n`, written, others),
  'content/a/there.png': '',
});

it('what lies beside the file of a page alone is told, where nothing changes links and few are written so', async () => {
  const missing = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings
      .filter(({ path, rule }) => path === 'content/a/q.md' && rule.startsWith('missing-file'))
      .map(({ message }) => /looked for .*(?= Not certain)/u.exec(message)?.[0] ?? message);
  };
  const picture = { 'content/a/q.md': '![x](there.png)\n' };
  expect(await missing({ ...withTheme(''), ...picture })).toEqual(['looked for /a/q/there.png).']);
  expect(await missing({ ...withTheme(''), 'content/a/q.md': '![x](../there.png)\n' })).toEqual([]);
  expect(await missing({ ...site(ofTheme, ''), 'content/a/there.png': '', ...picture })).toEqual([]);
  const hook = { 'layouts/_default/_markup/render-image.html': '{{ .Page.Resources.Get .Destination }}' };
  expect(await missing({ ...withTheme(''), ...picture, ...hook })).toEqual([]);
  const many = Object.fromEntries(['r', 's'].map((name) => [`content/a/${name}.md`, '![x](there.png)\n']));
  expect(await missing({ ...withTheme(''), ...picture, ...many })).toEqual([]);
  expect(await missing({ ...withTheme(''), 'content/a/_index.md': '![x](there.png)\n' })).toEqual([]);
});

it('what raw HTML names and lies beside the file of its page alone is told, whatever changes links of Markdown', async () => {
  const missing = async (files: Files): Promise<number> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.filter(({ path, rule }) => path === 'content/a/q.md' && rule === 'missing-file').length;
  };
  const picture = { 'content/a/there.png': '', 'content/a/q.md': '<img alt="" src="./there.png">\n' };
  const several = `${settings}[languages.en]\n[languages.de]\n`;
  const hook = { 'layouts/_default/_markup/render-image.html': '{{ .Page.Resources.Get .Destination }}' };
  expect(await missing({ ...site(several, ''), ...picture, ...hook })).toBe(1);
  expect(await missing({ ...site(ofTheme, ''), ...picture })).toBe(0);
  const many = Object.fromEntries(['r', 's'].map((name) => [`content/a/${name}.md`, '<img src="there.png">\n']));
  expect(await missing({ ...site(several, ''), ...picture, ...many })).toBe(0);
  expect(await missing({ ...site(several, ''), ...picture, 'content/a/q.md': '<img src="../there.png">\n' })).toBe(0);
});

it('a page named with its ending is told, where nearly all others are named by their addresses', async () => {
  const told = [expect.stringContaining('looked for /a/q/p.md)')];
  expect(await saidOf(withTheme('p.md', asAddresses))).toEqual(told);
  expect(await saidOf(withTheme('p.md', asAddresses.slice(1)))).toEqual([]);
  expect(await saidOf(withTheme('p.md', [...asAddresses, 'p.md']))).toEqual([]);
  expect(await saidOf(withTheme('p.md', [...asAddresses, ...asAddresses, ...asAddresses, 'p.md']))).toEqual(told);
  expect(await saidOf({ ...withTheme('own.md', asAddresses), 'content/a/own.md': 'x\n' })).toEqual([
    expect.stringContaining('looked for /a/q/own.md). Did you mean ../own?'),
  ]);
  expect(await saidOf(site(ofTheme, 'p.md', asAddresses))).toEqual([]);
  const hook = { 'layouts/_default/_markup/render-link.html': '{{ .Page.GetPage .Destination }}' };
  expect(await saidOf({ ...withTheme('p.md', asAddresses), ...hook })).toEqual([]);
});
