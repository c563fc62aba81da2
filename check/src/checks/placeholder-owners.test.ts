import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const repository = { url: 'https://github.com/Acme/Tool', branch: 'main' };

async function said(path: string, text: string, isKnown = true): Promise<string[]> {
  const tree = createMemoryTree({ [path]: `# A\n\n${text}\n` });
  const { findings } = await createDocsCheck().check({ tree, ...(isKnown ? { repository } : {}) });
  return findings.map(({ rule, message }) => `${rule} ${/(?<=has )\S+/u.exec(message)?.[0] ?? message}`);
}

it.each([
  ['https://github.com/yourusername/tool/issues', 'yourusername'],
  ['https://github.com/YOUR-USERNAME/Tool', 'YOUR-USERNAME'],
  ['https://github.com/your_org/tool.git', 'your_org'],
  ['https://github.com/organization/tool', 'organization'],
  ['https://github.com/username_here/tool/releases', 'username_here'],
  ['https://img.shields.io/github/stars/your-github-username/tool?style=flat', 'your-github-username'],
  ['https://github.com/OWNER/tool/issues', 'OWNER'],
  ['https://codecov.io/gh/username/tool/branch/main/graph', 'username'],
])('%s has no owner that anybody filled in', async (url, owner) => {
  expect(await said('README.md', `[a](${url})`)).toEqual([`broken-link ${owner}`]);
});

it('says nothing of other repositories and owners, of code, and of pages that ask for a name', async () => {
  const mine = 'https://github.com/yourusername/tool';
  const others =
    '[a](https://github.com/yourusername/other) [b](https://github.com/acme/tool/issues) [c](https://username.dev/tool) [d](https://github.com/owner/tool)';
  expect(await said('README.md', `${others} \`${mine}\``)).toEqual([]);
  expect(await said('README.md', '[a](https://quay.io/organization/tool)')).toEqual([]);
  expect(await said('CONTRIBUTING.md', `[a](${mine}) [b](${mine}/pulls)`)).toEqual([]);
  expect(await said('README.md', `[a](${mine})`, false)).toEqual([]);
});

it('tells such a page too, where a fork has nothing', async () => {
  expect(await said('CONTRIBUTING.md', '[a](https://github.com/OWNER/tool/issues)')).toEqual(['broken-link OWNER']);
});

it.each([
  'Issues: https://github.com/OWNER/tool/issues.',
  '| https://github.com/OWNER/tool |',
  '- (https://github.com/OWNER/tool)',
])('reads an address that stands alone: %s', async (text) => {
  expect(await said('README.md', text)).toEqual(['broken-link OWNER']);
});

it.each([
  ['README.md', 'https://github.com/yourname/yourproject/fork'],
  ['README.md', 'https://github.com/your-username/your-repo-name/issues/new'],
  ['docs/install.md', 'https://github.com/username_here/package_name_here/releases'],
])('tells in %s that %s names no repository', async (path, url) => {
  const [owner, name] = url.split('/').slice(3);
  expect(await said(path, `[a](${url})`)).toEqual([`broken-link ${owner}/${name}`]);
});

it('says nothing of such an address in a guide, in a template, and where readers have a repository of their own', async () => {
  const url = 'https://github.com/yourname/yourproject';
  expect(await said('docs/guide.md', `[a](${url}/issues)`)).toEqual([]);
  expect(
    await said('README.md', `[a](${url}) [b](${url}/settings) [c](https://example.org/yourname/yourproject/fork)`),
  ).toEqual([]);
  const tree = createMemoryTree({ 'README.md': `# A\n\n[a](${url}/issues)\n` });
  const template = { url: 'https://github.com/acme/tool-template' };
  expect((await createDocsCheck().check({ tree, repository: template })).findings).toEqual([]);
});

it('tells an owner that nobody filled in of badges and of settings of a site, whatever the repository is called', async () => {
  const badge = 'https://github.com/yourusername/other/workflows/CI%20Tests/badge.svg';
  expect(await said('README.md', `![ci](${badge})`)).toEqual(['broken-link yourusername/other']);
  expect(await said('docs/badges.md', `![ci](${badge})`)).toEqual([]);
  const config = "export default { themeConfig: { socialLinks: [{ link: 'https://github.com/your-org/other' }] } };\n";
  const files = { '.vitepress/config.ts': config, 'index.md': '# A\n' };
  const toldOf = async (url: string): Promise<string[]> =>
    (await createDocsCheck().check({ tree: createMemoryTree(files), repository: { url } })).findings.map(
      ({ path, message }) => `${path} ${/has (\S+)/u.exec(message)?.[1]}`,
    );
  expect(await toldOf('https://github.com/acme/tool')).toEqual(['.vitepress/config.ts your-org/other']);
  expect(await toldOf('https://github.com/acme/docs-template')).toEqual([]);
});
