import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultMapping } from '../../visit-store.ts';
import { categoryCodes, humanCodes } from '../columns/category-codes.ts';
import { type Part, partOfViews } from '../columns/part.ts';
import { bitsBySource, countVisitors, type ChosenPart } from './count-parts.ts';
import { packPart } from './packed-part.ts';
import { aiBit, humanBit } from './tally.ts';

interface Row {
  readonly group: number;
  readonly category: number;
  readonly visitor: number;
}

const bits = bitsBySource(defaultMapping).server;

/** What counting is, as plainly as it can be said: a set of visitors for each group and class. */
function countPlainly(rows: readonly Row[]): number[][] {
  const counted = rows.filter(({ category }) => bits[category] !== 0);
  return [...Map.groupBy(counted, ({ group }) => group)]
    .sort(([a], [b]) => a - b)
    .map(([group, of]) => {
      const seenAs = (...classes: number[]) =>
        new Set(of.filter(({ category }) => classes.includes(bits[category]!)).map(({ visitor }) => visitor)).size;
      return [group, seenAs(humanBit), seenAs(aiBit), seenAs(humanBit, aiBit)];
    });
}

function count(parts: readonly ChosenPart[], visitorCount: number): number[][] {
  const { group, human, ai, total } = countVisitors(parts, visitorCount);
  return [...group].map((number, row) => [number, human[row]!, ai[row]!, total[row]!]);
}

function viewsOf(rows: readonly Row[]) {
  return {
    length: rows.length,
    group: Uint32Array.from(rows, ({ group }) => group),
    agent: Uint32Array.from(rows, ({ category }) => category),
    visitor: Uint32Array.from(rows, ({ visitor }) => visitor),
  };
}

/** As parts of rows are: a visitor may come several times in a run, in any order. */
function partOfRows(rows: readonly Row[]): Part {
  const runs = [...Map.groupBy(rows, ({ group, category }) => group * categoryCodes + category)].sort(
    ([a], [b]) => a - b,
  );
  const lengths = runs.map(([, of]) => of.length);
  const start = new Uint32Array(runs.length + 1);
  lengths.forEach((length, run) => (start[run + 1] = start[run]! + length));
  return {
    group: Uint32Array.from(runs, ([key]) => Math.floor(key / categoryCodes)),
    category: Uint32Array.from(runs, ([key]) => key % categoryCodes),
    start,
    views: Uint32Array.from(lengths),
    visitors: Uint32Array.from(runs.flatMap(([, of]) => of.map(({ visitor }) => visitor))),
  };
}

/** Parts as whole days and blocks, and as days that are cut, are counted. */
function partsOf(days: readonly (readonly Row[])[]): ChosenPart[] {
  return days.map((rows, day) => ({
    part: day % 3 === 2 ? partOfRows(rows) : packPart(partOfViews(viewsOf(rows))),
    bits,
  }));
}

it('counts what plain sets count, whatever was counted in the same memory before', () => {
  // Of 70,000 visitors runs are of every width, and groups of few and of many visitors.
  const anyShape = fc.record({
    visitorCount: fc.constantFrom(10, 70_000, 3_000_000),
    groups: fc.constantFrom(1, 4, 3_000),
  });
  const anyDays = anyShape.chain(({ visitorCount, groups }) => {
    const anyRow = fc.record({
      group: fc.nat({ max: groups - 1 }),
      category: fc.nat({ max: categoryCodes - 1 }),
      visitor: fc.nat({ max: visitorCount - 1 }),
    });
    const anyDay = fc.array(anyRow, { maxLength: 400, size: 'max' });
    return fc.record({ visitorCount: fc.constant(visitorCount), days: fc.array(anyDay, { maxLength: 6 }) });
  });
  fc.assert(
    fc.property(anyDays, ({ visitorCount, days }) => {
      expect(count(partsOf(days), visitorCount)).toEqual(countPlainly(days.flat()));
    }),
    { numRuns: 60 },
  );
});

it.each([
  { what: 'groups of many visitors, whose marks are cleared in order', visitorCount: 300_000, groups: 2, step: 3 },
  { what: 'more groups than one call takes', visitorCount: 50, groups: 20_000, step: 1 },
  {
    what: 'visitors far apart, more bytes of them than one call takes',
    visitorCount: 30_000_000,
    groups: 40,
    step: 70,
  },
  { what: 'long runs between that are not counted', visitorCount: 30_000_000, groups: 20, step: 70, notCounted: 12 },
])('is exact for $what', ({ visitorCount, groups, step, notCounted = 0 }) => {
  const leftOut = Array<number>(notCounted).fill(bits.indexOf(0));
  const categories = [humanCodes.server, ...leftOut, 1, 2];
  const rowsOf = (offset: number): Row[] =>
    Array.from({ length: 120_000 }, (_, index) => ({
      group: index % groups,
      category: categories[(index + offset) % categories.length]!,
      visitor: (index * step + offset) % visitorCount,
    }));
  const days = [rowsOf(0), rowsOf(1), rowsOf(2)];
  expect(count(partsOf(days), visitorCount)).toEqual(countPlainly(days.flat()));
});

it.each([1, 1_000, 100_000])(
  'is exact for runs of more bytes than are brought in at once, %i numbers apart',
  (step) => {
    const length = Math.floor(2_500_000 / Math.sqrt(step));
    const visitors = Uint32Array.from({ length }, (_, index) => index * step);
    const run = (category: number) => ({
      group: Uint32Array.of(0),
      category: Uint32Array.of(category),
      start: Uint32Array.of(0, length),
      views: Uint32Array.of(length),
      visitors,
    });
    const parts = [packPart(run(humanCodes.server)), run(1)].map((part): ChosenPart => ({ part, bits }));
    expect(count(parts, length * step)).toEqual([[0, length, length, length]]);
  },
);

it('is exact for runs with gaps that take several places', () => {
  const anyGap = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(254, 255, 256, 509, 510, 511, 765) },
  );
  const anyFarGap = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 200, max: 9_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(65_534, 65_535, 65_536, 131_070) },
  );
  const anyRun = fc.oneof(
    fc.array(anyGap, { minLength: 1, maxLength: 60, size: 'max' }),
    fc.array(anyFarGap, { minLength: 1, maxLength: 60, size: 'max' }),
  );
  fc.assert(
    fc.property(fc.array(anyRun, { minLength: 1, maxLength: 4 }), (runs) => {
      const days = runs.map((gaps, category) => {
        let visitor = -1;
        return gaps.map((gap): Row => ({ group: 0, category, visitor: (visitor += gap) }));
      });
      const parts = days.map((rows): ChosenPart => ({ part: packPart(partOfViews(viewsOf(rows))), bits }));
      expect(count(parts, 8_000_000)).toEqual(countPlainly(days.flat()));
    }),
  );
});
