import { expect, it } from 'vitest';
import { asksQuestion, claimsChange, claimsOwnChange } from './why-not-finished.ts';

it.each([
  ['I renamed everything on 12 pages.', true],
  ['Fixed the typo', true],
  ['The guide was rewritten. Nothing else was touched.', true],
  ['Nothing had to change: the guide already says so.', false],
  ['There is no typo.', false],
  ['No page was added.', false],
  ["The links weren't changed.", false],
  ['The default is 30 s, as the reference says.', false],
  ['', false],
])('tells a claim of a change: %s', (words, expected) => {
  expect(claimsChange(words)).toBe(expected);
});

it.each([
  ['I changed 12 pages and fixed all links.', true],
  ["Checked it. We've also renamed the option.", true],
  ['- Updated the guide', true],
  ['The option is documented in config.md.', false],
  ['I changed nothing.', false],
])('tells a claim of a change that the model made: %s', (words, expected) => {
  expect(claimsOwnChange(words)).toBe(expected);
});

it.each([
  ['What is the default timeout?', true],
  ['デフォルトは何ですか？', true],
  ['Can you rename it?', false],
  ['Is it right? Please fix it.', false],
  ['Fix the typo', false],
])('tells a question: %s', (text, expected) => {
  expect(
    asksQuestion([
      { role: 'user', text: 'Before?' },
      { role: 'user', text },
    ]),
  ).toBe(expected);
});
