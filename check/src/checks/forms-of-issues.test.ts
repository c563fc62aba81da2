import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const forms: Files = { '.github/ISSUE_TEMPLATE/bug report.md': 'x\n', '.github/ISSUE_TEMPLATE/config.yml': 'a: b\n' };

async function said(query: string, files: Files = forms): Promise<string[]> {
  const text = `# A\n\n[a](https://github.com/Acme/tool/issues/new${query})\n`;
  const tree = createMemoryTree({ ...files, 'README.md': text });
  const repository = { url: 'https://github.com/acme/tool' };
  const { findings } = await createDocsCheck().check({ tree, repository });
  return findings.map(({ rule, message }) => `${rule} ${/(?<=looked for )[^)]+/u.exec(message)?.[0] ?? message}`);
}

it('tells a form that is not there', async () => {
  for (const query of ['?template=idea.yml', '/choose?labels=a&template=idea.yml#x'])
    expect(await said(query)).toEqual(['broken-link .github/ISSUE_TEMPLATE/idea.yml']);
});

it('says nothing of one that is there, of none, and of a repository without any', async () => {
  for (const query of ['?template=Bug%20report.md', '', '?labels=template']) expect(await said(query)).toEqual([]);
  expect(await said('?template=idea.yml', {})).toEqual([]);
  expect(await said('?template=idea.yml', { '.github/ISSUE_TEMPLATE/config.yml': 'a: b\n' })).toEqual([]);
  const other = { ...forms, 'a.md': '[a](https://github.com/acme/other/issues/new?template=idea.yml)\n' };
  expect(await said('', other)).toEqual([]);
});
