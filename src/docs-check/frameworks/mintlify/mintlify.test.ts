import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../../create-docs-check.ts';

async function missing(pagesBelow: readonly string[]): Promise<string[]> {
  const settings = (pages: readonly string[]) => JSON.stringify({ name: 'x', navigation: [{ group: 'A', pages }] });
  const tree = createMemoryTree({
    'mint.json': settings(['index', 'start', 'api/first']),
    'api/mint.json': settings(pagesBelow),
    ...Object.fromEntries(
      ['index', 'start', 'api/first'].map((name) => [`${name}.mdx`, '---\ntitle: A\n---\n\n# A\n']),
    ),
  });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.filter(({ rule }) => rule === 'navigation-missing-page').map(({ path }) => path);
}

it('takes settings below a site for a copy where they name pages from its top', async () => {
  expect(await missing(['index', 'start'])).toEqual([]);
  expect(await missing(['first', 'gone'])).toEqual(['api/mint.json', 'mint.json']);
});
