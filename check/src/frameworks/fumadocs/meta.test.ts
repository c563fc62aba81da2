import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

it.each([
  ['a separator with a title', '---Guides---', []],
  ['a separator without one', '---', []],
  ['no page', 'gone', ['navigation-missing-page']],
  ['what begins as a link again and again', `[x${'](/'.repeat(40_000)}`, []],
])('a navigation of Fumadocs may name %s', async (_name, entry, expected) => {
  const tree = createMemoryTree({
    'source.config.ts':
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
    'content/docs/index.mdx': '---\ntitle: Home\n---\n',
    'content/docs/meta.json': JSON.stringify({ pages: ['index', entry] }),
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ rule }) => rule)).toEqual(expected);
});

it.each([
  ['by its address', '[A](/docs/a)', []],
  ['by an address with an anchor', '[A](/docs/a#more)', []],
  ['of another host alone', '[A](https://acme.dev/docs/a)', ['unreachable-page']],
])('a page is shown that a link of the navigation names %s', async (_name, entry, expected) => {
  const tree = createMemoryTree({
    'source.config.ts':
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
    'content/docs/index.mdx': '---\ntitle: Home\n---\n',
    'content/docs/a.mdx': '---\ntitle: A\n---\n\n## More\n',
    'content/docs/meta.json': JSON.stringify({ pages: ['index', entry] }),
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ rule }) => rule)).toEqual(expected);
});
