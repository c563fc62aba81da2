import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const names = Array.from({ length: 14 }, (_, index) => `p${String(index)}`);

/** What is said of the links of the first page, where so many of the other pages leave out the ending. */
async function said(links: string, withoutEnding: number): Promise<readonly string[]> {
  const pages = names.map((name, index): readonly [string, string] => {
    const next = names[(index + 1) % names.length] ?? '';
    return [`guide/${name}.md`, `# ${name}\n\n## Part\n\n[x](${next}${index < withoutEnding ? '' : '.md'})\n`];
  });
  const summary = ['README.md', 'guide/README.md', ...names.map((name) => `guide/${name}.md`)];
  const tree = createMemoryTree({
    '.gitbook.yaml': 'root: ./\n',
    'SUMMARY.md': summary.map((path) => `* [${path}](${path})\n`).join(''),
    'README.md': `# Home\n\n${links}\n`,
    'guide/README.md': '# Guide\n',
    ...Object.fromEntries(pages),
  });
  const { findings } = await createDocsCheck().check({ tree });
  return findings
    .filter(({ path, message }) => path === 'README.md' && message.includes('without the ending of its file'))
    .map(({ severity, message }) => `${severity} ${/link (\S+)/u.exec(message)?.[1] ?? ''}`);
}

it('a link of GitBook to a page without the ending of its file is told where nearly all have it', async () => {
  const right =
    '[b](guide/p2.md) [c](guide/) [d](guide) [e](guide/README.md) [f](https://example.org/guide/p2) []() [g](?a=b) [h](.)';
  expect(await said(`[a](guide/p1#part) ${right}`, 0)).toEqual(['warning guide/p1#part']);
  expect(await said('[a](guide/p1)', 6)).toEqual([]);
});
