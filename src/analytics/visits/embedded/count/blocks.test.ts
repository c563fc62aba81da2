import { expect, it } from 'vitest';
import type { SourceOfDay } from '../columns/category-codes.ts';
import { chooseBlocks } from './block-reader.ts';
import { toBlocks } from './blocks.ts';

const segmentsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index, day: first + index, rows: 1 }));
const days = (blocks: ReturnType<typeof toBlocks>) =>
  blocks.map((block) => [block[0].day, block.at(-1)?.day]).sort(([a = 0], [b = 0]) => a - b);

const both: SourceOfDay = () => 'both';

it('takes the largest blocks that the range covers, and every segment once', () => {
  const blocks = toBlocks(segmentsOf(6, 75), 6, 75, 100, both);
  expect(days(blocks)).toEqual([
    [6, 7],
    [8, 15],
    [16, 23],
    [24, 31],
    [32, 63],
    [64, 71],
    [72, 73],
    [74, 75],
  ]);
  expect(blocks.flat()).toHaveLength(70);
});

it('leaves the newest days single, for they still change', () => {
  expect(days(toBlocks(segmentsOf(0, 9), 0, 9, 9, both))).toEqual([
    [0, 7],
    [8, 8],
    [9, 9],
  ]);
  expect(days(toBlocks(segmentsOf(0, 7), -Infinity, Infinity, 7, both))).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 6],
    [7, 7],
  ]);
});

it('keeps several segments of one day in the same block', () => {
  const twice = [...segmentsOf(0, 7), { id: 99, day: 3, rows: 1 }];
  expect(toBlocks(twice, 0, 20, 20, both)).toEqual([twice]);
});

it('puts days of other sources of people into blocks of their own', () => {
  const sourceOfDay: SourceOfDay = (day) => (day < 11 ? 'server' : 'tracker');
  expect(days(toBlocks(segmentsOf(8, 15), 8, 15, 100, sourceOfDay))).toEqual([
    [8, 10],
    [11, 15],
  ]);
});

it('takes stored blocks whose segments are all wanted, the longest first, and leaves the others', () => {
  const stored = (days: number, ...ids: number[]) => ({
    id: 1,
    project: 1,
    day: ids[0]!,
    days,
    segments: ids.join('+'),
    checksum: 0,
  });
  const blocks = [stored(32, 1, 2, 3, 4), stored(8, 1, 2), stored(8, 3, 4), stored(8, 5, 6)];
  const chosenOf = (first: number, last: number, sourceOfDay = both) => {
    const { chosen, rest } = chooseBlocks(blocks, segmentsOf(first, last), sourceOfDay);
    return [chosen.map(({ block }) => block.segments), rest.map(({ id }) => id)];
  };
  expect(chosenOf(1, 7)).toEqual([['1+2+3+4', '5+6'], [7]]);
  expect(chosenOf(2, 6)).toEqual([['3+4', '5+6'], [2]]);
  expect(chosenOf(1, 4, (day) => (day < 3 ? 'server' : 'tracker'))).toEqual([['1+2', '3+4'], []]);
  expect(chosenOf(1, 4, (day) => (day < 2 ? 'server' : 'tracker'))).toEqual([['3+4'], [1, 2]]);
});
