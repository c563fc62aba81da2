import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function rulesOf(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ rule }) => rule);
}

const mkdocs = (text: string): Files => ({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': `# A\n\n${text}\n` });

it.each([
  ['[`Term`](){#term} [x](#term)'],
  ['[Term](){: .note #term } [x](#term)'],
  ['[Término](){#definición} [x](#definición)'],
  ['[Term](){id="term"} [x](#term)'],
  // Any word is an id, and a browser takes a `%` of an anchor that escapes nothing as it is.
  ['[Term](){#a.-->} [x](#a.-->)'],
  ['[Term](#a.__%){.link} {#a.__%}'],
])('a link without an address that has an id is an anchor: %s', async (text) => {
  expect(await rulesOf(mkdocs(text))).toEqual([]);
});

it('without an id, or where no program reads it, it is a link without an address', async () => {
  expect(await rulesOf(mkdocs('[x]() [x](){.note} [x]() {#other}'))).toEqual([
    'empty-link',
    'empty-link',
    'empty-link',
  ]);
  expect(await rulesOf({ 'README.md': '# A\n\n[Term](){#term}\n' })).toEqual(['empty-link']);
});

it('in a line that begins as a definition, it is a remark that nobody sees', async () => {
  expect(await rulesOf({ 'README.md': '# A\n\n [//]: # [Term]()\n' })).toEqual([]);
  expect(await rulesOf({ 'README.md': '# A\n\n[a]:x [Term]()\n' })).toEqual(['empty-link']);
});

it('behind a heading, an id that is named so is its anchor', async () => {
  const links = '[x](#one) [x](#two) [x](#three) [x](#gone)';
  const headings = '## A { id="one" }\n\n## B {: .c id=two }\n\n## C {id=\'three\'}\n\n## D {.c}\n';
  expect(await rulesOf(mkdocs(`${links}\n\n${headings}`))).toEqual(['broken-anchor']);
});
