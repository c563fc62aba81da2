import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function told(
  address: string,
  files: readonly string[],
  url = 'https://github.com/Acme/tool',
): Promise<string[]> {
  const tree = createMemoryTree({
    'README.md': `# A\n\n[a](https://Acme.github.io/${address})\n`,
    ...Object.fromEntries(files.map((path) => [path, '<p>A</p>\n'])),
  });
  const { findings } = await createDocsCheck().check({ tree, repository: { url, branch: 'main' } });
  return findings.map(({ severity, message }) => `${severity} ${/Did you mean (\S+)\?/u.exec(message)?.[1] ?? ''}`);
}

it('tells a page of HTML on the pages of the repository that is one letter off a file', async () => {
  const graph = ['docs/relation.html'];
  expect(await told('tool/docs/elation.html', graph)).toEqual(['warning docs/relation.html']);
  expect(await told('tool/elation.html', graph)).toEqual(['warning docs/relation.html']);
  expect(await told('tool/docs/relaxion.html', graph)).toEqual(['warning docs/relation.html']);
  expect(await told('tool/docs/relation.html', graph)).toEqual([]);
});

it('tells a page of HTML that a single file in another folder is', async () => {
  const slides = ['slides/workshop_talk.html', 'slides/other_talk.html'];
  expect(await told('tool/workshop_talk.html', slides)).toEqual(['warning slides/workshop_talk.html']);
  expect(await told('tool/slides/workshop_talk.html', slides)).toEqual([]);
  expect(await told('tool/workshop_talk.html', [...slides, 'more/workshop_talk.html'])).toEqual([]);
  expect(await told('tool/workshop_talk.html', [...slides, 'slides/workshop_talk.qmd'])).toEqual([]);
  expect(await told('tool/workshop_talk.html', [...slides, 'docs/index.html'])).toEqual([]);
  expect(await told('tool/workshop_talk.html', [...slides, '.github/workflows/pages.yml'])).toEqual([]);
  expect(await told('tool/index.html', ['slides/index.html'])).toEqual([]);
});

it('passes over what may be another page', async () => {
  const parts = ['docs/relation1.html', 'docs/map.html'];
  expect(await told('tool/docs/relation2.html', parts)).toEqual([]);
  expect(await told('tool/docs/maps.html', parts)).toEqual([]);
  expect(await told('tool/docs/relation1x.html', [...parts, 'docs/relation1y.html'])).toEqual([]);
  // A program that makes a site tells what is there.
  const book = ['docs/relation.html', 'book.toml', 'src/SUMMARY.md'];
  expect(await told('tool/docs/elation.html', book)).not.toContain('warning docs/relation.html');
  // A build makes what so many name.
  const many = Array.from({ length: 21 }, (_, at) => `tool/docs/made${at}.html) [b](https://Acme.github.io/`).join('');
  expect(await told(`${many}tool/docs/elation.html`, ['docs/relation.html'])).toEqual([]);
  // The name is that of a file elsewhere, or the pages are those of another repository.
  expect(await told('tool/docs/elation.html', ['docs/relation.html', 'more/elation.html'])).toEqual([]);
  expect(await told('tool/docs/elation.html', ['docs/relation.html'], 'https://github.com/acme/other')).toEqual([]);
});
