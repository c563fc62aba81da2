import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePath, pathOf } from './path.ts';

describe('normalisePath', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['/guide', '/guide'],
    ['/guide/', '/guide'],
    ['/guide.md', '/guide'],
    ['/guide.mdx?x=1', '/guide'],
    ['/guide/index.md', '/guide'],
    ['/guide/index.html#top', '/guide'],
    ['/guide/.md', '/guide'],
    ['/index', '/'],
    ['/index.html', '/'],
    ['/reindex', '/reindex'],
    ['/a.md/', '/a'],
    ['https://docs.example/guide/?q', '/guide'],
    ['https://docs.example', '/'],
    ['https://docs.example?q=/x', '/'],
    ['//guide///a', '/guide/a'],
    ['/a/./b/../c', '/a/c'],
    ['/../../etc', '/etc'],
    ['/caf%C3%A9', '/café'],
    ['/cafe%CC%81', '/café'],
    ['/%ff%fe', '/%FF%FE'],
    ['/100%', '/100%'],
    ['/llms.txt', '/llms.txt'],
    ['/Guide', '/Guide'],
    ['*', '/*'],
  ])('%s becomes %s', (url, path) => {
    expect(normalisePath(url)).toBe(path);
  });

  it('takes the base path off only as whole segments', () => {
    expect(normalisePath('/docs/a.md', '/docs')).toBe('/a');
    expect(normalisePath('/docs', '/docs')).toBe('/');
    expect(normalisePath('/docs/', '/docs')).toBe('/');
    expect(normalisePath('/docsearch', '/docs')).toBe('/docsearch');
  });

  it('is total, rooted and settled: normalising a plain result again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' })),
        (url) => {
          const once = normalisePath(url);
          expect(once.startsWith('/')).toBe(true);
          expect(once.length > 1 && once.endsWith('/')).toBe(false);
          if (!/[?#%]|:\/\//.test(once)) expect(normalisePath(once)).toBe(once);
        },
      ),
    );
  });

  it('joins all spellings of a page', () => {
    const segment = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((text) => text !== 'index');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const page = `/${segments.join('/')}`;
        for (const spelling of [
          page,
          `${page}/`,
          `${page}.md`,
          `${page}.mdx`,
          `${page}.html`,
          `${page}/index.html`,
          `${page}?a=b#c`,
          `https://h${page}/`,
        ]) {
          expect(normalisePath(spelling)).toBe(page);
        }
      }),
    );
  });
});

it('finds the path that was sent', () => {
  expect(pathOf('/a.md?x')).toBe('/a.md');
  expect(pathOf('https://h:8080/a%20b#c')).toBe('/a%20b');
  expect(pathOf('/redirect?to=https://x/y')).toBe('/redirect');
});
