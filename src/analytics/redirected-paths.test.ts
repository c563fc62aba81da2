import { expect, it } from 'vitest';
import { findRedirected } from './redirected-paths.ts';

const find = (paths: readonly string[], patterns: readonly string[], { basePath = '', whole = true } = {}) =>
  findRedirected(paths, { patterns, whole }, basePath);

it('says which paths a redirect covers, whose sources are written with endings and slashes', async () => {
  const patterns = ['/old.html', '/a%20b/', '/guide/?*', '/blog/**', '/v?*/start.html', '/x*/**'];
  const covered = ['/old', '/a b', '/guide/one', '/blog', '/blog/2020/one', '/v2/start', '/xy', '/x/y/z'];
  const others = ['/', '/older', '/guide', '/guide/one/two', '/blogs', '/v/start', '/a'];
  expect(await find([...covered, ...others], patterns)).toEqual([
    ...covered.map(() => true),
    ...others.map(() => false),
  ]);
});

it('reads sources with the base path of the project and without', async () => {
  const patterns = ['/docs/old', '/bare', '/docs/guide/?*', '/news/**', '/docs*/**'];
  const paths = ['/old', '/bare', '/guide/one', '/news/one', '/docs-old/one', '/docs/old', '/one'];
  expect(await find(paths, patterns, { basePath: '/docs' })).toEqual([true, true, true, true, true, true, false]);
});

it('says nothing of a path that no known redirect covers, where there may be others', async () => {
  expect(await find(['/old', '/new'], ['/old'], { whole: false })).toEqual([true, undefined]);
  expect(await findRedirected(['/old'], undefined, '')).toEqual([undefined]);
  const many = Array.from({ length: 1_000 }, (_, index) => `/a${index}/?*`);
  expect(await find(['/a1/x', '/b'], many)).toEqual([true, undefined]);
});
