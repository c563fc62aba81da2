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

it.each([
  ['/old /new 301', true],
  ['# a remark', true],
  ['/guide/* /docs/:splat', true],
  ['{ "source": "/a", "destination": "/b" }', true],
  ['/* /new', false],
  ['/:path* /new', false],
  ['/old https://evil.example/', false],
  ['/old //evil.example/', false],
  ['https://docs.example/* /new', false],
  ['/old /new 200', false],
  ['/old /new 404!', false],
  ['- from: "/(.*)"', false],
  ['{ "source": "\\u002f*" }', false],
])('a list of redirects takes those of single pages: %s', (line, expected) => {
  expect(isDataChange({ before: '/* /stood-there', after: `/* /stood-there\n${line}` }, 'redirects')).toBe(expected);
});

it('settings take no redirect of a whole host', () => {
  const redirect = (source: string) => `{"redirects": [{"source": ${JSON.stringify(source)}, "destination": "/b"}]}`;
  const isTaken = (source: string) => isDataChange({ before: '{}', after: redirect(source) }, 'json');
  expect(['/a', '/guide/:page*', '/'].map(isTaken)).toEqual([true, true, true]);
  expect(['/(.*)', '/:path*', '/**', '^/.*', 'https://docs.example/*'].map(isTaken)).not.toContain(true);
});
