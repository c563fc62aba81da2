import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const gone = '<a href="https://github.com/acme/tool/blob/main/docs/gone.html">the source</a>\n';

async function told(files: Files): Promise<string[]> {
  const tree = createMemoryTree({ '_config.yml': 'title: A\n', 'index.md': '# A\n', ...files });
  const { findings } = await createDocsCheck().check({
    tree,
    repository: { url: 'https://github.com/acme/tool', branch: 'main' },
  });
  return findings.flatMap(({ path, message }) => (message.includes('docs/gone.html') ? [path] : []));
}

it('reads addresses of the own repository in templates, and on pages that are written in HTML for a program', async () => {
  expect(await told({ '_includes/footer.html': gone })).toEqual(['_includes/footer.html']);
  expect(await told({ 'docs/other.html': `---\ntitle: Other\n---\n\n${gone}` })).toEqual(['docs/other.html']);
});

it('says nothing of one that stands in more files than people write', async () => {
  const files = Array.from({ length: 9 }, (_, index) => [`_includes/${index}.html`, gone] as const);
  expect(await told(Object.fromEntries(files))).toEqual([]);
  expect(await told(Object.fromEntries(files.slice(1)))).toHaveLength(8);
});
