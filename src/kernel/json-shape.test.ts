import { expect, it } from 'vitest';
import { isBeyondArguments } from './json-shape.ts';

const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;

it('tells arguments that no call means from those that are only long', () => {
  expect(isBeyondArguments('['.repeat(100) + ']'.repeat(100))).toBe(false);
  expect(isBeyondArguments('['.repeat(101))).toBe(true);
  expect(isBeyondArguments('[],'.repeat(9_000))).toBe(false);
  expect(isBeyondArguments(keys(5_000))).toBe(false);
  expect(isBeyondArguments(keys(5_001))).toBe(true);
  expect(isBeyondArguments(`[${'0,'.repeat(10_001)}0]`)).toBe(true);
});

it('looks at no text within it', () => {
  expect(isBeyondArguments(JSON.stringify({ content: '[{,:"\\'.repeat(50_000) }))).toBe(false);
  expect(isBeyondArguments(`"\\"", ${'['.repeat(101)}`)).toBe(true);
});
