import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const places = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `place-${name}`);
const book = '= Book\n\ninclude::one.adoc[leveloffset=+1]\ninclude::two.adoc[leveloffset=+1]\n';

async function said(written: string, more: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'book.adoc': book,
    'one.adoc': `= One\n\n${places.map((place) => `<<${place}>>\n`).join('')}\n${written}\n`,
    'two.adoc': `[#leader]\n= Leading\n\n${places.map((place) => `[#${place}]\n== Of ${place}\n\n`).join('')}`,
    ...more,
  });
  const { findings } = await createDocsCheck().check({ tree });
  return findings
    .filter(({ path, rule }) => path === 'one.adoc' && rule === 'broken-anchor')
    .map(({ severity, message }) => `${severity} ${/#\S+[\w?]/gu[Symbol.match](message)?.join(' ') ?? message}`);
}

it('tells a cross reference of a part that nothing of its whole has', async () => {
  expect(await said('<<leader>>')).toEqual([]);
  expect(await said('<<Leading>>')).toEqual([]);
  expect(await said('<<gone>>')).toEqual(['warning #gone']);
  expect(await said('<<leading>>')).toEqual(['warning #leading #leader?']);
});

it('says nothing where another whole has it, what shows the part is not read, or few others are found', async () => {
  expect(await said('<<gone>>', { 'other.adoc': 'include::one.adoc[]\n\n[#gone]\n== There\n' })).toEqual([]);
  expect(await said('<<gone>>', { 'book.adoc': `${book}include::{other}[]\n` })).toEqual([]);
  expect(await said('<<gone>> <<lost>>')).toEqual([]);
  expect(await said('<<gone>>', { 'book.adoc': '= Book\n' })).not.toEqual(['warning #gone']);
});
