import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const site = {
  'mkdocs.yml': 'site_name: A\n',
  'docs/index.md': '# Home\n',
  'docs/use.md': '# Use\n\n## `run`: it goes\n\n## With an id {#own}\n\n<a name="html"></a>\n',
  'docs/open.md': '# Open\n\n--8<-- "elsewhere.md"\n',
};

async function told(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule }) => rule === 'broken-anchor')
    .map(
      ({ severity, path, line, message }) =>
        `${severity} ${path}:${line ?? 0} ${/link (\S+)/u.exec(message)?.[1] ?? ''}`,
    );
}

it('tells anchors in a README that a page of a site has neither there nor on the code host', async () => {
  const right = ['#run-it-goes', '#own', '#with-an-id-own', '#html', '#L3', '', '#Run-It-Goes'];
  const links = right.map((anchor) => `[x](docs/use.md${anchor})\n`).join('');
  expect(await told({ ...site, 'README.md': links })).toEqual([]);
  expect(await told({ ...site, 'README.md': '[x](docs/use.md#run)\n[x](docs/open.md#run)\n' })).toEqual([
    'warning README.md:1 docs/use.md#run',
  ]);
});
