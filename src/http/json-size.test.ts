import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refuseManyValues } from './json-size.ts';

const look = (text: string) => () => {
  refuseManyValues(Buffer.from(text));
};

it('takes whatever is of a usual size, and what texts hold does not count', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      look(text)();
    }),
  );
  expect(look(JSON.stringify({ prompt: String.raw`[{,:"\ `.repeat(60_000) }))).not.toThrow();
  expect(look('[],'.repeat(24_000))).not.toThrow();
});

it.each([
  ['arrays in arrays', '['.repeat(101), 'The body must not be nested more than 100 levels deep.'],
  ['objects in objects', '{"a":'.repeat(101), 'The body must not be nested more than 100 levels deep.'],
  ['many values', `[${'0,'.repeat(50_001)}0]`, 'The body must not have more than 50,000 values.'],
  ['many names', `{${'"a":0,'.repeat(25_001)}}`, 'The body must not have more than 50,000 values.'],
])('refuses %s', (_, text, message) => {
  expect(look(text)).toThrow(message);
});
