import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pause } from '../in-turns.ts';
import { elementsOf, endOfValue, memberOf, textAt } from './json-ranges.ts';

/** What `JSON.parse` makes of each range. */
function elements(text: string): { values: unknown[]; end: number } {
  const body = Buffer.from(text);
  const found = elementsOf(body, 0);
  const values: unknown[] = [];
  for (;;) {
    const { done, value } = found.next();
    if (done === true) return { values, end: value };
    if (value !== pause) values.push(JSON.parse(body.toString('utf8', value.start, value.end)));
  }
}

const spaced = (value: unknown, spaces: number) => JSON.stringify(value, null, spaces);

it('finds the elements of every array, however it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat({ max: 3 }), (values, spaces) => {
      const text = spaced(values, spaces);
      expect(elements(text)).toEqual({ values: JSON.parse(text) as unknown, end: Buffer.byteLength(text) });
    }),
  );
});

it('finds the end of every value, and the members of every object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: fc.constantFrom('a', 'b', 'c') }), fc.jsonValue()), (members) => {
      const body = Buffer.from(spaced(members, 2));
      expect(endOfValue(body, 0)).toBe(body.length);
      for (const [name, value] of Object.entries(members)) {
        const start = memberOf(body, 0, name)!;
        expect(JSON.parse(body.toString('utf8', start, endOfValue(body, start)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
        expect(textAt(body, start)).toBe(typeof value === 'string' ? value : undefined);
      }
      expect(memberOf(body, 0, 'another')).toBeUndefined();
    }),
  );
});

it.each(['[', '[1', '[1,', '[1 2]', '[,]', '[1,]', '["', '["\\"]', '[{]', '[1}', '[]]'])(
  'neither fails nor goes on for ever on %j',
  (text) => {
    const body = Buffer.from(text);
    const ends = [...elementsOf(body, 0)].map((range) => (range === pause ? 0 : range.end));
    expect(Math.max(0, ...ends)).toBeLessThanOrEqual(body.length);
  },
);

it('pauses within what is long', () => {
  const body = Buffer.from(JSON.stringify(['x'.repeat(1_000_000)]));
  expect([...elementsOf(body, 0)].filter((range) => range === pause).length).toBeGreaterThan(5);
});
