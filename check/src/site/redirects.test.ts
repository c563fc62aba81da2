import { expect, it } from 'vitest';
import { createRedirect, redirected } from './redirects.ts';

const place = { line: 1, column: 1 };
const list = (...pairs: readonly (readonly [from: string, to: string])[]): ReturnType<typeof createRedirect>[] =>
  pairs.map(([from, to]) => createRedirect('redirects', place, from, to));

it.each([
  ['one that is no pattern', list(['/a', '/1'], ['/b.c', '/2']), '/b.c', '/2'],
  ['what only looks like it', list(['/b.c', '/2']), '/bxc', undefined],
  ['the first of two', list(['/a', '/1'], ['/a', '/2']), '/a', '/1'],
  ['a pattern before the same text', list(['/:x', '/all/:x'], ['/a', '/1']), '/a', '/all/a'],
  ['the text before a pattern', list(['/a', '/1'], ['/:x', '/all/:x']), '/a', '/1'],
  ['a pattern that does not match before the text', list(['/b/*', '/b'], ['/a', '/1']), '/a', '/1'],
  ['none with an anchor', list(['/a#b', '/1']), '/a', undefined],
  ['where an unread one begins', list(['/a/(?!b)', '/1'], ['/a/c', '/2']), '/a/c', '{unread}'],
])('leads on: %s', (_, redirects, route, to) => {
  expect(redirected(redirects, route)).toBe(to);
  expect(redirects.map((one) => one.apply(route)).find((one) => one !== undefined)).toBe(to);
});
