import { describe, expect, test } from 'vitest';
import { mayBePageView, type PageRequest } from '../src/index.ts';

function asked(url: string, headers: Record<string, string> = {}, rest: Partial<PageRequest> = {}): boolean {
  return mayBePageView({ method: 'GET', url, status: 200, header: (name) => headers[name], ...rest });
}

describe('what may be a page view', () => {
  test.each([
    ['a page', '/guide/install', {}],
    ['a page with a dot in its name', '/guide/v1.2', {}],
    ['a page for agents', '/guide/install.md', { accept: 'text/markdown' }],
    ['llms.txt', '/llms.txt', {}],
    ['a page in a frame', '/guide', { 'sec-fetch-dest': 'iframe' }],
    [
      'a fetch of another site or of a program',
      '/guide',
      { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' },
    ],
  ])('%s is', (_name, path, headers) => {
    expect(asked(`https://docs.example${path}?q=1.js`, headers as Record<string, string>)).toBe(true);
  });

  test.each([
    ['a style sheet', '/_next/app.css', {}],
    ['an image that the browser says is one', '/guide', { 'sec-fetch-dest': 'image' }],
    ['robots.txt', '/robots.txt', {}],
    ['a feed', '/blog/feed.xml', {}],
    ['a prefetch', '/guide', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', '/guide', { purpose: 'prefetch' }],
    ['the data of a client-side route', '/guide', { rsc: '1' }],
    ['what the page itself fetches', '/guide.md', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
  ])('%s is not', (_name, path, headers) => {
    expect(asked(`https://docs.example${path}`, headers as Record<string, string>)).toBe(false);
  });

  test('the type of the answer, where it is seen, tells more than the path', () => {
    expect(asked('/guide/node.js', {}, { contentType: 'text/html; charset=utf-8' })).toBe(true);
    expect(asked('/guide/node', {}, { contentType: 'application/json' })).toBe(false);
    expect(asked('/llms-full.txt', {}, { contentType: 'text/plain' })).toBe(true);
    expect(asked('/health', {}, { contentType: 'text/plain' })).toBe(false);
  });

  test('only a GET is', () => {
    expect(asked('/guide', {}, { method: 'POST' })).toBe(false);
    expect(asked('/guide', {}, { method: 'HEAD' })).toBe(false);
  });
});
