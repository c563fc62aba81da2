import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import type { RevisionNames } from '../docs-check.ts';

const own = 'https://github.com/Acme/tool';
const names: RevisionNames = {
  branches: ['master', 'next', 'feature/a', 'release/v1'],
  tags: ['v1.0.0', 'v1.2.0', 'cli-v0.1.0', 'nightly'],
};

async function told(links: readonly string[], known: RevisionNames | undefined = names, path = 'docs/a.md') {
  const text = links.map((link) => `[x](${link})`).join('\n');
  const files = { [path]: `# A\n\n${text}\n`, 'README.md': '[a](docs/a.md)\n', 'src/a.go': '' };
  const tree = { ...createMemoryTree(files), revisionNames: () => Promise.resolve(known) };
  const repository = { url: own, branch: 'master' };
  const { findings } = await createDocsCheck().check({ tree, repository });
  return findings.flatMap(({ severity, message }) => {
    const [, name] = /names (.+), and this repository has no /u.exec(message) ?? [];
    return name === undefined ? [] : [`${severity} ${name}`];
  });
}

it.each([
  ['/raw/refs/heads/gone/main/src/a.go', 'gone'],
  ['/blob/gone/src/a.go', 'gone'],
  ['/tree/feature/gone', 'feature'],
  ['/blob/main/src/a.go', 'main'],
  ['/blob/v1.1.0/src/a.go', 'v1.1.0'],
  ['/releases/tag/v0.9', 'v0.9'],
  ['/releases/tag/latest', 'latest'],
  ['/releases/tag/cli/v0.1.0', 'cli/v0.1.0'],
  ['/releases/tag/1.2.0', '1.2.0'],
  ['/releases/download/v1.1.0/tool.zip', 'v1.1.0'],
  ['/archive/refs/tags/1.0.0.tar.gz', '1.0.0'],
  ['/compare/v1.0.0...v1.1.0', 'v1.1.0'],
  ['/compare/v0.8.0...v0.9.0', 'v0.8.0'],
])('tells %s, of which there is no branch and no tag', async (link, name) => {
  expect(await told([own + link])).toEqual([`warning ${name}`]);
});

it.each([
  '/blob/next/src/a.go',
  '/tree/feature/a/src',
  '/blob/release/v1/src/a.go',
  '/blob/nightly/src/a.go',
  '/releases/tag/nightly/',
  '/releases/download/v1.2.0/tool.zip',
  '/compare/v1.0.0...v1.2.0',
])('says nothing of %s, which is there', async (link) => {
  expect(await told([own + link])).toEqual([]);
});

it('says nothing of a version to come, of branches that people rename, and of what may be meant otherwise', async () => {
  const toCome = [
    '/releases/tag/v1.3.0',
    '/blob/v2.0/src/a.go',
    '/blob/release/v2.0/src/a.go',
    '/releases/tag/gui-v0.1.0',
  ];
  expect(await told(toCome.map((link) => own + link))).toEqual([]);
  expect(await told([`${own}/blob/develop/src/a.go`, `${own}/tree/dev`, `${own}/blob/HEAD/src/a.go`])).toEqual([]);
  const others = [
    '/blob/0123abc/src/a.go',
    '/compare/0123abc...v1.2.0',
    '/compare/master...ann:fix',
    '/compare/HEAD~1...next',
  ];
  expect(await told(others.map((link) => own + link))).toEqual([]);
  const filledIn = [
    '/tree/your-branch',
    '/releases/tag/vX.Y.Z',
    '/blob/BRANCH_NAME/src/a.go',
    '/blob/{branch}/src/a.go',
  ];
  expect(await told(filledIn.map((link) => own + link))).toEqual([]);
  expect(await told(['https://github.com/acme/other/blob/gone/src/a.go'])).toEqual([]);
  expect(await told([`${own}/releases/tag/v0.9`], names, 'CHANGELOG.md')).toEqual([]);
});

it('needs all names: of a clone without tags nothing is said of versions', async () => {
  const links = [`${own}/blob/gone/src/a.go`, `${own}/blob/v1.1.0/src/a.go`, `${own}/releases/tag/latest`];
  expect(await told(links, { branches: ['master'], tags: [] })).toEqual(['warning gone']);
  expect(await told(links, { branches: [], tags: [] })).toEqual([]);
});
