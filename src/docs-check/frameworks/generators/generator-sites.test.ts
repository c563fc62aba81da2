import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../../create-docs-check.ts';

describe('a site of Zola', () => {
  const site = {
    'www/config.toml': 'base_url = "https://example.org"\ntheme = "a"\n',
    'www/content/guide/start.md': '# Start\n',
    'www/content/_index.md': '[x](@/guide/start.md) [y](@/guide/start.md#start) [z](@/_index.md)\n',
  };

  it('names source files from the top of its pages', async () => {
    const wrong = ['@/start.md', '@/guide/begin.md', '@/guide/start.mdx'];
    const page = wrong.map((url) => `[x](${url})\n`).join('');
    const tree = createMemoryTree({ ...site, 'www/content/guide/q.md': page });
    const { findings } = await createDocsCheck().check({ tree });
    expect(findings.map(({ severity, path, line }) => [severity, path, line])).toEqual(
      wrong.map((_, index) => ['warning', 'www/content/guide/q.md', index + 1]),
    );
  });
});
