import { expect, it } from 'vitest';
import { referrerHost } from './referrer.ts';

it.each([
  ['https://www.Google.com/search?q=x', undefined, 'google.com'],
  ['http://news.example:8080', undefined, 'news.example'],
  ['https://docs.example/a', 'docs.example:443', undefined],
  ['https://www.docs.example/a', 'docs.example', undefined],
  ['android-app://com.slack/', undefined, undefined],
  ['https://', undefined, undefined],
  ['-', undefined, undefined],
  [undefined, 'docs.example', undefined],
])('%s seen from %s is %s', (referrer, own, host) => {
  expect(referrerHost(referrer, own)).toBe(host);
});
