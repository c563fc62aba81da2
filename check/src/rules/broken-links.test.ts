import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function brokenAnchors(pages: Files): Promise<string[]> {
  const files = {
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'A' })] };`,
    ...Object.fromEntries(
      Object.entries(pages).map(([path, body]) => [`src/content/docs/${path}`, `---\ntitle: A\n---\n\n${body}\n`]),
    ),
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule }) => rule === 'broken-anchor')
    .map(({ path }) => path.slice('src/content/docs/'.length));
}

it('an anchor of a page that the navigation names, in a folder of parts, is one of that page', async () => {
  const page = (body: string) => `---\ntitle: A\n---\n\n${body}\n`;
  const files = (pages: readonly string[]) => ({
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages } }),
    'index.mdx': page('## Turn it off'),
    'reuse/a.mdx': page('[x](#turn-it-off)'),
  });
  const told = async (pages: readonly string[]) => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files(pages)) });
    return findings.filter(({ rule }) => rule === 'broken-anchor').length;
  };
  expect(await told(['index', 'reuse/a'])).toBe(1);
  expect(await told(['index'])).toBe(0);
});

it('an address with one slash behind its scheme, or none, is one of the own host', async () => {
  const right = '[z](https:/{host}/a) [c](https://example.org) `https:/x`';
  const page = `[x](https:/example.org/a) [y](http:/example.org) ${right}\n[x](https:example.org) [y](http:example.org)\n`;
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': page }) });
  expect(findings.map(({ severity, rule, line, column }) => [severity, rule, line, column])).toEqual([
    ['error', 'malformed-link', 1, 1],
    ['error', 'malformed-link', 2, 1],
    ['warning', 'malformed-link', 1, 27],
    ['warning', 'malformed-link', 2, 24],
  ]);
});

it('of several definitions of a name the one that the program takes is judged', async () => {
  const said = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.map(({ line, message }) => `${String(line)} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`);
  };
  const page = '# A\n\n[One][x] [Two][y]\n\n[x]: #a\n[x]: gone.md\n[y]: lost.md\n[Y]: #a\n';
  expect(await said({ 'README.md': page })).toEqual(['7 lost.md']);
  expect(await said({ 'mkdocs.yml': 'site_name: A\n', 'docs/index.md': page })).toEqual(['6 gone.md']);
});

it('an address of an attribute of HTML has no brackets of Markdown around it', async () => {
  const urls = ['<https://example.org/>start', '<https://<host>/a>', '<https://host>'];
  const page = `${urls.map((url) => `<a href="${url}">x</a>`).join(' ')} [x](<https://example.org/a>)\n`;
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': page }) });
  expect(findings.map(({ severity, rule, column }) => [severity, rule, column])).toEqual([
    ['error', 'malformed-link', 1],
  ]);
});

describe('an anchor of a part, by the name of its folder', () => {
  const shown = '[Turn it off](#turn-it-off)';

  it('may be of a part beside it, or of a page beside their folder: a page shows both', async () => {
    expect(await brokenAnchors({ 'en/snippets/a.mdx': shown, 'en/snippets/b/c.mdx': '## Turn it off' })).toEqual([]);
    expect(await brokenAnchors({ 'en/_partials/a.mdx': shown, 'en/guide.mdx': '## Turn it off' })).toEqual([]);
    expect(await brokenAnchors({ 'snippets/a.mdx': shown, 'guide.mdx': '## Turn it off' })).toEqual([]);
  });

  it('is broken on a page of any other folder', async () => {
    const elsewhere = { 'fr/guide.mdx': '## Turn it off' };
    expect(await brokenAnchors({ 'fr/guides/a.mdx': shown, ...elsewhere })).toEqual(['fr/guides/a.mdx']);
  });
});

it('what git leaves out is on no README of a code host, where it is a part of a folder that is there', async () => {
  const told = async (files: Files): Promise<string[]> => {
    const { findings } = await createCheck().check({
      tree: createMemoryTree({ '.gitignore': 'env/\n', ...files }),
    });
    return findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1]}`);
  };
  expect(await told({ 'README.md': '[x](docs/env) [y](env/a)\n', 'docs/en/a.txt': '' })).toEqual(['warning docs/env']);
});

it('what a program fills a folder with is there once it ran, where git leaves out all of the folder and has some of it', async () => {
  const told = async (ignored: string): Promise<number> => {
    const tree = createMemoryTree({
      'mkdocs.yml': 'site_name: a\n',
      'docs/index.md': '[a](made/a.md) [b](made/b.md)\n',
      'docs/made/a.md': '# A\n',
      'docs/made/.gitignore': ignored,
    });
    return (await createCheck().check({ tree })).findings.length;
  };
  expect(await told('*')).toBe(0);
  expect(await told('*\n!*.md\n')).toBe(1);
  expect(await told('')).toBe(1);
});

it('an address that says itself that it leads nowhere is there to show what then happens', async () => {
  const told = async (url: string): Promise<number> => {
    const tree = createMemoryTree({ 'README.md': `# A\n\n[x](${url})\n` });
    return (await createCheck().check({ tree })).findings.length;
  };
  for (const url of ['does-not-exist.md', 'docs/this-page-not-exist-trust-me.md', 'nonexistent.md'])
    expect(await told(url), url).toBe(0);
  for (const url of ['existing.md', 'docs/no-exit.md']) expect(await told(url), url).toBe(1);
});
