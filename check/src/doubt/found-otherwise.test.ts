import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

/** A book of which enough links are found, with one more from docs/guide/page.md. */
function book(link: string, more: Files = {}): Files {
  const right = Array.from({ length: 9 }, (_, at) => `right${at}`);
  return {
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': `# Home\n\n${right.map((name) => `[x](guide/${name}.md) ![x](${name}.png)`).join(' ')}\n`,
    ...Object.fromEntries(
      right.flatMap((name) => [
        [`docs/guide/${name}.md`, '# Right\n'],
        [`docs/${name}.png`, ''],
      ]),
    ),
    'docs/guide/page.md': `# Page\n\n${link}\n`,
    ...more,
  };
}

async function saidOf(files: Files, base?: Files, links: readonly string[] = []): Promise<string[]> {
  const tree = { ...createMemoryTree(files), symbolicLinks: () => Promise.resolve(links) };
  const { findings } = await createDocsCheck().check(
    base === undefined ? { tree } : { tree, base: createMemoryTree(base) },
  );
  return findings
    .filter(({ severity, path }) => severity !== 'notice' && path.endsWith('.md'))
    .map(
      ({ severity, message }) => `${severity}: ${/Not certain: (?<why>.*)\.$/u.exec(message)?.groups?.['why'] ?? ''}`,
    );
}

const error = ['error: '];
const elsewhere = (path: string): string[] => [
  `warning: ${path} is there, where another way of reading the address finds it`,
];

describe('an address that leads nowhere as it is read', () => {
  it('is an error where no other way of reading finds anything', async () => {
    expect(await saidOf(book('[x](gone.md)'))).toEqual(error);
    expect(await saidOf(book('![x](gone.png)'))).toEqual(error);
  });

  it('is a warning where one does, from a folder above or from the page as a folder', async () => {
    expect(await saidOf(book('[x](../top.md)', { 'top.md': '# Top\n' }))).toEqual(elsewhere('top.md'));
    expect(await saidOf(book('[x](../../guide/right1.md)'))).toEqual(elsewhere('docs/guide/right1.md'));
    expect(await saidOf(book('[x](../right1.md)'))).toEqual(elsewhere('docs/guide/right1.md'));
    expect(await saidOf(book('[x](part.md)', { 'docs/guide/page/part.md': '# Part\n' }))).toEqual(
      elsewhere('docs/guide/page/part.md'),
    );
    expect(await saidOf(book('![x](right1.png)'))).toEqual(elsewhere('docs/right1.png'));
    expect(await saidOf(book('[x](right1.html)', { 'docs/guide/a.html': '' }))).toEqual(
      elsewhere('docs/guide/right1.md'),
    );
  });

  it('is a warning where a backslash is read as a slash, in a README too, or taken away', async () => {
    expect(await saidOf(book('![x](..\\right1.png)'))).toEqual(elsewhere('docs/right1.png'));
    expect(await saidOf(book('x', { 'README.md': '<img src="docs\\right1.png">\n' }))).toEqual(
      elsewhere('docs/right1.png'),
    );
    expect(await saidOf(book('![x](gone\\right1.png)'))).toEqual(error);
    expect(await saidOf(book('[x](it\\as.md)', { 'docs/guide/itas.md': '# A\n' }))).toEqual(
      elsewhere('docs/guide/itas.md'),
    );
  });

  it('is no page by itself', async () => {
    expect(await saidOf(book('[x](../page.md)'))).toEqual(error);
  });

  it('is a warning where a source or picture of its name is published nowhere, and so may be put there', async () => {
    const source = { 'core/src/made.md': '# Made\n' };
    expect(await saidOf(book('[x](made.md)', source))).toEqual([
      'warning: core/src/made.md has that name, which a build may put there',
    ]);
    expect(await saidOf(book('[x](made.md)', { ...source, 'docs/other/made.md': '# Made\n' }))).toEqual(error);
    expect(await saidOf(book('[x](index.md)', { 'core/index.md': '# Made\n' }))).toEqual(error);
  });

  it('stays an error where the change brings it', async () => {
    expect(await saidOf(book('[x](../right1.md)'), book('x'))).toEqual(error);
  });

  it('stays an error in a README, which a code host reads in one way', async () => {
    const readme = (link: string): Files => book('x', { 'tools/a/CONTRIBUTING.md': `[x](${link})\n` });
    expect(await saidOf(readme('../../docs/guide/right1.md'))).toEqual([]);
    expect(await saidOf(readme('../docs/guide/right1.md'))).toEqual(error);
    const shown = { ...readme('right1.md'), 'mkdocs.yml': 'site_name: x\nmarkdown_extensions: [pymdownx.snippets]\n' };
    expect(await saidOf(shown)).toEqual(error);
    const by = { 'docs/guide/right2.md': '--8<-- "tools/a/CONTRIBUTING.md"\n' };
    expect(await saidOf({ ...shown, ...by })).toEqual(elsewhere('docs/guide/right1.md'));
    const linked = book('x', { 'CONTRIBUTING.md': '[x](right1.md)\n', 'docs/guide/contributing.md': '' });
    expect(await saidOf(linked)).toEqual(error);
    expect(await saidOf(linked, undefined, ['docs/guide/contributing.md'])).toEqual(elsewhere('docs/guide/right1.md'));
  });

  it('is a warning in a README that a symbolic link shows in a folder above, where it is right', async () => {
    const text = '# Tool\n\n![x](docs/right1.png)\n';
    const shown = book('x', { 'packages/tool/README.md': text, 'README.md': text });
    expect(await saidOf(shown, undefined, ['README.md'])).toEqual(elsewhere('docs/right1.png'));
    const other = { 'packages/other/README.md': '# Other\n\n![x](docs/right2.png)\n' };
    expect(await saidOf({ ...shown, ...other }, undefined, ['README.md'])).toEqual([
      ...error,
      ...elsewhere('docs/right1.png'),
    ]);
    expect(await saidOf({ ...shown, 'README.md': '# Another\n' }, undefined, ['README.md'])).toEqual(error);
  });

  it('is a warning in a README that is a page of the site, such as one that a symbolic link makes of that of the top', async () => {
    const text = '# Tool\n\n![x](docs/right1.png)\n';
    const shown = book('x', { 'README.md': text, 'docs/guide/README.md': text });
    expect(await saidOf(shown, undefined, ['docs/guide/README.md'])).toEqual(elsewhere('docs/right1.png'));
    // A code host shows it, and MkDocs does not where there is an `index.md`.
    expect(await saidOf({ ...shown, 'docs/guide/index.md': '# Guide\n' })).toEqual(error);
  });

  it('is a warning in a README where it begins at the top of the host, beside pages of an unknown program', async () => {
    const readme = { 'packages/tool/README.md': '# Tool\n\n[x](/docs/tool/gone)\n' };
    const unknown = { 'apps/web/content/a.mdx': '# A\n\n<Card>b</Card>\n' };
    expect(await saidOf({ ...readme, ...unknown })).toEqual([
      'warning: it begins at the top of the host, where something else may answer',
    ]);
  });
});

describe('an anchor that its page has not', () => {
  it('is a warning where a part that nothing publishes has it', async () => {
    const part = { 'parts/install.md': '# Parts\n\n## Install it\n' };
    const link = '[x](right1.md#install-it) [x](right2.md#right)';
    expect(await saidOf(book(link))).toEqual(error);
    expect(await saidOf(book(link, part))).toEqual([
      'warning: parts/install.md has it, which the page may show in a way that is not read here',
    ]);
    expect(await saidOf(book(link, { 'docs/install.md': part['parts/install.md'] }))).toEqual(error);
  });
});
