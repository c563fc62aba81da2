import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pause } from '../in-turns.ts';
import { elementsOf, endOfValue, memberOf, textAt } from './json-ranges.ts';
import { readJsonRecords } from './json-records.ts';

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

/** Where the value of a member begins, without the pauses on the way. */
function placeOf(body: Buffer, name: string): number | undefined {
  const search = memberOf(body, 0, name);
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
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
        const start = placeOf(body, name)!;
        expect(JSON.parse(body.toString('utf8', start, endOfValue(body, start)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
        expect(textAt(body, start, body.length)).toBe(typeof value === 'string' ? value : undefined);
      }
      expect(placeOf(body, 'another')).toBeUndefined();
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

it('gives no text that is longer than may be', () => {
  const body = Buffer.from('{"a":"four"}');
  expect(textAt(body, placeOf(body, 'a')!, 6)).toBe('four');
  expect(textAt(body, placeOf(body, 'a')!, 5)).toBeUndefined();
});

it('pauses within what is long', () => {
  const body = Buffer.from(JSON.stringify(['x'.repeat(1_000_000)]));
  expect([...elementsOf(body, 0)].filter((range) => range === pause).length).toBeGreaterThan(5);
  const members = Buffer.from(`{"${'x'.repeat(1_000_000)}":1,"a":2}`);
  expect([...memberOf(members, 0, 'a')].length).toBeGreaterThan(5);
});

it.each([0, 1, 2, 3, 4])(
  'goes on after a pause as if there had been none, %i bytes before what ends a string',
  (bytes) => {
    const values = [`${'x'.repeat(128 * 1024 - bytes)}"\\"`, { depth: ['y'.repeat(300_000)] }, 1];
    const text = JSON.stringify(values);
    expect(elements(text)).toEqual({ values, end: text.length });
    expect([...elementsOf(Buffer.from(text), 0)].filter((range) => range === pause).length).toBeGreaterThan(2);
  },
);

it('reads records together as it would read each alone, whatever their texts look like', () => {
  const text = fc.string({ unit: fc.constantFrom('}', ',', '{', '"', '\\', '[', ']', 'é') });
  const value = fc.oneof(fc.record({ a: text, b: fc.array(fc.record({ a: text })) }), fc.record({ a: text }), text);
  fc.assert(
    fc.property(fc.array(value, { maxLength: 30 }), fc.integer({ min: 5, max: 60 }), (values, longest) => {
      const body = Buffer.from(JSON.stringify(values));
      const records = [...readJsonRecords(body, { longest, encoding: 'strict' })].flatMap((record) =>
        record === pause ? [] : (record.values ?? ['too long']),
      );
      const isLong = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) > longest;
      expect(records).toEqual(values.map((each) => (isLong(each) ? 'too long' : each)));
    }),
    { numRuns: 500 },
  );
});

it('takes nothing of an array that is broken, wherever it is', () => {
  const read = (text: string) => [...readJsonRecords(Buffer.from(text), { longest: 1_000, encoding: 'strict' })];
  const broken = { broken: expect.stringContaining('not valid JSON') as string };
  for (const text of ['[{},{},,{}]', '[{},{"a":}', '[{},{},{', '[{},{}]{}', '[{}{},{}]', '[{"a":"},{"},{]']) {
    expect(read(text).at(-1)).toEqual(broken);
  }
});
