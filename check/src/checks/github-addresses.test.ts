import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(link: string): Promise<string[]> {
  const tree = createMemoryTree({ 'README.md': `# A\n\n<a href="${link}">a</a>\n` });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.map(
    ({ severity, message }) => `${severity} ${/(?<=no page of GitHub: ).*/u.exec(message)?.[0] ?? message}`,
  );
}

it.each([
  ['https://github.com/acme/tool/-/tree/main/src', 'the /-/ in it belongs to GitLab.'],
  ['https://github.com/acme labs', 'no owner or repository has a blank in its name.'],
  ['https://github.com/acme/the%20tool/issues', 'no owner or repository has a blank in its name.'],
  ['https://github.com/acme/tool/blob/main/../../../../a.yaml', 'a browser reads the .. in it as /a.yaml.'],
  [
    'https://github.com/acme/tool/tool/releases/tag/v1.0',
    'tool stands before releases, where nothing belongs but the repository.',
  ],
  [
    'https://github.com/acme/tool/docs/issues/3',
    'docs stands before issues, where nothing belongs but the repository.',
  ],
])('%s has no form of an address of GitHub', async (link, why) => {
  expect(await said(link)).toEqual([`warning ${why}`]);
});

it.each([
  'https://gitlab.com/acme/tool/-/tree/main/src',
  'https://github.com/acme/tool/blob/main/a/../b.yaml',
  'https://github.com/acme/tool/blob/main/the%20file.md',
  'https://github.com/acme/tool/issues?q=a b',
  'https://github.com/search?q=the%20tool',
  'https://github.com/acme/tool/wiki/releases/tag',
  'https://github.com/orgs/acme/tool/issues/3',
  'https://github.com/acme/tool/releases/tag/issues/3',
])('%s may be one', async (link) => {
  expect(await said(link)).toEqual([]);
});
