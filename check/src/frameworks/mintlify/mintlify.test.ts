import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function missing(pagesBelow: readonly string[]): Promise<string[]> {
  const settings = (pages: readonly string[]) => JSON.stringify({ name: 'x', navigation: [{ group: 'A', pages }] });
  const tree = createMemoryTree({
    'mint.json': settings(['index', 'start', 'api/first']),
    'api/mint.json': settings(pagesBelow),
    ...Object.fromEntries(
      ['index', 'start', 'api/first'].map((name) => [`${name}.mdx`, '---\ntitle: A\n---\n\n# A\n']),
    ),
  });
  const { findings } = await createCheck().check({ tree });
  return findings.filter(({ rule }) => rule === 'navigation-missing-page').map(({ path }) => path);
}

it('takes settings below a site for a copy where they name pages from its top', async () => {
  expect(await missing(['index', 'start'])).toEqual([]);
  expect(await missing(['first', 'gone'])).toEqual(['api/mint.json', 'mint.json']);
});

it('takes the address of what is for programs for a page that it may publish', async () => {
  const tree = createMemoryTree({
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
    'index.mdx': '---\ntitle: A\n---\n\n[a](/CLAUDE) [b](/design/AGENTS) [c](/design/CLAUDE)\n',
    'CLAUDE.md': '# A\n',
    'design/AGENTS.md': '# A\n',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1])).toEqual(['The link /design/CLAUDE']);
});

it('leaves a README among its pages to the code host, which shows it', async () => {
  const tree = createMemoryTree({
    'docs/docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
    'docs/index.mdx': '---\ntitle: A\n---\n\n# A\n',
    'docs/README.md': '# Docs\n\n[a](index.mdx) [b](gone.md) [c](www.example.com/tool)\n',
    'docs/CHANGELOG.md': '# Changes\n\n[b](gone.md)\n',
  });
  const { findings } = await createCheck().check({ tree });
  const told = findings.map(
    ({ severity, path, message }) => `${severity} ${path} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`,
  );
  expect(told).toEqual(['error docs/README.md gone.md', 'error docs/README.md The link www.example.com/tool']);
});

it('may be shown by a site of Astro, which has components and redirects of its own', async () => {
  const files = {
    'app/docs/docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
    'app/docs/index.mdx': '---\ntitle: A\n---\n\n<Success>Done</Success> [a](/gone)\n',
  };
  const said = async (more: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree({ ...files, ...more }) });
    return findings.map(({ severity, rule }) => `${severity} ${rule}`);
  };
  expect(await said({})).toEqual(['error unknown-component', 'error broken-link']);
  const own =
    "import { mintlify } from '@mintlify/astro';\nexport default { integrations: [mintlify({ docsDir: './docs' })] };\n";
  expect(await said({ 'app/astro.config.mjs': own })).toEqual(['warning broken-link']);
});

it('doubts a site whose settings have their older name, where others have the newer one', async () => {
  const page = '---\ntitle: A\n---\n\n[a](/gone) ![b](/images/gone.png)\n';
  const settings = JSON.stringify({ name: 'x', navigation: [{ group: 'A', pages: ['index'] }] });
  const toldOf = async (newer: string): Promise<string[]> => {
    const files = { 'old/mint.json': settings, 'old/index.mdx': page, [newer]: settings, 'docs/index.mdx': '# A\n' };
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.flatMap(({ path, severity, rule }) => (path === 'old/index.mdx' ? [`${severity} ${rule}`] : []));
  };
  expect(await toldOf('docs/docs.json')).toEqual(['warning broken-link', 'warning missing-file']);
  expect(await toldOf('docs/mint.json')).toEqual(['error broken-link', 'error missing-file']);
});

it('doubts that Markdown which no navigation has is read as MDX', async () => {
  const files = {
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index', 'b'] } }),
    'index.mdx': '---\ntitle: A\n---\n',
    'INSTALL.md': '# Install\n\nlocal<->remote\n',
    'b.md': '---\ntitle: B\n---\n\nlocal<->remote\n',
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  const told = findings.flatMap(({ path, severity, rule }) => (rule === 'mdx-syntax' ? [`${severity} ${path}`] : []));
  expect(told.toSorted()).toEqual(['error b.md', 'warning INSTALL.md']);
});
