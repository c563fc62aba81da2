import { expect, it } from 'vitest';
import { findNearestPages } from './nearest-page.ts';

const pages = ['/', '/quickstart', '/guide/install', '/guide/upgrade', '/api/authentication', '/レシピ/はじめに'];

it.each([
  ['/quick-start', '/quickstart'],
  ['/Guide/Instal', '/guide/install'],
  ['/docs/guide/upgrading', '/guide/upgrade'],
  ['/api/auth', '/api/authentication'],
  ['/レシピ/はじめ', '/レシピ/はじめに'],
  ['/guide/install', '/guide/install'],
  ['/Authentication', '/api/authentication'],
  ['/guide/authentication', '/api/authentication'],
  ['/wp-login.php', undefined],
  ['/', '/'],
])('takes %s for %s', async (path, meant) => {
  expect(await findNearestPages([path], pages)).toEqual([meant]);
});

it('takes the page that is viewed most of two alike, and finds none where there is none', async () => {
  expect(await findNearestPages(['/a/setup'], ['/b/setup', '/c/setup'])).toEqual(['/b/setup']);
  expect(await findNearestPages(['/a', '/'], [])).toEqual([undefined, undefined]);
});

it('lets others have their turn, however long and alike the paths are', async () => {
  const alike = Array.from({ length: 5_000 }, (_, index) => `/${'a/b-'.repeat(500)}${index}`);
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns > 0) next = setImmediate(count);
  };
  let next = setImmediate(count);
  await findNearestPages(
    Array.from({ length: 250 }, (_, index) => `/${'a/b-'.repeat(500)}x${index}`),
    alike,
  );
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(25);
});
