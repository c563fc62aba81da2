import { expect, it } from 'vitest';
import { parseAsciidoc } from './asciidoc.ts';

const linksOf = (text: string): readonly string[] => parseAsciidoc(text).links.map(({ url }) => url);

it.each([
  ['at the top, with all of its lines', '  first <<a>>\n  xref:b.adoc[]\nxref:c.adoc[]\n\nxref:d.adoc[]\n'],
  ['in an item of a list', '. Run:\n\n    one <<a>>\n    two <<b>>\n\n. xref:d.adoc[]\n'],
  ['behind the sign that continues an item', '* Run:\n+\n  one <<a>>\n  two <<b>>\n\nxref:d.adoc[]\n'],
  ['below a title and an id', '.Title\n[#own]\n  one <<a>>\n  two <<b>>\n\nxref:d.adoc[]\n'],
  ['within a block', '====\n  one <<a>>\n  two <<b>>\n====\nxref:d.adoc[]\n'],
  ['below a comment', '// note\n  one <<a>>\n  2. <<b>>\n\nxref:d.adoc[]\n'],
  ['that begins with a sign of a list and no blank', '  -a <<a>>\n  <<b>>\n\nxref:d.adoc[]\n'],
])('nothing leads anywhere in a literal paragraph %s', (_, text) => {
  expect(linksOf(text)).toEqual(['d.adoc']);
});

it.each([
  ['a paragraph that goes on', 'text\n  xref:d.adoc[]\n'],
  ['the text of an item that goes on', '* item\n  xref:d.adoc[]\n'],
  ['an item', '* item\n\n  ** xref:d.adoc[]\n'],
  ['a numbered item', '. item\n\n  a. xref:d.adoc[]\n'],
  ['a term', '* item\n\n  xref:d.adoc[]:: text\n'],
  ['a paragraph of another style', '[quote]\n  xref:d.adoc[]\n'],
  ['a cell', '|===\n| a\n\n  | xref:d.adoc[]\n|===\n'],
])('%s may be indented, and is read', (_, text) => {
  expect(linksOf(text)).toEqual(['d.adoc']);
});

it('takes away the backslash before what would be replaced in an address', () => {
  expect(linksOf("xref:a\\'b\\--c.adoc[] <<it\\'s.adoc#x,y>>")).toEqual(["it's.adoc#x", "a'b--c.adoc"]);
});

it('gives sections the ids that the page itself says', () => {
  const page = "= Title\n:idprefix: own_\n\n== What's new? (C++)\n\n[#other]\n== Part\n\n== Twice\n\n== Twice\n";
  const idsOf = (text: string): readonly string[] => parseAsciidoc(text).ids.map(({ id }) => id);
  expect(idsOf(page)).toEqual(['own_whats_new_c', 'other', 'own_twice', 'own_twice_2']);
  expect(idsOf(`:idseparator: -\n${page}`)).toContain('own_whats-new-c');
  expect(idsOf(page.replace(':idprefix: own_', ''))).toEqual(['other']);
  expect(idsOf(page.replace('own_', '{of}'))).toEqual(['other']);
});

it('reads where a picture leads', () => {
  const text = 'image::a.png[Logo, 300, link="#license"] image:b.png[x,link=c.adoc#d] image:b.png[y,link=self]\n';
  expect(linksOf(text)).toEqual(['#license', 'c.adoc#d', 'a.png', 'b.png', 'b.png']);
  const badge = 'image:https://img.example.org/a?style=b[link="./LICENSE.txt"]\n';
  expect(linksOf(badge)).toEqual(['./LICENSE.txt', 'https://img.example.org/a?style=b']);
});
