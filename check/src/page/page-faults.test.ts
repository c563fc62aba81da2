import { expect, it } from 'vitest';
import { findOpenBlocks } from './fences.ts';
import { unreadDialect, type Dialect } from './page-facts.ts';

const found = (text: string, blocks: Dialect['blocks']): string[] =>
  findOpenBlocks(text, { ...unreadDialect, ...(blocks === undefined ? {} : { blocks }) }).map(
    ({ line, unsure, message }) =>
      `${unsure === undefined ? 'error' : 'warning'} ${line} ${message.includes('never') ? 'open' : 'end'}`,
  );

it.each<readonly [name: string, text: string, found: readonly string[]]>([
  ['a block without an end', ':::note\n\ntext\n\n## B\n', ['error 1 open']],
  ['one at the end of the page, where nothing is missed', '## A\n\n:::note\n\ntext\n', []],
  ['an end on the line of the text', '::: tip Title\ntext. :::\n\n## B\n', ['error 1 open']],
  [
    'blocks with ends, with a name, a label or attributes',
    ':::note[A]\nx\n:::\n\n::: tip {.b}\nx\n:::\n\n:::提示\nx\n:::\n\n## B\n',
    [],
  ],
  ['a block within another, with more signs outside', '::::note\n:::tip\nx\n:::\n::::\n\n## B\n', []],
  ['a block within another with as many signs', ':::note\n:::tip\nx\n:::\ny\n:::\n\n## B\n', ['error 6 end']],
  ['an end after an end', ':::note\nx\n:::\n\ny\n\n:::\n', ['error 7 end']],
  ['one that holds a heading and another', ':::note\nx\n\n### B\n\n:::tip\ny\n:::\n\nz\n:::\n', ['error 11 end']],
  ['an end that is indented', ':::note\nx\n  :::\n\n## B\n', []],
  ['blocks in items, of which lines alone do not tell', '- :::note\n  x\n  :::\n\n:::\n\n:::tip\n\n## B\n', []],
  ['a heading that is code', ':::note\nx\n```sh\n# B\n```\n', []],
  ['blocks that are shown as code', '```md\n:::note\n```\n\n````md\n:::\n````\n\n## B\n', []],
  ['an end in code, which some take for one', ':::note\n```\n:::\n```\n\n## B\n', []],
  ['a comment', '<!--\n:::note\n-->\n\n{/* \n:::\n*/}\n\n## B\n', []],
  ['the rest of the page, folded', '::: details More\nx\n\n## B\n', ['error 1 open']],
])('colons: %s', (_name, text, expected) => {
  expect(found(text, 'colons')).toEqual(expected);
});

it.each<readonly [name: string, blocks: Dialect['blocks'], text: string, found: readonly string[]]>([
  ['a block of pymdownx without an end', 'slashes', '/// note | Title\nx\n\n## B\n', ['error 1 open']],
  [
    'blocks of pymdownx in one another',
    'slashes',
    '/// tab | a\n/// own\nx\n///\n///\n\n//// note\n/// note\nx\n///\n////\n\n///\n',
    ['error 13 end'],
  ],
  ['one with its end, and another end', 'slashes', '/// note\nx\n///\n\n//// 1\n\n///\n\n## B\n', ['error 7 end']],
  ['colons without the extension', 'myst', ':::{note}\nx\n\n## B\n', []],
  ['colons of MyST', 'myst-colons', ':::{note}\nx\n\n## B\n', ['error 1 open']],
  ['an end that belongs to nothing, which MyST takes for text', 'myst-colons', ':::\n\n## B\n', []],
  ['a framework without blocks', undefined, ':::note\nx\n\n## B\n', []],
])('%s', (_name, blocks, text, expected) => {
  expect(found(text, blocks)).toEqual(expected);
});

it('reads a page that no author wrote in one pass', () => {
  const text = `${'::::note\n:::tip\n'.repeat(100_000)}${':::\n'.repeat(50_000)}`;
  expect(found(text, 'colons')).toEqual(['error 200002 end']);
});
