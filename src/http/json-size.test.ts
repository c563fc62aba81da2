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

const unit = fc.oneof(
  fc.constantFrom(0, 0x22, 0x41, 0x5c, 0x75, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000),
  fc.integer({ min: 0, max: 0xffff }),
);

it('refuses NUL and half a character, however they are escaped, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, fc.boolean()), { maxLength: 8 }), (units) => {
      const text = String.fromCharCode(...units.map(([code]) => code));
      const escaped = units.map(([code, isUpper]) => {
        const digits = code.toString(16).padStart(4, '0');
        return String.raw`\u` + (isUpper ? digits.toUpperCase() : digits);
      });
      const isStorable = text.isWellFormed() && !text.includes('\0');
      for (const json of [JSON.stringify({ [text]: [text] }), `{"a":"${escaped.join('')}"}`]) {
        if (isStorable) expect(look(json)).not.toThrow();
        else expect(look(json)).toThrow(/must not contain/);
      }
    }),
  );
});
