import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/docs-check/memory-tree.ts';
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
