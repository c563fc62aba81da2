import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainFrontmatter } from './frontmatter.ts';

const values = [
  ...[
    'A title',
    'true',
    'false',
    'True',
    'null',
    'Null',
    'NULL',
    'yes',
    'n',
    'e1',
    'a: b',
    'a:b',
    'a:',
    'a :b',
    'https://x.y/z?a=1',
  ],
  ...[
    'a #b',
    'a#b',
    'a ',
    ' a',
    '"a"',
    '"a: b #c"',
    '"a\\n"',
    "'it''s'",
    "'a'",
    '"',
    "'",
    "it's",
    'a "b"',
    '"a" b',
    '""',
    "''",
  ],
  ...[
    '[a]',
    '{a: b}',
    'a, [b]',
    '>-\n  a',
    '|',
    '&a',
    '*a',
    'a *b*',
    '!a',
    '- a',
    '-a',
    '1',
    '2026-01-01',
    '.inf',
    '~',
    '',
  ],
  ...[
    'a\n  b',
    'Übersicht – kurz',
    '日本語：説明',
    'emoji 😀',
    '"emoji 😀"',
    'tab\there',
    '"tab\there"',
    'a\u2028b',
    'a\u0085',
    'a  b',
    '`a`',
    '@a',
    '%a',
  ],
];

it('reads what it reads as a parser of YAML does', () => {
  const fields = fc.array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom('  ', '    ', ' ', '\t')),
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('title', 'a-b', 'x_1', 'constructor', 'toString') },
        fc.constantFrom('__proto__', 'a b', '"q"', '- a', '? a', '#'),
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(': ') },
        fc.constantFrom(':', ':  ', ' : ', ':\n  ', ':\n  b:\n    ', ':\n\n  # d\n  c: d\n  e: '),
      ),
      fc.oneof(
        fc.constantFrom(...values),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.stringMatching(/^\w[\w :#'",.!&*-]{0,9}$/),
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant('\n') },
        fc.constantFrom('\n\n', '\r\n', '\n# c\n', '\n  # c\n', '\n  \n'),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  );
  let read = 0;
  fc.assert(
    fc.property(fields, (list) => {
      const text = list.map((parts) => parts.join('')).join('');
      const found = plainFrontmatter(text);
      if (found === undefined) return;
      read += 1;
      // As text: a field named `constructor` would make other types of equal objects.
      expect(JSON.stringify(found)).toBe(JSON.stringify(parse(text)));
    }),
    { numRuns: 4_000 },
  );
  expect(read).toBeGreaterThan(100);
});

it('needs no parser for what most pages have, and one for a field that is given twice', () => {
  expect(plainFrontmatter('title: "A: b"\ndescription: Words, and more.\ndraft: false\n')).toEqual({
    title: 'A: b',
    description: 'Words, and more.',
    draft: false,
  });
  expect(plainFrontmatter('title: a\ntitle: b\n')).toBeUndefined();
  expect(plainFrontmatter('# made\nsidebar:\n  order: 2\n\n  badge:\n    text: New\n  label: c\nhead: x\n')).toEqual({
    sidebar: { order: 2, badge: { text: 'New' }, label: 'c' },
    head: 'x',
  });
});
