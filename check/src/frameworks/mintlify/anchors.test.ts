import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function found(body: string): Promise<string[]> {
  const files = {
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
    'index.mdx': `---\ntitle: Home\n---\n\n${body}\n`,
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule }) => rule === 'broken-anchor')
    .map(({ rule, message }) => `${rule} ${/#[\w-]+/u.exec(message)?.[0] ?? ''}`);
}

describe('what is repeated on a page', () => {
  it('is numbered from two, in headings of the first four levels', async () => {
    const headings = '## A\n\n#### Local\n\n## B\n\n### Local\n\n##### Local\n\n';
    expect(await found(`${headings}[x](#local) [x](#local-2)`)).toEqual([]);
    expect(await found(`${headings}[x](#local-1)`)).toEqual(['broken-anchor #local-1']);
    expect(await found(`${headings}[x](#local-3)`)).toEqual(['broken-anchor #local-3']);
  });

  it('is numbered in components too', async () => {
    const tabs = '<Tab title="npm">a</Tab>\n\n<Tab title="npm">b</Tab>\n\n';
    expect(await found(`${tabs}[x](#npm-2)`)).toEqual([]);
    expect(await found(`${tabs}[x](#npm-3)`)).toEqual(['broken-anchor #npm-3']);
  });
});
