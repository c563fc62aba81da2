import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const named = `= Title

[[before]]
[.lead]

== Before you begin

[#Setup]
Text with an id.

----
[[code]]
----

== Plain words

[[twice]]
== Notes

== Notes
`;

it.each([
  ['_before_you_begin', true],
  ['_before', true],
  ['setup', true],
  ['before', false],
  ['Setup', false],
  ['_plain_words', false],
  ['plain-words', false],
  ['_notes', false],
  ['Plain-Words', true],
  ['NOTES', true],
  ['Notes', false],
])('tells #%s, where a heading or an id has other signs: %s', async (anchor, isTold) => {
  const tree = createMemoryTree({
    'antora.yml': 'name: a\nversion: ~\nnav: []\n',
    'modules/ROOT/pages/index.adoc': `= Index\n\nxref:named.adoc#${anchor}[x]\n`,
    'modules/ROOT/pages/named.adoc': named,
  });
  const { findings } = await createDocsCheck().check({ tree });
  const told = findings.filter(({ rule }) => rule === 'broken-anchor');
  expect(told.map(({ severity, path }) => `${severity} ${path}`)).toEqual(
    isTold ? ['warning modules/ROOT/pages/index.adoc'] : [],
  );
});

it('tells anchors with other signs than the ids of sections have, to a page that most others name by them', async () => {
  const titles = ['Order by', 'From', 'Where', 'With', 'Limit', 'Offset', 'Rel', 'Own'];
  const sections = titles.map((title) => `${title === 'Own' ? '[#_own_id]\n' : ''}== ${title}\n`).join('\n');
  const usual = ['_from', '_where', '_with', '_limit', '_offset', '_rel'];
  const told = async (page: string, anchors: readonly string[], others: readonly string[] = []): Promise<string[]> => {
    const links = [...anchors, ...others].map((anchor) => `link:${page}#${anchor}[x]\n`).join('\n');
    const tree = createMemoryTree({ [`docs/${page}.adoc`]: `= A\n\n${sections}`, 'docs/b.adoc': `= B\n\n${links}` });
    const { findings } = await createDocsCheck().check({ tree });
    return findings.map(
      ({ severity, message }) => `${severity} ${/Did you mean (\S+)\?/u.exec(message)?.[1] ?? message}`,
    );
  };
  expect(await told('a', [...usual, '_order_by', '_own_id'])).toEqual([]);
  expect(await told('a', usual, ['_order-by', 'order-by'])).toEqual(['warning #_order_by', 'warning #_order_by']);
  expect(await told('a', usual.slice(0, 5), ['order-by'])).toEqual([]);
  // A code host sets what its ids begin with.
  expect(await told('README', usual, ['order-by'])).toEqual([]);
});
