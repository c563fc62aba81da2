import { expect, it } from 'vitest';
import { isDataChange } from './is-data-change.ts';

const [before, after] = ["export default ['a']", "export default ['b']"];

it('a list may be made, changed and removed; what a build runs may only be changed, and not as a list', () => {
  expect(isDataChange({ before, after }, 'list-module')).toBe(true);
  expect(isDataChange({ before: undefined, after }, 'list-module')).toBe(true);
  expect(isDataChange({ before, after: undefined }, 'list-module')).toBe(true);
  expect(isDataChange({ before, after }, 'module')).toBe(false);
});

it.each([
  ['module', 'const sidebar = []'],
  ['yaml', 'nav: []'],
  ['json', '{}'],
] as const)('settings are neither made nor removed: %s', (form, text) => {
  expect(isDataChange({ before: text, after: text }, form)).toBe(true);
  expect(isDataChange({ before: undefined, after: text }, form)).toBe(false);
  expect(isDataChange({ before: text, after: undefined }, form)).toBe(false);
  expect(isDataChange({ before: undefined, after: undefined }, form)).toBe(false);
});
