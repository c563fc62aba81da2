import { expect, it } from 'vitest';
import { matchStars } from './paths.ts';
import { redirectPatterns } from './redirects.ts';

/** Whether a redirect from `source` answers each of the paths. */
function answers(source: string, paths: readonly string[]): readonly boolean[] {
  const patterns = redirectPatterns(source)?.map((pattern) => matchStars(pattern.slice(1), { dot: true })) ?? [];
  return paths.map((path) => patterns.some((matches) => matches(path.slice(1))));
}

it.each([
  ['/old', ['/old'], ['/old/a', '/older', '/a/old']],
  ['/old/:page', ['/old/a'], ['/old', '/old/a/b']],
  ['/old/:page/edit', ['/old/a/edit'], ['/old/edit', '/old/a']],
  ['/v:major/start', ['/v2/start'], ['/v/start', '/v2']],
  ['/old/:rest*', ['/old', '/old/a', '/old/a/b'], ['/older', '/a/old']],
  ['/old/:rest+', ['/old/a', '/old/a/b'], ['/older']],
  ['/old/:rest(.*)', ['/old/a/b'], ['/new/a']],
  ['/old/(.*)', ['/old/a', '/old/a/b'], ['/new', '/a/old/a']],
  ['/old*', ['/old', '/older', '/old/a/b'], ['/ol', '/a/old']],
  ['/old/*', ['/old/a', '/old/a/b'], ['/new']],
  ['/a/*/z', ['/a/b/z', '/a/b/c/z'], ['/a/b', '/a/b/y']],
  ['/old/*.html', ['/old/a.html', '/old/a/b.html'], ['/old/a', '/old/a.htm']],
  ['/:language(en|de)/old', ['/en/old', '/de/old'], ['/fr/old', '/old']],
  ['/.well-known/:name', ['/.well-known/x'], ['/well-known/x']],
])('%s answers what it says and nothing else', (source, covered, others) => {
  expect(answers(source, covered)).toEqual(covered.map(() => true));
  expect(answers(source, others)).toEqual(others.map(() => false));
});

it('says where it is not known what a source answers', () => {
  for (const source of ['/old/:page(\\d+)', '/((?!api).*)', '/old{/:page}?', '/old/:page?', '/old/:rest*x']) {
    expect(redirectPatterns(source), source).toBeUndefined();
  }
  const choices = (count: number) => `/:a(${Array.from({ length: count }, (_, index) => `x${index}`).join('|')})`;
  expect(redirectPatterns(choices(64) + '/old')).toHaveLength(64);
  expect(redirectPatterns(choices(65) + '/old')).toBeUndefined();
});

it('says nothing of single pages where the whole site is meant', () => {
  for (const source of ['/*', '/:path*', '/(.*)', '/:page']) expect(redirectPatterns(source), source).toEqual([]);
});
