import { expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

const name = shownName(100);

it.each(['Guide, Germany', '  Board  ', '🎉', '👩‍💻', 'دليل', '__proto__', '(a+)+$', 'می‌خواهم'])('takes %j', (text) => {
  expect(name.parse(text)).toBe(text.trim());
});

it.each(['a\u0000b', 'a\nb', '\u001b[31m', '\ud800', 'a\u2028b', '\u202Eevil', '\u2066x', '\u200b'])(
  'refuses %j, which no database, terminal or eye can take',
  (text) => {
    expect(name.safeParse(text).error?.issues[0]?.message).toMatch(/^must (?:be one line|contain a letter)/);
  },
);
