import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(url: string, own = 'https://github.com/AcmeLabs/Tool'): Promise<string[]> {
  const tree = createMemoryTree({ 'README.md': `# A\n\n[a](${url})\n` });
  const { findings } = await createDocsCheck().check({ tree, repository: { url: own, branch: 'main' } });
  return findings.map(({ severity, message }) => `${severity} ${/\S+(?= is probably meant)/u.exec(message)?.[0]}`);
}

it.each([
  ['https://acmelab.github.io/tool/', 'acmelabs.github.io'],
  ['https://acme.labs.github.io/tool/start', 'acmelabs.github.io'],
  ['https://acme.l.github.io/tool/', 'acmelabs.github.io'],
  ['https://github.com/AcmeLabs/ToolTool/blob/main/a.md', 'tool'],
  ['https://github.com/AcmeLabs/Toolissues?q=label%3Abug', 'tool/issues'],
])('%s is mistyped', async (url, meant) => {
  expect(await said(url)).toEqual([`warning ${meant}`]);
});

it.each([
  'https://acmelabs.github.io/tool/',
  'https://acmelab.github.io/other/',
  'https://www.acmelabs.github.io/tool/',
  'https://other.github.io/tool/',
  'https://github.com/acmelab/tool',
  'https://github.com/AcmeLabs/Tools',
  'https://github.com/AcmeLabs/Tool-issues',
])('%s may be another', async (url) => {
  expect(await said(url)).toEqual([]);
});

it('does not take short names for one another', async () => {
  expect(await said('https://acne.github.io/tool/', 'https://github.com/acme/tool')).toEqual([]);
});

it.each([
  'https://github.com/Acme-Labs/My_Tool/issues',
  'https://github.com/acmelabs/my-tool.git',
  'https://github.com/acme-labs/mytool',
])('%s has other signs between its words than this repository', async (url) => {
  const own = 'https://github.com/acme-labs/my-tool';
  expect(await said(url, own)).toHaveLength(1);
  expect(await said(url.replace('github.com', 'gitlab.com'), own)).toEqual([]);
});

it('says nothing of the very name, and of another', async () => {
  for (const url of ['https://github.com/Acme-Labs/My-Tool.git', 'https://github.com/acme-labs/my-tools'])
    expect(await said(url, 'https://github.com/acme-labs/my-tool')).toEqual([]);
});
