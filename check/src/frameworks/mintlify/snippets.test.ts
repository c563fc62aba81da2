import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function found(body: string, more: Files = {}): Promise<string[]> {
  const files: Files = {
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
    'index.mdx': `---\ntitle: Home\n---\n\n${body}\n`,
    '_snippets/old/part.mdx': '## From a snippet\n',
    'snippets/new.mdx': '## From another\n',
    ...more,
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ rule, severity }) => `${severity} ${rule}`);
}

describe('a snippet that an element names', () => {
  it('brings its headings, from either folder', async () => {
    const shown = '<Snippet file="old/part.mdx" />\n\n<Snippet file="new.mdx" />\n\n';
    expect(await found(`${shown}[x](#from-a-snippet) [y](#from-another)`)).toEqual([]);
    expect(await found(`${shown}[x](#from-nothing)`)).toEqual(['error broken-anchor']);
  });

  it('is judged as a part that a page shows', async () => {
    const part = { '_snippets/old/part.mdx': '[x](/nowhere)\n' };
    expect(await found('<Snippet file="old/part.mdx" />', part)).toEqual(['error broken-link']);
  });

  it('is a warning where no file has its name, and brings any heading then', async () => {
    expect(await found('<Snippet file="none.mdx" />\n\n[x](#from-nothing)')).toEqual(['warning broken-include']);
  });
});
