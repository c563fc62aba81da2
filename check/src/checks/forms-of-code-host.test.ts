import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(path: string, page: string): Promise<string[]> {
  const tree = createMemoryTree({ 'CONTRIBUTING.md': '# Help\n', 'docs/a.md': '# A\n', address: '', [path]: page });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.map((one) => `${one.severity} ${/link (\S+)/u.exec(one.message)?.[1] ?? one.message}`);
}

it('tells hosts without their scheme and files of the repository in what GitHub writes into a new issue', async () => {
  const page = '[a](github.com/acme/other) [b](CONTRIBUTING.md) [c](../../docs/a.md#a) [d](/docs/a.md)\n';
  const told = ['github.com/acme/other', 'CONTRIBUTING.md', '../../docs/a.md#a', '/docs/a.md'];
  for (const path of ['.github/ISSUE_TEMPLATE.md', '.github/ISSUE_TEMPLATE/bug.md', '.github/pull_request_template.md'])
    expect(await said(path, page)).toEqual(told.map((url) => `warning ${url}`));
});

it('passes over what GitHub has beside an issue, examples and comments there', async () => {
  const page = '[a](../blob/main/CONTRIBUTING.md) [b](address) [c](#x) <!-- [d](CONTRIBUTING.md) -->\n';
  expect(await said('.github/ISSUE_TEMPLATE.md', page)).toEqual([]);
});
