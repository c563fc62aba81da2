import { expect, it } from 'vitest';
import { trimEndOf, trimOf } from './trim-characters.ts';

it('takes characters off the ends and nowhere else', () => {
  expect(trimEndOf('//a/b//', '/')).toBe('//a/b');
  expect(trimOf('//a/b//', '/')).toBe('a/b');
  expect(trimEndOf('git. . ', '. ')).toBe('git');
  expect([trimOf('///', '/'), trimEndOf('', '/'), trimOf('a', '/')]).toEqual(['', '', 'a']);
});
